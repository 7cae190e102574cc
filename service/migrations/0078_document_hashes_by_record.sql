-- The hashes of the files of one record, for the page that proves it.
create index concurrently document_hashes_by_record on document_hashes (company_id, kind, record_id, given_out_at desc);
