-- One row for each file that was given out, however often: whether a PDF came from here can be told for good.
create table document_hashes (
  company_id bigint not null references companies (id),
  sha256 text not null constraint document_hashes_sha256_is_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  kind text not null constraint document_hashes_kind_is_known
    check (kind in ('invoice', 'credit_note', 'quote', 'receipt')),
  record_id bigint not null,
  given_out_at timestamptz(3) not null,
  primary key (company_id, sha256, kind, record_id)
);
comment on table document_hashes is 'the hash of every PDF that was given out, and when it first was';
