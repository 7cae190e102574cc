-- Each company's events form a chain of hashes: none can be changed, deleted, inserted or moved without a difference.
-- Events that exist are chained in the background; the columns are null until then.
alter table events
  add column salt bytea,
  add column body_hash bytea,
  add column hash bytea;
comment on column events.body_hash is 'SHA-256 of the 16 bytes of the salt and the bytes of the body';
comment on column events.hash is 'SHA-256 of the previous event''s hash, the sequence as 8 bytes and body_hash';
alter table company_counters
  add column chained_sequence bigint not null default 0,
  add column chain_hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000';
comment on column company_counters.chained_sequence is 'the last event that has a hash; new events get one at once while this is the last event';
comment on column company_counters.chain_hash is 'the hash of that event; 32 zero bytes before the first';

-- As an aggregate over a window, it gives several events of one statement their hashes in order.
create function chain_step(state bytea, head bytea, sequence bigint, body_hash bytea) returns bytea
language plpgsql immutable parallel safe as $$
begin
  return sha256(coalesce(state, head) || int8send(sequence) || body_hash);
end $$;
-- safe: it is new and locks nothing that exists.
create aggregate chained_hash(head bytea, sequence bigint, body_hash bytea) (sfunc = chain_step, stype = bytea);
