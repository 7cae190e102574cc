-- Which account of its own chart a company wants on each line of the journal.
create table journal_accounts (
  company_id bigint not null primary key references companies (id),
  accounts jsonb not null constraint journal_accounts_accounts_are_an_object check (jsonb_typeof(accounts) = 'object'),
  updated_at timestamptz(3) not null
);
