-- The hashes of documents form a chain for each company, so that a row that was changed, deleted or inserted in the database
-- is found. Rows from before are chained in the background.
alter table document_hashes add column position bigint, add column hash text;
comment on column document_hashes.hash is 'SHA-256 of the hash at the position before and of this row';
create unique index concurrently document_hashes_by_position on document_hashes (company_id, position) where position is not null;
create index concurrently document_hashes_unchained on document_hashes (company_id) where position is null;

create table document_seals (
  company_id bigint primary key references companies (id),
  sealed text not null
);
comment on column document_seals.sealed is 'the last position and its hash, encrypted: only the service can extend the chain';
