import { type Queryable, statement } from "../../../platform/db/database.ts";
import { currencyCodes, currencyDigits } from "../../../platform/values/currency.ts";
import { Currency } from "../../../platform/values/schema.ts";
import type { ReportColumn } from "../../sending/documents/service.ts";
import { documentsSql } from "./documents.ts";
import { count, type Row, word } from "./report.ts";
import { column } from "./report-pdf.ts";

/** What reports say in the accounting currency: at the rate that each document has kept since it was issued. */

/** The digits of currencies that do not have two, as a parameter of statements that round. */
export const otherDigits = JSON.stringify(
  Object.fromEntries(
    currencyCodes.filter((code) => currencyDigits(code) !== 2).map((code) => [code, currencyDigits(code)]),
  ),
);

/** How many digits a currency has, where the parameter is `otherDigits`. */
export const digitsSql = (parameter: string, currency: string) =>
  `coalesce((${parameter}::jsonb ->> ${currency})::int, 2)`;

/**
 * A part of a document in the accounting currency, rounded by itself; the largest part, that of `place` 1, takes what
 * rounding leaves, so that the parts add up to what the document says it comes to. `one` is a window over the document.
 */
export const convertedSql = (part: string, ofDocument: string) => {
  const rounded = `round(${part} * d.exchange_rate, digits)`;
  return `${rounded} + case place when 1 then ${ofDocument} - sum(${rounded}) over one else 0 end`;
};

export const netAccountingSql = "(d.total_accounting - d.tax_accounting)";

export const withoutRateColumn = count(
  "without_rate",
  "Documents without an exchange rate, which the amounts in the accounting currency do not contain.",
);
export const accountingCurrencyColumn = word("accounting_currency", Currency);

/** Of a PDF that shows other currencies. */
export const accountingColumns = (name: string): ReportColumn[] => [
  column("accounting", name, "amount"),
  column("accountingCurrency", "accounting_currency", "text"),
  column("withoutRate", "without_rate", "count"),
];

/** Whether any row is in another currency than the one that the company accounts in. */
export const isAbroad = ({ currency, accounting_currency }: Row) => currency !== accounting_currency;

const overall = statement(
  "report_accounting_totals",
  `${documentsSql}
   select d.accounting_currency, coalesce(sum(d.sign * ${netAccountingSql}), 0) as net,
     coalesce(sum(d.sign * ${netAccountingSql}), 0) as taxable,
     coalesce(sum(d.sign * d.tax_accounting), 0) as tax, coalesce(sum(d.sign * d.total_accounting), 0) as total,
     count(distinct (d.document, d.id)) filter (where d.exchange_rate is null)::int as without_rate
   from documents d group by 1 order by 1`,
);

/**
 * The documents of a period in all currencies together: by the documents and not by the rows of a report, because a
 * document may be in several.
 */
export const readAccountingTotals = (db: Queryable, values: unknown[]): Promise<Row[]> =>
  db.query<Row>(overall, values);
