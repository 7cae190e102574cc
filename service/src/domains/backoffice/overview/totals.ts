import type { Context } from "../../../context.ts";
import { type Database, inTransaction, type Queryable, statement } from "../../../platform/db/database.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import {
  balanceSql,
  isPayableSql,
  issuedInvoicesSql,
  unpaidInvoicesSql,
} from "../../billing/invoices/service.ts";
import { keptPaymentsSql } from "../../payments/payments/fragments.ts";
import { findCompaniesOfHour } from "../../tenancy/companies/service.ts";

/**
 * The totals of the overview. Triggers add a row to `record_totals` for each change of a total, so that a reader adds
 * up few rows and changes never wait for each other. Here the rows of each total are added up, and compared with the
 * records.
 */
const total = "kind, currency, period_start, fiscal_status, company_id";
const columns = "t.kind, t.currency, t.period_start, t.fiscal_status, t.company_id, t.amount, t.count";

// One at a time: while the totals of a company are computed again, none of their rows may be replaced.
const lock = statement(
  "totals_lock",
  "select pg_advisory_xact_lock(hashtextextended('record_totals', 20260101))",
);

const addUp = statement(
  "totals_add_up",
  `with added as (
     delete from record_totals t
     using (select company_id, id from record_totals where not is_sum order by company_id, id limit $1) first
     where t.company_id = first.company_id and t.id = first.id
     returning ${columns}
   ), sums as (
     delete from record_totals t using (select distinct ${total} from added) a
     where t.is_sum and t.company_id = a.company_id and t.kind = a.kind and t.period_start = a.period_start
       and t.currency = a.currency and t.fiscal_status = a.fiscal_status
     returning ${columns}
   ), stored as (
     insert into record_totals (${total}, amount, count, is_sum)
     select ${total}, sum(amount), sum(count), true from (select * from added union all select * from sums) rows
     group by ${total} having sum(amount) <> 0 or sum(count) <> 0
   )
   select count(*)::int as count from added having count(*) > 0`,
);

// So that one transaction stays short, however many rows an outage left behind.
const addUpMax = 10_000;

/** Replaces the rows that were added since the last time, and returns how many they were. */
export function addUpTotals({ background }: Context): Promise<number> {
  return inBatches(addUpMax, (limit) =>
    inTransaction(background, async (tx) => {
      await tx.query(lock);
      const [added] = await tx.query<{ count: number }>(addUp, [limit]);
      return added?.count ?? 0;
    }),
  );
}

/** What the records of a company add up to. */
const computedSql = `select ${total}, sum(amount) as amount, count(*) as count from (
    select 'owed' as kind, currency,
      case when ${isPayableSql("invoices")} then due_date else 'infinity' end::timestamp at time zone 'utc' as period_start,
      '' as fiscal_status, company_id, ${balanceSql("invoices")} as amount
    ${unpaidInvoicesSql}
    union all
    select 'invoiced', currency, invoice_date::timestamp at time zone 'utc', fiscal_status, company_id, total
    ${issuedInvoicesSql}
    union all
    select 'received', currency, date_bin('15 minutes', paid_at, timestamptz '2000-01-01 00:00Z'), '',
      company_id, amount
    ${keptPaymentsSql}
  ) records group by ${total}`;

const differences = statement(
  "totals_differences",
  `select ${total}, coalesce(c.amount, 0)::text as computed, coalesce(k.amount, 0)::text as kept
   from (${computedSql}) c full join (
     select ${total}, sum(amount) as amount, sum(count) as count from record_totals where company_id = $1
     group by ${total} having sum(amount) <> 0 or sum(count) <> 0
   ) k using (${total})
   where c.amount is distinct from k.amount or c.count is distinct from k.count
   order by ${total} limit 20`,
);

type Difference = { kind: string; currency: string; computed: string; kept: string };

/** Where the totals of a company are not those of its records; the first few, as that should never happen. */
export function findDifferences(db: Queryable, companyId: number): Promise<Difference[]> {
  return db.query<Difference>(differences, [companyId]);
}

const replace = statement(
  "totals_replace",
  `with kept as (delete from record_totals where company_id = $1)
   insert into record_totals (${total}, amount, count, is_sum) select ${total}, amount, count, true from (${computedSql}) c`,
);

/** Compares the totals of those companies whose turn it is at this hour with their records, and corrects them. */
export async function checkTotals(context: Context): Promise<number> {
  const { background, clock, log } = context;
  let corrected = 0;
  for (let after = 0; ; ) {
    const batch = await findCompaniesOfHour(background, clock.now().getUTCHours(), after);
    if (batch.length === 0) return corrected;
    for (const id of batch) {
      const found = await findDifferences(background, id);
      if (found.length === 0) continue;
      log.error(
        { company_id: id, differences: found },
        "totals of the overview were wrong; recomputing them",
      );
      await recomputeTotals(background, id);
      corrected++;
    }
    after = batch.at(-1)!;
  }
}

export async function recomputeTotals(db: Database, companyId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.query(lock);
    await tx.query(replace, [companyId]);
  });
}
