-- What customers owe is read from an index alone in the company's currency too.
create index concurrently invoices_owed on invoices (company_id, customer_id, currency, due_date)
  include (id, total, amount_credited, amount_paid, credit_applied, credit_applied_elsewhere, withholding_amount,
    withholding_recorded, accounting_currency, exchange_rate)
  where status in ('open', 'partially_paid') and customer_id > 0;
drop index concurrently invoices_owed_by_customer;
