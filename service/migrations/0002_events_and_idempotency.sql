-- What happened, in commit order and without gaps per company; and the answers given to keyed requests.

create table events (
  company_id bigint not null references companies,
  sequence bigint not null,
  type text not null,
  created_at timestamptz(3) not null,
  -- Text, not jsonb: the stored bytes are the bytes that get signed and delivered.
  body text not null,
  primary key (company_id, sequence)
);

create table idempotency_keys (
  company_id bigint not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  status smallint not null,
  body text not null,
  created_at timestamptz(3) not null,
  primary key (company_id, key)
);
-- Rows arrive in time order and leave in time order: a block range index is all the purge needs.
create index idempotency_keys_created on idempotency_keys using brin (created_at);
