-- Two filters of a list that rarely meet used to read all rows of one of them. Status, fiscal status and currency have few
-- values, so an index that has them one after another serves any two of them: a filter that leaves one open reads one
-- scan for each of its values. They replace two indexes, so that creating an invoice writes no more entries than before.
-- The collation is named so that these indexes fit only the statements that name it too: on a young table they would
-- seem as good as the index of statuses. While the version before still runs, its lists by currency or fiscal status
-- alone have no index.
create index concurrently invoices_by_currency_and_status on invoices
  (company_id, currency, status collate "C", fiscal_status collate "C", created_at desc, id desc)
  where currency is not null;
create index concurrently invoices_by_fiscal_and_status on invoices
  (company_id, fiscal_status, status collate "C", created_at desc, id desc) where status <> 'draft';
drop index concurrently invoices_by_currency;
drop index concurrently invoices_by_fiscal_status;
