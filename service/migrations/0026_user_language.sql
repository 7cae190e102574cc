-- The language that a person has chosen; null means the one of the browser.
alter table users add column language text constraint users_language_is_known check (language in ('en', 'fr'));
