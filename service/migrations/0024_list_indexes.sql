-- What a customer owes, by currency. A draft is in neither of these indexes, so creating one costs nothing more.
create index invoices_owed_by_customer on invoices (company_id, customer_id, currency, due_date)
  include (total, amount_credited, amount_paid)
  where status in ('open', 'partially_paid') and customer_id > 0;

-- The few payments that may need attention.
create index payments_marked on payments (company_id, paid_at desc, id desc)
  where unallocated_amount > 0 or amount_refunded > 0 or late;
