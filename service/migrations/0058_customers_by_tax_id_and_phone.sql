-- Programs look customers up by what their own records have, too.
create index concurrently customers_by_tax_id on customers (company_id, tax_id, created_at desc, id desc)
  where tax_id is not null;
create index concurrently customers_by_phone on customers (company_id, phone, created_at desc, id desc)
  where phone is not null;
