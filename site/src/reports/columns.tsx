import type { ReactNode } from "react";
import { ExplainedMoney } from "../dashboard/explained-money.tsx";
import { methodName } from "../invoices/labels.tsx";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/reports.ts";
import { formatMonth, formatRate } from "../ui/format.ts";
import type { Column } from "../ui/table.tsx";
import { DayText, Money, useRegion } from "../ui/values.tsx";

export type ReportName = "receivables" | "statement" | "sales" | "taxes" | "payments";
export type ReportRow = Readonly<Record<string, string | number | null>>;
type ColumnName = keyof typeof texts.columns;

/** What the page shows of each report, in this order; the files have all columns. */
export const shownColumns: Record<ReportName, readonly ColumnName[]> = {
  receivables: [
    "customer_name",
    "not_due",
    "days_1_30",
    "days_31_60",
    "days_61_90",
    "days_91_or_more",
    "due",
  ],
  statement: ["date", "type", "reference", "method", "amount", "balance"],
  sales: ["group", "invoices", "credit_notes", "net", "tax", "total"],
  taxes: ["category", "rate", "invoiced_tax", "credited_tax", "voided_tax", "taxable", "tax"],
  payments: ["method", "payments", "received", "reversed", "refunded", "net"],
};

/** What the totals of each report show, beside the currency. */
export const shownTotals: Record<ReportName, readonly ColumnName[]> = {
  receivables: ["due", "credit", "balance"],
  statement: ["opening_balance", "closing_balance"],
  sales: ["net", "tax", "total"],
  taxes: ["taxable", "tax"],
  payments: ["received", "reversed", "refunded", "net"],
};

/** And what they show in the accounting currency, where documents are in others. */
export const shownAccounting: Record<ReportName, readonly ColumnName[]> = {
  receivables: ["due"],
  statement: [],
  sales: ["net", "tax", "total"],
  taxes: ["taxable", "tax"],
  payments: [],
};

const ages = new Set<ColumnName>(["not_due", "days_1_30", "days_31_60", "days_61_90", "days_91_or_more"]);
const counts = new Set<ColumnName>(["invoices", "credit_notes", "payments"]);
const words = new Set<ColumnName>([
  "customer_name",
  "date",
  "type",
  "reference",
  "method",
  "group",
  "category",
]);

/** So many rows the service explains one by one. */
const explainedRowsMax = 500;

type Asked = Readonly<Record<string, string | undefined>>;

export function columnsOf(report: ReportName, asked: Asked, rows: readonly ReportRow[]): Column<ReportRow>[] {
  const { group_by: groupBy } = asked;
  const explain = (row: ReportRow, name: ColumnName) => {
    const place = rows.indexOf(row);
    if (place >= explainedRowsMax) return undefined;
    return { path: `/reports/${report}`, parameters: asked, field: `rows[${place}].${name}` };
  };
  const columns = shownColumns[report].map((name, place): Column<ReportRow> => {
    const isWord = words.has(name);
    return {
      id: name,
      title: name === "group" ? texts.groupings[(groupBy ?? "customer") as Grouping] : texts.columns[name],
      cell: (row) => cellOf(name, row, groupBy, explain(row, name)),
      ...(!isWord && { align: "right" as const }),
      ...(place === 0 && { onPhone: "title" as const }),
      ...(ages.has(name) && { isEmpty: (row: ReportRow) => Number(row[name] ?? 0) === 0 }),
    };
  });
  const currency: Column<ReportRow> = {
    id: "currency",
    title: texts.columns.currency,
    cell: ({ currency: code }) => code,
    onPhone: "aside",
  };
  // The amounts show it too, and receivables have many columns.
  return report === "receivables" ? columns : [columns[0]!, currency, ...columns.slice(1)];
}

export type Grouping = keyof typeof texts.groupings;

type Explained = { path: string; parameters: Asked; field: string };

function cellOf(
  name: ColumnName,
  row: ReportRow,
  groupBy: string | undefined,
  explained: Explained | undefined,
): ReactNode {
  const value = row[name] ?? null;
  // Only money that came without a method has none that could be stated; an invoice needs none.
  if (name === "method" && value === null) return "received" in row ? texts.noMethod : null;
  if (name === "method") return methodName(String(value));
  if (name === "type") return texts.types[String(value) as keyof typeof texts.types] ?? value;
  if (name === "date") return <DayText value={String(value)} />;
  if (name === "customer_name") {
    const customer = String(value ?? texts.noCustomer);
    return (
      <span className="line-clamp-2" title={customer}>
        {customer}
      </span>
    );
  }
  if (name === "category")
    return dashboardTexts.lines.categories[value as keyof typeof dashboardTexts.lines.categories] ?? value;
  if (name === "group") return groupOf(value, groupBy);
  if (value === null || words.has(name) || counts.has(name)) return value;
  if (name === "rate") return <RateText value={value} />;
  // Most customers owe nothing in most of these columns; the few amounts are to be seen first.
  const shown = { amount: Number(value), currency: String(row.currency) };
  if (ages.has(name) && Number(value) === 0) return <Money {...shown} className="text-muted" />;
  return explained ? <ExplainedMoney {...shown} {...explained} /> : <Money {...shown} />;
}

/** A customer or a product by name, or the first day of a part of the period. */
function groupOf(value: string | number | null, groupBy: string | undefined): ReactNode {
  if (value === null) return texts.noGroup;
  if (groupBy === "month") return <MonthText value={String(value)} />;
  return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? <DayText value={String(value)} /> : value;
}

function RateText({ value }: { value: string | number }) {
  return formatRate(value, useRegion());
}

function MonthText({ value }: { value: string }) {
  return <span className="whitespace-nowrap">{formatMonth(value, useRegion())}</span>;
}
