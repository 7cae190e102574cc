-- Lists of payments by customer and by method are read by an index. A payment belongs to the customer of its invoice, which
-- is issued when it is first paid, so that its customer does not change any more. The trigger also fills what the version
-- before adds.
alter table payments add column customer_id bigint;
comment on column payments.customer_id is 'of the invoice; null without one';
create function note_payment_customer() returns trigger language plpgsql as $$
begin
  new.customer_id := (
    select i.customer_id from invoices i where i.company_id = new.company_id and i.id = new.invoice_id);
  return new;
end $$;
-- safe: it runs for new and newly allocated payments only, and creating it takes no longer than a moment
create trigger note_payment_customer before insert or update of invoice_id on payments
  for each row execute function note_payment_customer();
-- in batches
update payments p set customer_id = i.customer_id from invoices i
where i.company_id = p.company_id and i.id = p.invoice_id and p.customer_id is null and p.ctid between $1 and $2;
create index concurrently payments_by_customer on payments (company_id, customer_id, created_at desc, id desc)
  where customer_id is not null;
create index concurrently payments_by_method on payments (company_id, method collate "C", created_at desc, id desc)
  where method is not null and id > 0;
