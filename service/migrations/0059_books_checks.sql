-- What the nightly check of each company's books found: whether its events still say what its tables do.
create table books_checks (
  company_id bigint not null references companies (id),
  started_at timestamptz(3) not null,
  checked_at timestamptz(3),
  events bigint not null default 0,
  differences integer not null default 0,
  found jsonb not null default '[]',
  primary key (company_id)
);
create index books_checks_different on books_checks (company_id) where differences > 0;
comment on column books_checks.found is 'the first differences: record, field, what the events say, what the table says';
