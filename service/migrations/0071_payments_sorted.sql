-- Payments are listed by when they were paid. The index by that moment gets the id, so that payments of the same moment have an
-- order too; it takes the place of the one without, so a payment costs no more to record.
create index concurrently payments_by_paid_at_and_id on payments (company_id, paid_at, id) include (currency, amount)
  where amount > 0;
drop index concurrently payments_by_paid_at;
