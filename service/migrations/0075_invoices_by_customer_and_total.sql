-- Whether a new invoice is one that its customer got already today. The condition is true of every invoice, so that no
-- other statement takes this index for that of the customer's list.
create index concurrently invoices_by_customer_and_total on invoices (company_id, customer_id, total, created_at desc, id desc)
  where total >= 0;
