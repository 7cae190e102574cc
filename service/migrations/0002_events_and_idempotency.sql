-- What happened, in commit order and without gaps per company; and the answers given to keyed requests.

-- A sequence number comes from the company's counters row, which refers to the company: a second reference
-- here would be checked on every event to prove the same.
create table events (
  company_id bigint not null,
  sequence bigint not null,
  type text not null,
  created_at timestamptz(3) not null,
  -- Text, not jsonb: the stored bytes are the bytes that get signed and delivered.
  body text not null,
  primary key (company_id, sequence)
) with (toast_tuple_target = 8160);
-- A body has some two kilobytes. Compressing it would cost as much as all the rest of storing an invoice.
alter table events alter column body set storage external;

create table idempotency_keys (
  company_id bigint not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  status smallint not null,
  -- The answer; or what stands before and after the object of an event that tells the same.
  body_start text,
  event_sequence bigint,
  body text not null,
  created_at timestamptz(3) not null,
  primary key (company_id, key),
  check ((body_start is null) = (event_sequence is null))
) with (toast_tuple_target = 8160);
alter table idempotency_keys alter column body set storage external;
-- Rows arrive in time order and leave in time order: a block range index is all the purge needs.
create index idempotency_keys_created on idempotency_keys using brin (created_at);
