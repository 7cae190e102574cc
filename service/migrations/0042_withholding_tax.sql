-- Buyers that withhold tax pay the rest of an invoice, and settle what they withheld by a certificate: a payment of the
-- method `withholding_tax`.
alter table customers add column withholding_rate numeric;
alter table customers add constraint customers_withholding_rate_is_in_range
  check (withholding_rate > 0 and withholding_rate <= 100) not valid;
alter table customers validate constraint customers_withholding_rate_is_in_range;
comment on column customers.withholding_rate is 'the rate of new invoices that say nothing of it, in percent';

alter table invoices
  add column withholding jsonb,
  add column withholding_amount numeric not null default 0,
  add column withholding_recorded numeric not null default 0;
comment on column invoices.withholding is 'rate and reason; null where the buyer withholds nothing';
comment on column invoices.withholding_amount is 'what the buyer withholds: the rate, on the total without tax';
comment on column invoices.withholding_recorded is 'the payments of the method withholding_tax that were not reversed';
alter table invoices add constraint invoices_withholding_amount_within_total
  check (withholding_amount >= 0 and withholding_amount <= total and (withholding is not null or withholding_amount = 0))
  not valid;
alter table invoices validate constraint invoices_withholding_amount_within_total;
alter table invoices add constraint invoices_withholding_recorded_is_paid
  check (withholding_recorded >= 0 and withholding_recorded <= amount_paid) not valid;
alter table invoices validate constraint invoices_withholding_recorded_is_paid;

alter table payments add column certificate_number text;
alter table payments add constraint payments_certificate_is_of_withheld_tax
  check (certificate_number is null or (method is not null and method = 'withholding_tax')) not valid;
alter table payments validate constraint payments_certificate_is_of_withheld_tax;
create index concurrently payments_withheld on payments (company_id, created_at desc, id desc)
  where method = 'withholding_tax' and reversed_at is null;
create index concurrently payments_without_certificate on payments (company_id, created_at desc, id desc)
  where method = 'withholding_tax' and reversed_at is null and certificate_number is null;

create index concurrently payments_certificate_missing on payments (company_id, paid_at desc, id desc)
  where method = 'withholding_tax' and reversed_at is null and certificate_number is null;

-- What is left once all but the withheld tax is paid is not overdue, so the indexes of overdue invoices do without it.
create index concurrently invoices_payable_marked on invoices (company_id, created_at desc, id desc)
  where overdue_at is not null and status in ('open', 'partially_paid')
    and total + credit_applied_elsewhere - amount_credited - amount_paid - credit_applied
      > greatest(withholding_amount - withholding_recorded, 0);
create index concurrently invoices_payable_unmarked on invoices (company_id, due_date)
  where overdue_at is null and status in ('open', 'partially_paid')
    and total + credit_applied_elsewhere - amount_credited - amount_paid - credit_applied
      > greatest(withholding_amount - withholding_recorded, 0);
create index concurrently invoices_payable_falling_due on invoices (due_date)
  where overdue_at is null and status in ('open', 'partially_paid') and due_date > '-infinity'
    and total + credit_applied_elsewhere - amount_credited - amount_paid - credit_applied
      > greatest(withholding_amount - withholding_recorded, 0);
create index concurrently invoices_payable on invoices (company_id, currency, due_date)
  where status in ('open', 'partially_paid') and currency <> ''
    and total + credit_applied_elsewhere - amount_credited - amount_paid - credit_applied
      > greatest(withholding_amount - withholding_recorded, 0);
-- What customers owe, and how much of it is overdue, is read from the index alone.
create index concurrently invoices_owed_by_customer on invoices (company_id, customer_id, currency, due_date)
  include (total, amount_credited, amount_paid, credit_applied, credit_applied_elsewhere, withholding_amount,
    withholding_recorded)
  where status in ('open', 'partially_paid') and customer_id > 0;
drop index concurrently invoices_overdue_marked;
drop index concurrently invoices_overdue_unmarked;
drop index concurrently invoices_falling_due;
drop index concurrently invoices_owing;
drop index concurrently invoices_due_by_customer;

-- An invoice of which only withheld tax is left never falls due.
create or replace function note_invoice_totals() returns trigger language plpgsql as $$
begin
  insert into record_totals (company_id, kind, currency, period_start, fiscal_status, amount, count)
  select company_id, kind, currency, day::timestamp at time zone 'utc', fiscal_status, sum(amount), sum(count) from (
    select owed.company_id, 'owed' as kind, owed.currency,
      case when owed.balance > owed.withheld then owed.due_date else 'infinity' end as day, '' as fiscal_status,
      owed.sign * owed.balance as amount, owed.sign as count
    from (
      select old.company_id, old.status, old.currency, old.due_date, -1 as sign,
        old.total + old.credit_applied_elsewhere - old.amount_credited - old.amount_paid - old.credit_applied as balance,
        greatest(old.withholding_amount - old.withholding_recorded, 0) as withheld
      union all
      select new.company_id, new.status, new.currency, new.due_date, 1,
        new.total + new.credit_applied_elsewhere - new.amount_credited - new.amount_paid - new.credit_applied,
        greatest(new.withholding_amount - new.withholding_recorded, 0)
    ) owed where owed.status in ('open', 'partially_paid')
    union all
    select old.company_id, 'invoiced', old.currency, old.invoice_date, old.fiscal_status, -old.total, -1
    where old.status not in ('draft', 'void')
    union all
    select new.company_id, 'invoiced', new.currency, new.invoice_date, new.fiscal_status, new.total, 1
    where new.status not in ('draft', 'void')
  ) changes
  group by company_id, kind, currency, day, fiscal_status having sum(amount) <> 0 or sum(count) <> 0;
  return null;
end $$;

-- Rate and amount of what the buyer withholds are fixed once the invoice is issued.
create trigger invoices_withholding_is_fixed before update of withholding, withholding_amount on invoices
  for each row when (old.status <> 'draft' and record_image_ne(
    row(new.withholding, new.withholding_amount), row(old.withholding, old.withholding_amount)))
  execute function refuse_change_of_issued();
