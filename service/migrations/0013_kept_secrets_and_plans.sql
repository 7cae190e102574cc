-- Answers that hold a secret are few among many: who changes the encryption key, or looks which one is needed, finds
-- them without reading the others. No other query says "sealed", so nobody mistakes it for the primary key (0003).
create index idempotency_keys_sealed on idempotency_keys (company_id, key) where sealed;

-- Made anew, so that it is newer than invoices_owing: on a young table both seem equally good, and the newer is taken.
drop index invoices_overdue_unmarked;
create index invoices_overdue_unmarked on invoices (company_id, due_date)
  where overdue_at is null and status in ('open', 'partially_paid');
