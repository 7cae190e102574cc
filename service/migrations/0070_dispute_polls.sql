-- When each gateway account was last asked for disputes, and when it is asked next. Every account is due at first.
alter table gateway_accounts add column disputes_polled_at timestamptz(3);
alter table gateway_accounts add column next_dispute_poll_at timestamptz(3) default '2000-01-01T00:00:00Z';
create index concurrently gateway_accounts_dispute_poll_due on gateway_accounts (next_dispute_poll_at)
  where next_dispute_poll_at is not null;
create index concurrently payments_open_disputes on payments (company_id, gateway, disputed_at)
  where dispute_status = 'open';
