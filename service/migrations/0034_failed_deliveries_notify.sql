-- People are also notified of deliveries that failed for good. The index finds the first of a day at each endpoint,
-- however many there are; it has no entries for deliveries that succeeded. Other statements about failed deliveries do not
-- use it, because they lack the last condition.
create index concurrently webhook_deliveries_failed on webhook_deliveries (company_id, endpoint_id, step, completed_at)
  where status = 'failed' and completed_at > '-infinity';

alter table notification_settings
  add column read_delivery bigint not null default 0,
  drop constraint notification_settings_kinds_are_known,
  add constraint notification_settings_kinds_are_known
    check (kinds <@ array['payment_received', 'registration_failed', 'deliveries_failed', 'endpoint_disabled',
      'import_finished']) not valid;
alter table notification_settings validate constraint notification_settings_kinds_are_known;
comment on column notification_settings.read_delivery is
  'when the last failed delivery that was read had failed, in milliseconds since 1970';

-- Who has left no kind out wants this one as well.
-- in batches
update notification_settings set kinds = kinds || array['deliveries_failed']
where kinds @> array['payment_received', 'registration_failed', 'endpoint_disabled', 'import_finished']
  and not kinds @> array['deliveries_failed'] and ctid between $1 and $2;
