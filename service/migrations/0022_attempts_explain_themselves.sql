-- requires-stop: a worker of an older version would record attempts that it did not begin.
-- Every attempt is recorded before it is sent: why, by which worker and under which lease. An attempt that was begun
-- and never completed has neither a status code nor a failure; attempts from before this migration have no cause.
alter table webhook_attempts
  add column cause text constraint webhook_attempts_cause_is_known
    check (cause in ('first', 'retry', 'replay', 'takeover', 'reconnect')),
  add column worker text,
  add column lease_number bigint,
  alter column duration_ms drop not null,
  drop constraint webhook_attempts_status_code_or_failure,
  add constraint webhook_attempts_status_code_or_failure check (status_code is null or failure is null),
  add constraint webhook_attempts_duration_once_completed
    check ((duration_ms is null) = (status_code is null and failure is null));

-- The fencing number: it grows whenever the endpoint's lease goes to another worker, or is taken again after its
-- release.
alter table webhook_endpoints add column lease_number bigint not null default 0;

alter table webhook_deliveries
  add column attempt_number integer not null default 0,
  add column attempt_cause text not null default 'first' constraint webhook_deliveries_attempt_cause_is_known
    check (attempt_cause in ('first', 'retry', 'replay', 'takeover', 'reconnect')),
  add column attempt_lease bigint,
  add column attempt_worker text,
  add column attempt_begun_at timestamptz(3),
  add column attempt_url text;
comment on column webhook_deliveries.attempt_number is 'of the newest attempt, completed or not';
comment on column webhook_deliveries.attempt_cause is 'of the attempt under way, or else of the next one';
comment on column webhook_deliveries.attempt_lease is 'the lease under which an attempt was begun that is not completed yet';
comment on column webhook_deliveries.attempt_worker is 'that began the newest attempt';
update webhook_deliveries set attempt_number = attempt_count, attempt_cause = 'retry' where attempt_count > 0;
