-- A company's logo as its documents show it: drawn once from what was uploaded, always as a small PNG without
-- transparency. The hash is part of its address, so that browsers may keep it for good.
create table document_logos (
  company_id bigint not null references companies (id),
  png bytea not null constraint document_logos_png_is_bounded check (octet_length(png) between 1 and 524288),
  sha256 text not null constraint document_logos_sha256_is_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  width integer not null constraint document_logos_width_is_bounded check (width between 1 and 540),
  height integer not null constraint document_logos_height_is_bounded check (height between 1 and 168),
  updated_at timestamptz(3) not null,
  primary key (company_id)
);
comment on table document_logos is 'the logo on a company''s documents and pages';
