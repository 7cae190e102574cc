import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { everyRowsMax, pageLimitMax } from "../../../platform/db/lists/page.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { toPlain } from "../../../platform/values/money.ts";
import type { WithholdingQuery } from "../../payments/payments/schema.ts";
import { listWithheldTax } from "../../payments/payments/service.ts";
import { column, type DrawnReport, pdfRowsMax, tooManyRows } from "./report-pdf.ts";

const columns = [
  column("date", "date", "date"),
  column("customer", "customer_name", "text"),
  column("invoice", "invoice_number", "text"),
  column("certificate", "certificate_number", "text"),
  column("amount", "amount", "amount"),
];

export type Withheld = {
  payment_id: number;
  invoice_id: number;
  currency: string;
  /** Decimal text. */
  amount: string;
  paid_at: string;
  customer_name: string;
  invoice_number: string | null;
  allocations: readonly unknown[];
  certificate_number: string | null;
};

/** All rows, newest first, up to as many as a PDF has. */
export async function readWithheld(
  db: Queryable,
  company: Company,
  today: string,
  query: WithholdingQuery,
): Promise<Withheld[]> {
  const found: Withheld[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const asked = { ...query, limit: pageLimitMax, ...(cursor !== undefined && { cursor }) };
    const { entries, pagination } = await listWithheldTax(db, company, today, asked, everyRowsMax);
    found.push(...entries.map(withheldOf));
    if (found.length > pdfRowsMax) throw tooManyRows("withholding", "created_from");
    cursor = (JSON.parse(pagination) as { next_cursor: string | null }).next_cursor;
  }
  return found;
}

/** Tax that buyers withheld, on paper, newest first. */
export async function readWithholding(
  db: Queryable,
  company: Company,
  today: string,
  query: WithholdingQuery,
): Promise<DrawnReport> {
  const found = await readWithheld(db, company, today, query);
  const byCurrency = [...Map.groupBy(found, ({ currency }) => currency)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return {
    name: "withholding",
    period: { from: null, to: today },
    isAcross: false,
    columns,
    sections: byCurrency.map(([currency, rows]) => ({
      currency,
      rows: rows.map((row) => ({
        date: dateIn(company.timeZone, new Date(row.paid_at)),
        customer_name: row.customer_name,
        invoice_number: invoicesOf(row),
        certificate_number: row.certificate_number,
        amount: row.amount,
      })),
      closing: { amount: toPlain(rows.reduce((sum, { amount }) => sum.plus(amount), new Big(0))) },
    })),
  };
}

/** The first invoice, and how many more there are. */
const invoicesOf = ({ invoice_number, allocations }: Withheld): string | null =>
  allocations.length > 1 ? `${invoice_number} +${allocations.length - 1}` : invoice_number;

/** The amount as the text that it is in the JSON, so that no digit is lost. */
const withheldOf = (json: string): Withheld =>
  JSON.parse(json, (name, value, { source }: { source?: string } = {}) =>
    name === "amount" && source !== undefined ? source : value,
  );
