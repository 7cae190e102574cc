alter table notification_settings
  drop constraint notification_settings_kinds_are_known,
  add constraint notification_settings_kinds_are_known
    check (kinds <@ array['payment_received', 'payment_disputed', 'quote_answered', 'registration_failed',
      'recurring_invoice_failed', 'mail_failed', 'deliveries_failed', 'endpoint_disabled', 'import_finished']) not valid;
alter table notification_settings validate constraint notification_settings_kinds_are_known;

alter table notification_mails
  drop constraint notification_mails_kinds_are_known,
  add constraint notification_mails_kinds_are_known
    check (kinds <@ array['payment_received', 'payment_disputed', 'quote_answered', 'registration_failed',
      'recurring_invoice_failed', 'mail_failed', 'deliveries_failed', 'endpoint_disabled', 'import_finished']) not valid;
alter table notification_mails validate constraint notification_mails_kinds_are_known;

-- Who has left no kind out wants this one as well.
-- in batches
update notification_settings set kinds = kinds || array['quote_answered']
where kinds @> array['payment_received', 'payment_disputed', 'registration_failed', 'recurring_invoice_failed',
    'mail_failed', 'deliveries_failed', 'endpoint_disabled', 'import_finished']
  and not kinds @> array['quote_answered'] and ctid between $1 and $2;
