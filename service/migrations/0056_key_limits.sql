-- What a company limits a key to besides its scopes, and whether unknown fields are refused.
alter table api_keys
  add column allowed_ips text[] not null default '{}',
  add column expires_at timestamptz(3),
  add column strict boolean not null default false,
  add column post_rate integer;
comment on column api_keys.allowed_ips is 'addresses and networks that the key may be used from; empty means everywhere';
comment on column api_keys.strict is 'whether unknown fields and parameters are refused instead of ignored';
comment on column api_keys.post_rate is 'POST requests per second, if the company limits the key below its plan';
alter table api_keys
  add constraint api_keys_allowed_ips_are_bounded check (cardinality(allowed_ips) <= 50) not valid,
  add constraint api_keys_post_rate_is_in_range check (post_rate between 1 and 10000) not valid;
alter table api_keys validate constraint api_keys_allowed_ips_are_bounded;
alter table api_keys validate constraint api_keys_post_rate_is_in_range;
