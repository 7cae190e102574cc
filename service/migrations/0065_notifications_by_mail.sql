-- Which notifications a person also gets by mail. Without a row, none. The row of somebody who left the company is deleted at the next look.
create table notification_mails (
  company_id bigint not null references companies (id),
  user_id bigint not null references users (id) on delete cascade,
  kinds text[] not null
    constraint notification_mails_kinds_are_known
    check (kinds <@ array['payment_received', 'payment_disputed', 'registration_failed', 'recurring_invoice_failed',
      'mail_failed', 'deliveries_failed', 'endpoint_disabled', 'import_finished'])
    constraint notification_mails_have_a_kind check (cardinality(kinds) > 0),
  last_event bigint not null,
  last_import bigint not null,
  last_delivery bigint not null,
  is_collecting boolean not null default false,
  next_run_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (company_id, user_id)
);
comment on column notification_mails.last_event is 'the sequence up to which events were mailed, or need not be';
comment on column notification_mails.is_collecting is 'there is something to mail at next_run_at, together with what happens until then';
comment on column notification_mails.next_run_at is 'when to look for new notifications; the transaction that stores a mail moves it';

create index notification_mails_due on notification_mails (next_run_at);
