-- How a company's documents look, and where buyers can transfer money to. A company without a row has the defaults.
create table document_settings (
  company_id bigint not null references companies (id),
  accent_colour text constraint document_settings_accent_colour_is_hex check (accent_colour ~ '^#[0-9a-f]{6}$'),
  footer text constraint document_settings_footer_is_bounded check (length(footer) between 1 and 300),
  bank_accounts jsonb not null default '[]' constraint document_settings_bank_accounts_are_bounded
    check (case when jsonb_typeof(bank_accounts) = 'array' then jsonb_array_length(bank_accounts) <= 20 else false end),
  updated_at timestamptz(3) not null,
  primary key (company_id)
);
comment on table document_settings is 'the look of a company''s documents, and its bank accounts on them';
