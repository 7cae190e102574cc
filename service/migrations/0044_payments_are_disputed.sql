-- A buyer's bank may question a payment that a gateway took, and take the money back.
alter table payments
  add column disputed_at timestamptz(3),
  add column dispute_status text,
  add column dispute_reason text,
  add constraint payments_dispute_has_a_status check ((disputed_at is null) = (dispute_status is null)) not valid,
  add constraint payments_dispute_status_is_known check (dispute_status in ('open', 'won', 'lost')) not valid;
alter table payments validate constraint payments_dispute_has_a_status;
alter table payments validate constraint payments_dispute_status_is_known;

-- A gateway's notification of a dispute may name nothing but its own id of the payment.
create index concurrently payments_by_transaction on payments (gateway_reference, gateway)
  where gateway_reference is not null and id > 0;

-- The list of payments that may need attention has these as well. While the version before still runs, its list has no
-- index.
create index concurrently payments_marked_or_disputed on payments (company_id, paid_at desc, id desc)
  where unallocated_amount > 0 or amount_refunded > 0 or late or reversed_at is not null or disputed_at is not null;
drop index concurrently payments_marked_or_reversed;

alter table notification_settings
  drop constraint notification_settings_kinds_are_known,
  add constraint notification_settings_kinds_are_known
    check (kinds <@ array['payment_received', 'payment_disputed', 'registration_failed', 'recurring_invoice_failed',
      'deliveries_failed', 'endpoint_disabled', 'import_finished']) not valid;
alter table notification_settings validate constraint notification_settings_kinds_are_known;

-- Who has left no kind out wants this one as well.
-- in batches
update notification_settings set kinds = kinds || array['payment_disputed']
where kinds @> array['payment_received', 'registration_failed', 'recurring_invoice_failed', 'deliveries_failed',
    'endpoint_disabled', 'import_finished']
  and not kinds @> array['payment_disputed'] and ctid between $1 and $2;
