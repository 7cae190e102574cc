-- requires-stop: lists of older versions do not state what the indexes of lists demand, and would not use them.
-- On a young table all indexes cost the same, and PostgreSQL takes the one that was made last; after a restore that is
-- another one. So no index fits a statement that another is meant for: a record that is looked up by its key fits none of
-- those that serve lists and filters, because they demand what only a list states or a filter implies.

drop index audit_entries_list;
create index audit_entries_list on audit_entries (company_id, created_at desc, id desc)
  where created_at > '-infinity';
drop index credit_notes_by_fiscal_status;
create index credit_notes_by_fiscal_status on credit_notes (company_id, fiscal_status, created_at desc, id desc)
  where fiscal_status is not null;
drop index credit_notes_by_invoice;
create index credit_notes_by_invoice on credit_notes (company_id, invoice_id, created_at desc, id desc)
  where invoice_id is not null;
drop index credit_notes_newest;
create index credit_notes_newest on credit_notes (company_id, created_at desc, id desc)
  where created_at > '-infinity';
drop index credit_notes_number;
create unique index credit_notes_number on credit_notes (company_id, number_key)
  where number_key is not null;
drop index customers_newest;
create index customers_newest on customers (company_id, created_at desc, id desc)
  where created_at > '-infinity';
drop index events_by_type;
create index events_by_type on events (company_id, type, sequence)
  where type is not null;
drop index fiscal_calls_by_document;
create index fiscal_calls_by_document on fiscal_calls (company_id, fiscal_document_id, id)
  where fiscal_document_id is not null;
drop index fiscal_documents_key;
create unique index fiscal_documents_key on fiscal_documents (company_id, environment, adapter, document_key)
  where environment is not null;
drop index gateway_accounts_newest;
create index gateway_accounts_newest on gateway_accounts (company_id, gateway, id desc)
  where gateway is not null;
drop index invoices_by_currency;
create index invoices_by_currency on invoices (company_id, currency, created_at desc, id desc)
  where currency is not null;
drop index invoices_by_customer;
create index invoices_by_customer on invoices (company_id, customer_id, created_at desc, id desc)
  where customer_id is not null;
drop index invoices_by_status;
create index invoices_by_status on invoices (company_id, status, created_at desc, id desc)
  where status is not null;
drop index invoices_newest;
create index invoices_newest on invoices (company_id, created_at desc, id desc)
  where created_at > '-infinity';
drop index invoices_owing;
create index invoices_owing on invoices (company_id, currency, due_date) include (total, amount_credited, amount_paid)
  where status in ('open', 'partially_paid') and currency <> '';
drop index payment_attempts_by_link;
create index payment_attempts_by_link on payment_attempts (company_id, payment_link_id, id desc)
  where payment_link_id is not null;
drop index payment_links_by_status;
create index payment_links_by_status on payment_links (company_id, status, created_at desc, id desc)
  where id > 0;
drop index payment_links_expiring;
create index payment_links_expiring on payment_links (expires_at)
  where status = 'active' and expires_at > '-infinity';
drop index payment_links_id;
create unique index payment_links_id on payment_links (id)
  where secret is not null;
drop index payment_links_newest;
create index payment_links_newest on payment_links (company_id, created_at desc, id desc)
  where created_at > '-infinity';
drop index payments_by_invoice;
create index payments_by_invoice on payments (company_id, invoice_id, created_at desc, id desc)
  where invoice_id is not null;
drop index payments_newest;
create index payments_newest on payments (company_id, created_at desc, id desc)
  where created_at > '-infinity';
drop index products_newest;
create index products_newest on products (company_id, created_at desc, id desc)
  where created_at > '-infinity';
drop index refunds_by_payment;
create index refunds_by_payment on refunds (company_id, payment_id)
  where payment_id is not null;
drop index sales_by_currency;
create index sales_by_currency on sales (company_id, currency, created_at desc, id desc)
  where currency is not null;
drop index sales_by_customer;
create index sales_by_customer on sales (company_id, customer_id, created_at desc, id desc)
  where customer_id is not null;
drop index sales_by_status;
create index sales_by_status on sales (company_id, status, created_at desc, id desc)
  where status is not null;
drop index sales_newest;
create index sales_newest on sales (company_id, created_at desc, id desc)
  where created_at > '-infinity';
drop index sales_number;
create unique index sales_number on sales (company_id, number_key)
  where number_key is not null;
drop index webhook_deliveries_by_endpoint;
create index webhook_deliveries_by_endpoint on webhook_deliveries (company_id, endpoint_id, created_at desc, id desc)
  where endpoint_id > 0;
drop index webhook_deliveries_by_event;
create index webhook_deliveries_by_event on webhook_deliveries (company_id, event_sequence, created_at desc, id desc)
  where event_sequence > 0;
drop index webhook_deliveries_endpoint_event;
create unique index webhook_deliveries_endpoint_event on webhook_deliveries (endpoint_id, event_sequence, company_id);
drop index webhook_deliveries_newest;
create index webhook_deliveries_newest on webhook_deliveries (company_id, created_at desc, id desc)
  where created_at > '-infinity';
drop index webhook_deliveries_unfinished;
create index webhook_deliveries_unfinished on webhook_deliveries (company_id, status, created_at desc, id desc)
  where status <> 'succeeded' and id > 0;
drop index webhook_endpoints_newest;
create index webhook_endpoints_newest on webhook_endpoints (company_id, created_at desc, id desc)
  where created_at > '-infinity';
drop index webhook_inbox_newest;
create index webhook_inbox_newest on webhook_inbox (company_id, created_at desc, id desc)
  where created_at > '-infinity';

-- By it, calls to authorities that are older than the retention period are found.
create index if not exists fiscal_calls_called on fiscal_calls using brin (called_at);
