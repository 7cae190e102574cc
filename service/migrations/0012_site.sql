-- What the site shows of a company at a glance, and which of its scopes a key really uses.

alter table api_keys
  -- Scope → when it was last used. A column and not a table: it is written with last_used_at, in one go.
  add column scope_uses jsonb not null default '{}',
  -- Scope → when the key got it, where that was later than the key itself.
  add column scopes_given jsonb not null default '{}';

-- The overview is made of sums. With the amounts in the index, the tables themselves are left alone; drafts, of
-- which thousands may come in a second, are in neither of the first two.
create index invoices_owing on invoices (company_id, currency, due_date) include (total, amount_credited, amount_paid)
  where status in ('open', 'partially_paid');
create index invoices_by_date on invoices (company_id, invoice_date) include (currency, total, fiscal_status)
  where status not in ('draft', 'void');
-- All amounts are above nothing. That this one says so keeps it from those who look for a payment by its key: on a young
-- table it would seem as good to them as the primary key, which has to be the newest index (0003).
create index payments_by_moment on payments (company_id, paid_at) include (currency, amount) where amount > 0;
create index refunds_by_moment on refunds (company_id, settled_at) include (payment_id, amount) where status = 'done';
