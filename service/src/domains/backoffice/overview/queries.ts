import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { fromInvoices } from "../../billing/invoices/fragments.ts";
import { fromRefunds, joinPaymentOf } from "../../payments/payments/fragments.ts";
import type { Period } from "./period.ts";

/** How long invoices have been overdue, in days; the first range are those that are not due yet. */
export const ages = [
  { name: "not_due", first: null, last: 0 },
  { name: "days_1_30", first: 1, last: 30 },
  { name: "days_31_60", first: 31, last: 60 },
  { name: "days_61_90", first: 61, last: 90 },
  { name: "days_91_or_more", first: 91, last: null },
] as const;

/** What customers owe in one currency at this moment, by age. Amounts are decimal text. */
export type CurrencyBalance = {
  currency: string;
  amounts: string[];
  counts: number[];
  drafts: number;
};

/** How a date is kept in a total. */
const dayStart = (date: string) => `((${date})::timestamp at time zone 'utc')`;

const ageConditions = ages.map(({ first, last }) =>
  [
    ...(first === null ? [] : [`t.period_start <= ${dayStart(`$2::date - ${first}`)}`]),
    ...(last === null ? [] : [`t.period_start >= ${dayStart(`$2::date - ${last}`)}`]),
  ].join(" and "),
);
const none = ages.map(() => "0");
const eachAge = (column: string) =>
  ageConditions.map((age) => `coalesce(sum(t.${column}) filter (where ${age}), 0)`).join(", ");

/** Totals of drafts would burden every create, so only the company's newest ones are counted. */
export const draftsMax = 1000;

const balance = statement(
  "overview_balances",
  `select currency, array[${ages.map((_, index) => `sum(amounts[${index + 1}])::text`)}] as amounts,
     array[${ages.map((_, index) => `sum(counts[${index + 1}])::int`)}] as counts, sum(drafts)::int as drafts
   from (
     select t.currency, array[${eachAge("amount")}] as amounts, array[${eachAge("count")}] as counts, 0 as drafts
     from record_totals t where t.company_id = $1 and t.kind = 'owed' group by t.currency
     having sum(t.count) <> 0
     union all
     select r.currency, array[${none}]::numeric[], array[${none}]::numeric[], count(*)
     from (select r.currency ${fromInvoices("r")} where r.company_id = $1 and r.status = 'draft'
       order by r.created_at desc, r.id desc limit ${draftsMax}) r group by r.currency
   ) parts group by currency`,
);

export function findBalances(db: Queryable, companyId: number, today: string): Promise<CurrencyBalance[]> {
  return db.query<CurrencyBalance>(balance, [companyId, today]);
}

/** One day's total of one kind in one currency; invoices are split by their fiscal status. */
export type Movement = {
  kind: "money_in" | "refunded" | "invoiced";
  currency: string;
  /** Null for the total of the period before. */
  date: string | null;
  amount: string;
  count: number;
  fiscal_status: string | null;
};

// Only the totals of the previous period are shown, so its days are not needed.
const movementsSql = (since: string, until: string, from: string, to: string, isBefore: boolean) => {
  const date = isBefore ? "null::date" : "(t.period_start at time zone 'utc')::date";
  const day = (moment: string) => (isBefore ? "null::date" : `(${moment} at time zone $2)::date`);
  return `select 'money_in' as kind, t.currency, ${day("t.period_start")} as date, sum(t.amount) as amount,
     sum(t.count)::int8 as count, null as fiscal_status
   from record_totals t where t.company_id = $1 and t.kind = 'received' and t.period_start >= ${since}
     and t.period_start < ${until} group by 2, 3
   union all
   select 'refunded', p.currency, ${day("f.settled_at")}, sum(f.amount), count(*), null
   ${fromRefunds("f")} ${joinPaymentOf("f")}
   where f.company_id = $1 and f.status = 'done' and f.settled_at >= ${since} and f.settled_at < ${until} group by 2, 3
   union all
   select 'invoiced', t.currency, ${date}, sum(t.amount), sum(t.count)::int8, ${isBefore ? "null" : "t.fiscal_status"}
   from record_totals t where t.company_id = $1 and t.kind = 'invoiced'
     and t.period_start between ${dayStart(`${from}::date`)} and ${dayStart(`${to}::date`)}
   group by 2, 3, 6 having sum(t.count) <> 0`;
};

