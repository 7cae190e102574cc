-- Commands may run in another environment than the service, and ask here which addresses it takes.
alter table installation add column outbound_rules jsonb;
comment on column installation.outbound_rules is 'which addresses of webhooks the service takes that started last; null: none has started since this column exists';
