import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import {
  paymentMovementsSql,
  refundMovementsSql,
  reversalMovementsSql,
} from "../../payments/payments/service.ts";
import { type Part, partOf, step } from "../explanations/service.ts";
import { explainedRecordsMax, movementInputs } from "./explained-records.ts";
import { endOfDay } from "./period.ts";
import type { Row } from "./report.ts";
import { movementsSql } from "./statement.ts";

/** The credit of so many rows is explained by its records; each is an account to read. */
const accountsMax = 20;

const account = statement(
  "report_credit_account",
  `select m.date, m.kind as type, m.record_id, m.reference, m.invoice_id, m.amount
   from (${movementsSql}) m where m.date <= $4 and m.currency = $5
   order by m.date, m.record_id limit ${explainedRecordsMax + 1}`,
);

const withoutInvoice = statement(
  "report_credit_without_invoice",
  `select m.date, m.kind as type, m.record_id, m.reference, m.invoice_id, m.amount from (
     ${paymentMovementsSql("$2", "p.invoice_id is null and p.paid_at < $3")}
     union all ${reversalMovementsSql("$2", "p.invoice_id is null and p.reversed_at < $3")}
     union all ${refundMovementsSql("$2", "p.invoice_id is null and f.settled_at < $3")}
   ) m where m.currency = $4 order by m.date, m.record_id limit ${explainedRecordsMax + 1}`,
);

/** What is owed on an invoice, by its id. */
export type OwedByInvoice = ReadonlyMap<number, Part>;

/**
 * The records that make the credit of rows of the receivables. A row is missing where they are too many to be named, or it
 * is not among the first ones.
 */
export async function explainCredits(
  db: Queryable,
  company: Company,
  asOf: string,
  rows: readonly Row[],
  owed: OwedByInvoice,
): Promise<Map<Row, Part[]>> {
  const credited = rows.filter(({ credit }) => !new Big(String(credit)).eq("0")).slice(0, accountsMax);
  const explained = new Map<Row, Part[]>();
  for (const row of credited) {
    const records = await readAccount(db, company, asOf, row);
    if (records.length > explainedRecordsMax) continue;
    explained.set(row, row.customer_id === null ? records.map(stepOf) : partsByInvoice(records, owed));
  }
  return explained;
}

function readAccount(db: Queryable, company: Company, asOf: string, row: Row): Promise<Row[]> {
  const { id, timeZone } = company;
  return row.customer_id === null
    ? db.query<Row>(withoutInvoice, [id, timeZone, endOfDay(company, asOf), row.currency])
    : db.query<Row>(account, [id, row.customer_id, timeZone, asOf, row.currency]);
}

/**
 * By invoice: what is owed on it, less what its records come to. Most come to nothing, and are left out. A payment of several
 * invoices is a record of the first one, so it is missing on the other invoices; these are shown together with it.
 */
function partsByInvoice(records: readonly Row[], owed: OwedByInvoice): Part[] {
  const parts = [...Map.groupBy(records, ({ invoice_id }) => Number(invoice_id))].map(([invoice, those]) => {
    const due = owed.get(invoice);
    const number = those.find(({ type }) => type === "invoice")?.reference;
    const inputs = { invoice, ...(number != null && { number }) };
    return partOf("report.invoice_credit", [...(due ? [due] : []), ...those.map(stepOf)], inputs);
  });
  const own = parts.filter(({ amount }) => !amount.eq("0"));
  if (own.every(({ amount }) => amount.gt("0"))) return own;
  return own.flatMap(({ parts: steps }) => steps.map((each) => ({ ...each, parts: [] })));
}

/** What raises what is owed lowers the credit. */
const stepOf = (row: Row): Part =>
  step("report.movement", new Big(String(row.amount)).neg(), { inputs: movementInputs(row) });
