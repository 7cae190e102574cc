-- Reminders by mail: when a company sends them, which invoices have had which of them, and who gets none.
create table reminder_settings (
  company_id bigint primary key references companies (id),
  enabled boolean not null,
  steps jsonb not null constraint reminder_settings_steps_are_bounded check (
    case when jsonb_typeof(steps) = 'array' then jsonb_array_length(steps) between 1 and 10 else false end),
  send_from_hour integer not null
    constraint reminder_settings_from_is_an_hour check (send_from_hour between 0 and 23),
  send_until_hour integer not null
    constraint reminder_settings_until_is_an_hour check (send_until_hour between 1 and 24),
  weekdays_only boolean not null,
  next_run_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint reminder_settings_hours_are_in_order check (send_from_hour < send_until_hour),
  constraint reminder_settings_run_while_enabled check (enabled = (next_run_at is not null))
);
comment on table reminder_settings is 'when the buyers of a company are reminded; without a row, never';
comment on column reminder_settings.steps is 'days after the due date, each with a text of its own or none';
comment on column reminder_settings.next_run_at is 'when somebody next looks for invoices to remind of, or the end of a lease';
-- Only those that will ever be due: a pass reads what is due and nothing else.
create index reminder_settings_due on reminder_settings (next_run_at) where next_run_at is not null;

-- However often a pass is repeated, and by however many nodes at once: one reminder per invoice and step.
create table invoice_reminders (
  company_id bigint not null references companies (id),
  invoice_id bigint not null,
  days integer not null constraint invoice_reminders_days_are_bounded check (days between -60 and 180),
  outcome text not null constraint invoice_reminders_outcome_is_known check (outcome in ('mailed', 'no_address')),
  message_id text,
  created_at timestamptz(3) not null,
  primary key (company_id, invoice_id, days),
  foreign key (company_id, invoice_id) references invoices,
  constraint invoice_reminders_mailed_have_a_mail check ((outcome = 'mailed') = (message_id is not null))
);
comment on column invoice_reminders.days is 'the step: days after the due date, or before it if negative';
comment on column invoice_reminders.message_id is 'the mail, which is deleted long before this';

alter table invoices
  add column reminders_paused boolean not null default false,
  add column reminded_at timestamptz(3);
comment on column invoices.reminded_at is 'when the buyer was last reminded by mail';
alter table customers add column reminders_paused boolean not null default false;

-- A mail that waited until what it asks for was paid is cancelled.
alter table mails
  drop constraint mails_status_is_known,
  add constraint mails_status_is_known
    check (status in ('queued', 'sent', 'failed', 'expired', 'cancelled', 'kept')) not valid;
alter table mails validate constraint mails_status_is_known;
