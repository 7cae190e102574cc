-- Lists are filtered by an index at any size (0037). The conditions are true
-- of every row: they keep these indexes out of the plans of other statements.
create index concurrently audit_entries_by_action on audit_entries (company_id, action, created_at desc, id desc)
  where id > 0;
create index concurrently audit_entries_by_actor on audit_entries (company_id, actor_id, created_at desc, id desc)
  where id > 0;
create index concurrently audit_entries_by_subject on audit_entries (company_id, subject, created_at desc, id desc)
  where id > 0;
create index concurrently mails_by_kind on mails (company_id, kind, created_at desc, id desc) where kind is not null;
create index concurrently mails_of_company_by_status on mails (company_id, status, created_at desc, id desc)
  where id > 0;
create index concurrently exchange_rates_by_date on exchange_rates (company_id, date) where date > '-infinity';
-- Many customers may have one address, so they are in the order of the list.
create index concurrently customers_by_email on customers (company_id, lower(email), created_at desc, id desc)
  where email is not null;
drop index concurrently customers_email;
