-- How often the present period failed for a reason that nobody has foreseen, so that a restart does not begin again.
alter table recurring_invoices add column failed_attempts integer not null default 0;
