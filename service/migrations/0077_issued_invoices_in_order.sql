-- Issued invoices in the order of their due date and total, so that ranges of them are read like any other page.
-- A draft is in none of them, so creating one costs no more. The second condition of each is true of every issued invoice,
-- so that no other statement takes it for the index of dates.
create index concurrently invoices_issued_by_due_date on invoices (company_id, due_date, id)
  where number is not null and due_date > '-infinity';
create index concurrently invoices_issued_by_total on invoices (company_id, total, id)
  where number is not null and total >= 0;
