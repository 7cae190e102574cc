-- The pass over all companies finds what fell due without asking company by company. Drafts are not in it, and
-- statements about one company do not use it, because they lack the last condition.
create index concurrently invoices_falling_due on invoices (due_date)
  where overdue_at is null and status in ('open', 'partially_paid') and due_date > '-infinity';

create index concurrently user_verifications_expiry on user_verifications (expires_at);

-- Without this, every purge reads all rows that were added since the table was last vacuumed.
-- safe: it only changes a setting of the index, in a moment.
alter index idempotency_keys_created set (autosummarize = on);
-- safe: it only changes a setting of the index, in a moment.
alter index webhook_deliveries_created set (autosummarize = on);
-- safe: it only changes a setting of the index, in a moment.
alter index webhook_inbox_created set (autosummarize = on);
-- safe: it only changes a setting of the index, in a moment.
alter index fiscal_calls_called set (autosummarize = on);
