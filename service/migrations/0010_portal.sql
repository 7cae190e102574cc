-- The portal: which pages may show a company's embed, and what an order from one says beyond a sale.

create table portal_settings (
  company_id bigint primary key references companies,
  -- As browsers write them: scheme, host and port, nothing after. An empty list lets nobody in.
  allowed_origins text[] not null check (cardinality(allowed_origins) <= 50),
  updated_at timestamptz(3) not null
);

alter table sales add column booking_date date;

-- The partner's page that a buyer goes back to from the checkout.
alter table payment_links add column return_url text check (return_url ~ '^https?://' and length(return_url) <= 2000);

-- Of a large catalogue a few products are offered; and a buyer who comes again is known by the e-mail address.
create index products_portal on products (company_id) where portal and active;
create index customers_email on customers (company_id, lower(email), id) where email is not null;
