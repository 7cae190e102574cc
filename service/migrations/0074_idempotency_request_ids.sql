-- Which request a stored response answers, so that its status can be found by the id of the request.
alter table idempotency_keys add column request_id text collate "C";
comment on column idempotency_keys.request_id is 'null: stored by a version before this column';
create index concurrently idempotency_keys_request on idempotency_keys (company_id, request_id) where request_id is not null;
