import { type Queryable, statement } from "../../../platform/db/database.ts";

/** The totals of one currency's invoices at this moment. Amounts are decimal text. */
export type CurrencyBalance = {
  currency: string;
  outstanding: string;
  overdue: string;
  invoices_open: number;
  invoices_overdue: number;
  drafts: number;
};

// The index invoices_owing demands "currency <> ''", so that it serves these totals alone. An index for the totals of
// drafts would burden every create, so only the newest 10,000 are counted.
const due = "r.total - r.amount_credited - r.amount_paid";

const balance = statement(
  "overview_balances",
  `select currency, sum(outstanding) as outstanding, sum(overdue) as overdue,
     sum(invoices_open)::int as invoices_open, sum(invoices_overdue)::int as invoices_overdue, sum(drafts)::int as drafts
   from (
     select r.currency, sum(${due}) as outstanding,
       coalesce(sum(${due}) filter (where r.due_date < $2::date), 0) as overdue, count(*) as invoices_open,
       count(*) filter (where r.due_date < $2::date) as invoices_overdue, 0 as drafts
     from invoices r
     where r.company_id = $1 and r.status in ('open', 'partially_paid') and r.currency <> '' group by r.currency
     union all
     select r.currency, 0, 0, 0, 0, count(*)
     from (select r.currency from invoices r where r.company_id = $1 and r.status = 'draft'
       order by r.created_at desc, r.id desc limit 10000) r group by r.currency
   ) parts group by currency`,
);

export function findBalances(db: Queryable, companyId: number, today: string): Promise<CurrencyBalance[]> {
  return db.query<CurrencyBalance>(balance, [companyId, today]);
}

/** One day's total of one kind in one currency; invoices are split by their fiscal status. */
export type Movement = {
  kind: "money_in" | "refunded" | "invoiced";
  currency: string;
  date: string;
  amount: string;
  count: number;
  fiscal_status: string | null;
};

const movements = statement(
  "overview_movements",
  `select 'money_in' as kind, p.currency, (p.paid_at at time zone $4)::date as date, sum(p.amount) as amount,
     count(*) as count, null as fiscal_status
   from payments p where p.company_id = $1 and p.paid_at >= $2 and p.paid_at < $3 and p.amount > 0 group by 2, 3
   union all
   select 'refunded', p.currency, (f.settled_at at time zone $4)::date, sum(f.amount), count(*), null
   from refunds f join payments p on p.company_id = f.company_id and p.id = f.payment_id
   where f.company_id = $1 and f.status = 'done' and f.settled_at >= $2 and f.settled_at < $3 group by 2, 3
   union all
   select 'invoiced', r.currency, r.invoice_date, sum(r.total), count(*), r.fiscal_status
   from invoices r
   where r.company_id = $1 and r.invoice_date between $5::date and $6::date and r.status not in ('draft', 'void')
   group by 2, 3, 6`,
);

/** The days of a range in the company's time zone; `since` and `until` are the same range as instants, end excluded. */
export type Range = { from: string; to: string; since: Date; until: Date; timeZone: string };

export function findMovements(db: Queryable, companyId: number, range: Range): Promise<Movement[]> {
  const { from, to, since, until, timeZone } = range;
  return db.query<Movement>(movements, [companyId, since, until, timeZone, from, to]);
}
