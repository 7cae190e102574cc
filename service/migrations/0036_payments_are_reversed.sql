-- A payment that was recorded by mistake is reversed, and never deleted.
alter table payments
  add column reversed_at timestamptz(3),
  add column reversal_reason text,
  add constraint payments_reversed_with_a_reason check ((reversed_at is null) = (reversal_reason is null)) not valid;
alter table payments validate constraint payments_reversed_with_a_reason;

-- The reference of a reversed payment can be used again.
create unique index concurrently payments_reference_in_use on payments (company_id, invoice_id, reference)
  where reference is not null and reversed_at is null;
drop index concurrently payments_reference;

-- The list of payments that may need attention has these as well. While the version before still runs, its list has no
-- index.
create index concurrently payments_marked_or_reversed on payments (company_id, paid_at desc, id desc)
  where unallocated_amount > 0 or amount_refunded > 0 or late or reversed_at is not null;
drop index concurrently payments_marked;

create function note_payment_reversal() returns trigger language plpgsql as $$
begin
  insert into record_totals (company_id, kind, currency, period_start, amount, count)
  values (new.company_id, 'received', new.currency,
    date_bin('15 minutes', new.paid_at, timestamptz '2000-01-01 00:00Z'), -new.amount, -1);
  return null;
end $$;
create trigger payments_note_totals_when_reversed after update on payments
  for each row when (old.reversed_at is null and new.reversed_at is not null) execute function note_payment_reversal();
