-- The language of documents and of the pages that buyers see: a customer's own, or else the company's.
alter table companies
  add column language text not null default 'en' constraint companies_language_is_known check (language in ('en', 'fr'));
alter table customers
  add column language text constraint customers_language_is_known check (language in ('en', 'fr'));
