import type { Company } from "../../../contract/access.ts";
import { statement } from "../../../platform/db/database.ts";
import { Day } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import type { ReportColumn } from "../../sending/documents/service.ts";
import {
  accountingCurrencyColumn,
  convertedSql,
  digitsSql,
  netAccountingSql,
  otherDigits,
  readAccountingTotals,
  withoutRateColumn,
} from "./accounting.ts";
import { documentsSql, documentValues, sumOf } from "./documents.ts";
import { type Period, PeriodQuery, periodOf } from "./period.ts";
import { amount, currency, type ReportType, type Row, rowsMax, text, totalsOf, whole } from "./report.ts";
import { column } from "./report-pdf.ts";

/** Each tax group of each document of the period; the parameters are those of `taxValues`. */
export const taxGroupsSql = `${documentsSql}, groups as (
     select d.kind, d.document, d.id, d.reference, d.sign, d.currency, d.accounting_currency, s.category, s.rate, s.taxable, s.tax,
       ${convertedSql("s.taxable", netAccountingSql)} as taxable_accounting,
       ${convertedSql("s.tax", "d.tax_accounting")} as tax_accounting, d.exchange_rate is null as unknown
     from documents d cross join lateral (
       select t.category, t.rate, t.taxable_amount as taxable, t.tax_amount as tax,
         row_number() over (order by t.taxable_amount desc, t.category, t.rate) as place,
         ${digitsSql("$7", "d.accounting_currency")} as digits
       from jsonb_to_recordset(d.taxes) t (category text, rate numeric, taxable_amount numeric, tax_amount numeric)
     ) s window one as (partition by d.kind, d.document, d.id)
   )`;

const read = statement(
  "report_taxes",
  `${taxGroupsSql}
   select d.currency, d.category, d.rate::text, ${sumOf("invoice", "d.taxable")} as invoiced_taxable,
     ${sumOf("invoice", "d.tax")} as invoiced_tax, ${sumOf("credit_note", "d.taxable")} as credited_taxable,
     ${sumOf("credit_note", "d.tax")} as credited_tax, ${sumOf("void", "d.taxable")} as voided_taxable,
     ${sumOf("void", "d.tax")} as voided_tax, sum(d.sign * d.taxable) as taxable, sum(d.sign * d.tax) as tax,
     d.accounting_currency, coalesce(sum(d.sign * d.taxable_accounting), 0) as taxable_accounting,
     coalesce(sum(d.sign * d.tax_accounting), 0) as tax_accounting,
     count(distinct (d.document, d.id)) filter (where d.unknown)::int as without_rate
   from groups d group by d.currency, d.accounting_currency, d.category, d.rate
   order by d.currency, d.accounting_currency, d.category, d.rate limit ${rowsMax + 1}`,
);

export const taxValues = ({ id, timeZone }: Company, period: Period) => [
  ...documentValues(id, timeZone, period),
  otherDigits,
];

export const TaxesQuery = Type.Object(PeriodQuery);

const amounts = [
  amount("invoiced_taxable", "Invoices dated in the period, also those that were voided."),
  amount("invoiced_tax"),
  amount("credited_taxable", "Credit notes of the period."),
  amount("credited_tax"),
  amount("voided_taxable", "Invoices that were voided in the period, less their credit notes."),
  amount("voided_tax"),
  amount("taxable", "invoiced − credited − voided"),
  amount("tax"),
];
const accounting = [
  amount("taxable_accounting", "`taxable` in the accounting currency, of the documents that have a rate."),
  amount("tax_accounting"),
];
const names = [...amounts, ...accounting].map(({ name }) => name);
const example = {
  invoiced_taxable: 135000,
  invoiced_tax: 10125,
  credited_taxable: 0,
  credited_tax: 0,
  voided_taxable: 0,
  voided_tax: 0,
  taxable: 135000,
  tax: 10125,
  taxable_accounting: 135000,
  tax_accounting: 10125,
};

/** What was taxed above its tax. */
const both = (title: ReportColumn["title"], taxable: string, tax: string): ReportColumn => ({
  title,
  cells: [
    { name: taxable, kind: "amount" },
    { name: tax, kind: "amount" },
  ],
});

/** The tax of a period by category and rate, as the documents show it. */
export const taxesReport: ReportType<typeof TaxesQuery> = {
  name: "taxes",
  summary: "Get tax by category and rate",
  description:
    "Invoices by their date, less credit notes and voids by the day on which they were made, in the currency of the documents and in the accounting currency at the rate of each document. Totals are by both currencies.",
  query: TaxesQuery,
  head: { from: Day, to: Day },
  columns: [
    currency,
    text("category", "EN 16931 letter."),
    { ...amount("rate", "Percent."), kind: "amount" },
    ...amounts,
    accountingCurrencyColumn,
    ...accounting,
    withoutRateColumn,
  ],
  // The accounting currency of documents stays what it was when they were issued, and a company may change its own.
  totals: [currency, ...amounts, accountingCurrencyColumn, ...accounting],
  accounting: [accountingCurrencyColumn, amount("taxable"), amount("tax"), withoutRateColumn],
  example: {
    head: { from: "2026-11-01", to: "2026-11-30" },
    totals: [{ currency: "NGN", ...example, accounting_currency: "NGN" }],
    rows: [
      { currency: "NGN", category: "S", rate: 7.5, ...example, accounting_currency: "NGN", without_rate: 0 },
    ],
    accounting: [{ accounting_currency: "NGN", taxable: 135000, tax: 10125, without_rate: 0 }],
  },
  pdf: {
    field: "from",
    layout: () => ({
      isAcross: true,
      columns: [
        column("category", "category", "category"),
        column("rate", "rate", "rate"),
        { title: "of", cells: [], labels: ["taxable", "tax"] },
        both("invoiced", "invoiced_taxable", "invoiced_tax"),
        both("credited", "credited_taxable", "credited_tax"),
        both("voided", "voided_taxable", "voided_tax"),
        both("total", "taxable", "tax"),
        both("accounting", "taxable_accounting", "tax_accounting"),
        column("accountingCurrency", "accounting_currency", "text"),
        column("withoutRate", "without_rate", "count"),
      ],
    }),
  },
  read: async (db, company, today, query) => {
    const period = periodOf(company, today, query);
    const [found, accounting] = await Promise.all([
      db.query<Row>(read, taxValues(company, period)),
      readAccountingTotals(db, documentValues(company.id, company.timeZone, period)),
    ]);
    const rows = whole(found, "from");
    const totals = totalsOf(rows, names, ["currency", "accounting_currency"]);
    return {
      head: { from: period.from, to: period.to },
      totals,
      rows,
      accounting,
    };
  },
};