const movements = statement(
  "overview_movements",
  `${movementsSql("$3", "$4", "$5", "$6", false)} union all ${movementsSql("$7", "$8", "$9", "$10", true)}`,
);

export function findMovements(
  db: Queryable,
  companyId: number,
  timeZone: string,
  period: Period,
  before: Period,
): Promise<Movement[]> {
  const bounds = [period, before].flatMap(({ since, until, from, to }) => [since, until, from, to]);
  return db.query<Movement>(movements, [companyId, timeZone, ...bounds]);
}

const rejected = statement(
  "overview_rejected",
  `select count(*)::int as count from (
     select 1 ${fromInvoices("r")} where r.company_id = $1 and r.fiscal_status = 'rejected' and r.status not in ('draft', 'void')
     limit $2
   ) r`,
);

/** Counts no further than `max`. */
export async function countRejected(db: Queryable, companyId: number, max: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(rejected, [companyId, max]);
  return row!.count;
}

export type PendingRegistration = {
  invoice_id: number;
  number: NonNullable<Tables["invoices"]["number"]>;
  since: string;
};

const pending = statement(
  "overview_registrations_pending",
  `select r.id as invoice_id, r.number, ${isoSql("r.updated_at")} as since ${fromInvoices("r")}
   where r.company_id = $1 and r.status <> 'draft' and r.fiscal_status = 'pending' and r.updated_at < $2
   order by r.created_at, r.id limit $3`,
);

/** The oldest invoices that the authority has not decided on since the given moment. */
export function findPendingSince(
  db: Queryable,
  companyId: number,
  moment: Date,
  limit: number,
): Promise<PendingRegistration[]> {
  return db.query<PendingRegistration>(pending, [companyId, moment, limit]);
}

export type FailedRefund = Pick<Tables["refunds"], "payment_id" | "amount" | "failure"> &
  Pick<Tables["payments"], "currency"> & { created_at: string };

// Few payments are refunded, so the newest 10,000 refunds reach far back, and no index is needed that every refund pays for.
const failedRefunds = statement(
  "overview_refunds_failed",
  `select f.payment_id, f.amount, p.currency, f.failure, ${isoSql("f.created_at")} as created_at
   from (select f.* ${fromRefunds("f")} where f.company_id = $1 order by f.id desc limit 10000) f
   ${joinPaymentOf("f")}
   where f.status = 'failed' and not exists (
     select ${fromRefunds("later")} where later.company_id = f.company_id and later.payment_id = f.payment_id
       and later.id > f.id and later.status in ('pending', 'done'))
   order by f.id desc limit $2`,
);

/** Refunds that failed and were not tried again, newest first. */
export function findFailedRefunds(db: Queryable, companyId: number, limit: number): Promise<FailedRefund[]> {
  return db.query<FailedRefund>(failedRefunds, [companyId, limit]);
}

export type NamedInvoice = Pick<Tables["invoices"], "id" | "number"> & { customer: string | null };

const named = statement(
  "overview_invoice_names",
  `select r.id, r.number, r.customer_snapshot ->> 'name' as customer ${fromInvoices("r")}
   where r.company_id = $1 and r.id = any($2::int8[])`,
);

/** For events that name an invoice only by its id. */
export function findInvoiceNames(
  db: Queryable,
  companyId: number,
  ids: readonly number[],
): Promise<NamedInvoice[]> {
  return db.query<NamedInvoice>(named, [companyId, ids]);
}
