import type { Company } from "../../../contract/access.ts";
import { statement } from "../../../platform/db/database.ts";
import { Day, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { lineAmountsSql } from "../../billing/lines/service.ts";
import { customerNameSql } from "../../catalog/customers/service.ts";
import { productNameSql } from "../../catalog/products/service.ts";
import {
  accountingColumns,
  accountingCurrencyColumn,
  convertedSql,
  digitsSql,
  isAbroad,
  netAccountingSql,
  otherDigits,
  readAccountingTotals,
  withoutRateColumn,
} from "./accounting.ts";
import { documentsSql, documentValues, sumOf } from "./documents.ts";
import { type Period, PeriodQuery, periodOf } from "./period.ts";
import {
  amount,
  count,
  currency,
  id,
  type ReportType,
  type Row,
  rowsMax,
  text,
  totalsOf,
  whole,
} from "./report.ts";
import { column } from "./report-pdf.ts";

export const groupings = ["customer", "product", "day", "week", "month", "quarter"] as const;
export type Grouping = (typeof groupings)[number];

// A document is one row, but for products, where it is one for each of them.
const amountsSql = (
  net: string,
  counted = "*",
) => `count(${counted}) filter (where d.kind = 'invoice')::int as invoices,
   count(${counted}) filter (where d.kind = 'credit_note')::int as credit_notes,
   ${sumOf("invoice", "d.net")} as invoiced, ${sumOf("credit_note", "d.net")} as credited,
   ${sumOf("void", "d.net")} as voided, sum(d.sign * d.net) as net, sum(d.sign * d.tax) as tax,
   sum(d.sign * (d.net + d.tax)) as total, coalesce(sum(d.sign * ${net}), 0) as net_accounting,
   coalesce(sum(d.sign * d.tax_accounting), 0) as tax_accounting,
   coalesce(sum(d.sign * (${net} + d.tax_accounting)), 0) as total_accounting,
   count(distinct (d.document, d.id)) filter (where d.exchange_rate is null)::int as without_rate`;

const noProduct = "no_product";
const document = "document";

const itemColumns = [
  "kind",
  "document",
  "id",
  "reference",
  "currency",
  "sign",
  "accounting_currency",
  "exchange_rate",
];
const itemSql = itemColumns.map((name) => `d.${name}`).join(", ");
const documentSql = `${itemSql}, d.total_accounting, d.tax_accounting`;
const linesSql = (owner: "invoice" | "credit_note") => `select ${documentSql}, l.product_id,
     case when l.product_id is null then '${noProduct}' end as part, sum(l.net_amount) as net, sum(l.tax_amount) as tax
   from documents d cross join lateral ${lineAmountsSql(owner, "d.id")} l where d.document = '${owner}'
   group by ${documentSql}, l.product_id`;

/**
 * A document once for each of its products, behind `documents`. The discounts and charges of whole documents are no
 * product's: they are what the document comes to beyond its lines, so that all rows add up to the documents. $7 is
 * `otherDigits`.
 */
export const productItemsSql = `, parts as materialized (${linesSql("invoice")} union all ${linesSql("credit_note")}),
  items as (
    select ${itemSql}, d.product_id, d.part, d.net, d.tax, ${convertedSql("d.net", netAccountingSql)} as net_accounting,
      ${convertedSql("d.tax", "d.tax_accounting")} as tax_accounting
    from (
      select p.*, ${digitsSql("$7", "p.accounting_currency")} as digits, row_number() over (
        partition by p.kind, p.document, p.id order by abs(p.net) desc, p.product_id, p.part) as place
      from (
        select * from parts
        union all
        select ${documentSql}, null, '${document}', d.net - coalesce(p.net, 0), d.tax - coalesce(p.tax, 0)
        from documents d left join (
          select kind, document, id, sum(net) as net, sum(tax) as tax from parts group by 1, 2, 3
        ) p using (kind, document, id)
        where d.net <> coalesce(p.net, 0) or d.tax <> coalesce(p.tax, 0)
      ) p
    ) d window one as (partition by d.kind, d.document, d.id)
  )`;

const kinds = ["invoice", "credit_note", "void"];
const byProduct = `${productItemsSql}
  select g.*, coalesce(g.part, ${productNameSql("$1", "g.group_id")}) as "group" from (
    select d.product_id as group_id, d.part, d.currency, d.accounting_currency, ${amountsSql("d.net_accounting", "distinct d.id")}
    from items d group by 1, 2, 3, 4
    having d.part is distinct from '${document}' or
      ${kinds.map((kind) => `sum(d.net) filter (where d.kind = '${kind}') <> 0 or sum(d.tax) filter (where d.kind = '${kind}') <> 0`).join(" or ")}
  ) g order by g.currency, g.accounting_currency, g.part nulls first, g.net desc, g.group_id limit ${rowsMax + 1}`;

const byCustomer = `select g.*, ${customerNameSql("$1", "g.group_id")} as "group" from (
    select d.customer_id as group_id, d.currency, d.accounting_currency, ${amountsSql(netAccountingSql)}
    from documents d group by 1, 2, 3
  ) g order by g.currency, g.accounting_currency, g.net desc, g.group_id limit ${rowsMax + 1}`;

const byPeriod = (
  unit: Grouping,
) => `select null as group_id, date_trunc('${unit}', d.date)::date::text as "group",
    d.currency, d.accounting_currency, ${amountsSql(netAccountingSql)}
  from documents d group by 2, 3, 4 order by d.currency, d.accounting_currency, 2 limit ${rowsMax + 1}`;

const statements = Object.fromEntries(
  groupings.map((grouping) => {
    const select =
      grouping === "product" ? byProduct : grouping === "customer" ? byCustomer : byPeriod(grouping);
    return [grouping, statement(`report_sales_by_${grouping}`, `${documentsSql} ${select}`)];
  }),
) as Record<Grouping, ReturnType<typeof statement>>;

export const salesValues = ({ id, timeZone }: Company, period: Period, grouping: Grouping) => [
  ...documentValues(id, timeZone, period),
  ...(grouping === "product" ? [otherDigits] : []),
];

export const SalesQuery = Type.Object({
  ...PeriodQuery,
  group_by: Type.Optional({
    ...words(groupings),
    default: "customer",
    description: "What a row is about: a customer, a product, or a part of the period.",
  }),
});

const amounts = [
  amount("invoiced", "Without tax: invoices dated in the period, also those that were voided."),
  amount("credited", "Without tax: credit notes of the period."),
  amount("voided", "Without tax: invoices that were voided in the period, less their credit notes."),
  amount("net", "invoiced − credited − voided"),
  amount("tax"),
  amount("total", "net + tax"),
];
const accounting = [
  amount("net_accounting", "`net` in the accounting currency, of the documents that have a rate."),
  amount("tax_accounting"),
  amount("total_accounting"),
];
const names = [...amounts, ...accounting].map(({ name }) => name);
const counts = [count("invoices"), count("credit_notes")];
const example = {
  invoiced: 135000,
  credited: 0,
  voided: 0,
  net: 135000,
  tax: 10125,
  total: 145125,
};
const exampleAccounting = { net_accounting: 135000, tax_accounting: 10125, total_accounting: 145125 };

function groupColumn(grouping: Grouping) {
  if (grouping === "customer") return column("customer", "group", "customer");
  return grouping === "product" ? column("group", "group", "group") : column("periodStart", "group", "date");
}

/** What was sold, without drafts. A document belongs to the period by its own date, and a void by its day. */
export const salesReport: ReportType<typeof SalesQuery> = {
  name: "sales",
  summary: "Get sales by customer, product or period",
  description:
    "Invoices by their date, less credit notes and voids by the day on which they were made, in the currency of the documents and in the accounting currency at the rate of each document. Totals are by both currencies. By product, `no_product` are lines without one, and `document` the discounts and charges of whole documents, so that the rows add up.",
  query: SalesQuery,
  head: { from: Day, to: Day, group_by: words(groupings) },
  columns: [
    id("group_id", "Of the customer or the product."),
    text("group", "The name of the customer or the product, or the first day of the part of the period."),
    currency,
    ...counts,
    ...amounts,
    accountingCurrencyColumn,
    ...accounting,
    withoutRateColumn,
  ],
  // The accounting currency of documents stays what it was when they were issued, and a company may change its own.
  totals: [currency, ...amounts, accountingCurrencyColumn, ...accounting],
  accounting: [accountingCurrencyColumn, amount("net"), amount("tax"), amount("total"), withoutRateColumn],
  example: {
    head: { from: "2026-11-01", to: "2026-11-30", group_by: "customer" },
    totals: [{ currency: "NGN", ...example, accounting_currency: "NGN", ...exampleAccounting }],
    rows: [
      {
        ...{
          group_id: 12,
          group: "Acme Trading Ltd",
          currency: "NGN",
          invoices: 1,
          credit_notes: 0,
          ...example,
        },
        ...{ accounting_currency: "NGN", ...exampleAccounting, without_rate: 0 },
      },
    ],
    accounting: [{ accounting_currency: "NGN", net: 135000, tax: 10125, total: 145125, without_rate: 0 }],
  },
  pdf: {
    field: "from",
    layout: ({ head, rows }) => ({
      isAcross: true,
      columns: [
        groupColumn(head.group_by as Grouping),
        column("invoices", "invoices", "count"),
        column("creditNotes", "credit_notes", "count"),
        column("invoiced", "invoiced", "amount"),
        column("credited", "credited", "amount"),
        column("voided", "voided", "amount"),
        column("net", "net", "amount"),
        column("tax", "tax", "amount"),
        column("total", "total", "amount"),
        ...(rows.some(isAbroad) ? accountingColumns("total_accounting") : []),
      ],
    }),
  },
  read: async (db, company, today, query) => {
    const { group_by = "customer" } = query;
    const period = periodOf(company, today, query);
    const [found, accounting] = await Promise.all([
      db.query<Row>(statements[group_by], salesValues(company, period, group_by)),
      readAccountingTotals(db, documentValues(company.id, company.timeZone, period)),
    ]);
    const rows = whole(found, "from");
    const totals = totalsOf(rows, names, ["currency", "accounting_currency"]);
    return {
      head: { from: period.from, to: period.to, group_by },
      totals,
      rows,
      accounting,
    };
  },
};
