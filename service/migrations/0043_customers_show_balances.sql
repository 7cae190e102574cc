-- What a customer has paid or been credited beyond what is owed, which is rare, is found without reading all invoices.
create index concurrently invoices_credit_by_customer on invoices (company_id, customer_id)
  where total + credit_applied_elsewhere - amount_credited - amount_paid - credit_applied < 0;
create index concurrently payments_unallocated on payments (company_id, invoice_id)
  where invoice_id is not null and unallocated_amount > amount_refunded and reversed_at is null;
