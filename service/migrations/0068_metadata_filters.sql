-- Lists by metadata. Only records with metadata are in these indexes, so that the others cost nothing more. The company is
-- an expression, so that no other index fits the statements that use these. Entries are written at once: a list of pending
-- ones would be read by every search, and be moved during some request.
create index concurrently customers_by_metadata on customers
  using gin ((company_id + 0), metadata jsonb_path_ops) with (fastupdate = off) where metadata <> '{}';
create index concurrently products_by_metadata on products
  using gin ((company_id + 0), metadata jsonb_path_ops) with (fastupdate = off) where metadata <> '{}';
create index concurrently sales_by_metadata on sales
  using gin ((company_id + 0), metadata jsonb_path_ops) with (fastupdate = off) where metadata <> '{}';
create index concurrently quotes_by_metadata on quotes
  using gin ((company_id + 0), metadata jsonb_path_ops) with (fastupdate = off) where metadata <> '{}';
create index concurrently invoices_by_metadata on invoices
  using gin ((company_id + 0), metadata jsonb_path_ops) with (fastupdate = off) where metadata <> '{}';
