-- When an invoice was last sent to its buyer by mail, and when the buyer's page was first opened.
alter table invoices add column sent_at timestamptz(3), add column viewed_at timestamptz(3);
comment on column invoices.sent_at is 'when it was last sent to the buyer by mail';
comment on column invoices.viewed_at is 'when the page for the buyer was first opened';
