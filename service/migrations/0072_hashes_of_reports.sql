-- The hashes of statements and of other reports that were given out as PDF are kept as well. The record of a statement is
-- its customer; a report has none, which is 0 here, because the record is a part of the key.
alter table document_hashes
  drop constraint document_hashes_kind_is_known,
  add constraint document_hashes_kind_is_known
    check (kind in ('invoice', 'credit_note', 'quote', 'receipt', 'statement', 'report')) not valid;
alter table document_hashes validate constraint document_hashes_kind_is_known;
comment on column document_hashes.record_id is 'of a receipt its payment, of a statement its customer; 0 for a report';
