import { statement } from "../../../platform/db/database.ts";
import { Day, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { lineAmountsSql } from "../../billing/lines/service.ts";
import { customerNameSql } from "../../catalog/customers/service.ts";
import { productNameSql } from "../../catalog/products/service.ts";
import { documentsSql, documentValues, sumOf } from "./documents.ts";
import { PeriodQuery, periodOf } from "./period.ts";
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

// A document is one row, but for products, where it is one for each line.
const amountsSql = (counted = "*") => `count(${counted}) filter (where d.kind = 'invoice')::int as invoices,
   count(${counted}) filter (where d.kind = 'credit_note')::int as credit_notes,
   ${sumOf("invoice", "d.net")} as invoiced, ${sumOf("credit_note", "d.net")} as credited,
   ${sumOf("void", "d.net")} as voided, sum(d.sign * d.net) as net, sum(d.sign * d.tax) as tax,
   sum(d.sign * (d.net + d.tax)) as total`;

const noProduct = "no_product";
const document = "document";

/**
 * What lines come to, by product. The discounts and charges of whole documents are no product's: they are what the
 * document comes to beyond its lines, so that all rows add up to the documents.
 */
const partsSql = `select d.kind, d.document, d.id, d.reference, d.currency, d.sign, l.product_id, l.net_amount as net, l.tax_amount as tax,
     case when l.product_id is null then '${noProduct}' end as part
   from documents d cross join lateral ${lineAmountsSql("invoice", "d.id")} l where d.document = 'invoice'
   union all
   select d.kind, d.document, d.id, d.reference, d.currency, d.sign, l.product_id, l.net_amount, l.tax_amount,
     case when l.product_id is null then '${noProduct}' end
   from documents d cross join lateral ${lineAmountsSql("credit_note", "d.id")} l where d.document = 'credit_note'`;

const itemSql = "kind, document, id, reference, currency, sign";
/** A document once for each of its products, behind `documents`. */
export const productItemsSql = `, parts as materialized (${partsSql}), items as (
    select ${itemSql}, product_id, part, net, tax from parts
    union all select ${itemSql}, null, '${document}', net, tax from documents
    union all select ${itemSql}, null, '${document}', -net, -tax from parts
  )`;

const byProduct = `${productItemsSql}
  select g.*, coalesce(g.part, ${productNameSql("$1", "g.group_id")}) as "group" from (
    select d.product_id as group_id, d.part, d.currency, ${amountsSql("distinct d.id")} from items d group by 1, 2, 3
    having d.part is distinct from '${document}' or sum(abs(d.net)) <> 0 and (
      ${["invoice", "credit_note", "void"].map((kind) => `sum(d.net) filter (where d.kind = '${kind}') <> 0 or sum(d.tax) filter (where d.kind = '${kind}') <> 0`).join(" or ")})
  ) g order by g.currency, g.part nulls first, g.net desc, g.group_id limit ${rowsMax + 1}`;

const byCustomer = `select g.*, ${customerNameSql("$1", "g.group_id")} as "group" from (
    select d.customer_id as group_id, d.currency, ${amountsSql()} from documents d group by 1, 2
  ) g order by g.currency, g.net desc, g.group_id limit ${rowsMax + 1}`;

const byPeriod = (
  unit: Grouping,
) => `select null as group_id, date_trunc('${unit}', d.date)::date::text as "group",
    d.currency, ${amountsSql()}
  from documents d group by 2, 3 order by d.currency, 2 limit ${rowsMax + 1}`;

const statements = Object.fromEntries(
  groupings.map((grouping) => {
    const select =
      grouping === "product" ? byProduct : grouping === "customer" ? byCustomer : byPeriod(grouping);
    return [grouping, statement(`report_sales_by_${grouping}`, `${documentsSql} ${select}`)];
  }),
) as Record<Grouping, ReturnType<typeof statement>>;

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
const counts = [count("invoices"), count("credit_notes")];
const example = {
  invoiced: 135000,
  credited: 0,
  voided: 0,
  net: 135000,
  tax: 10125,
  total: 145125,
};

function groupColumn(grouping: Grouping) {
  if (grouping === "customer") return column("customer", "group", "customer");
  return grouping === "product" ? column("group", "group", "group") : column("periodStart", "group", "date");
}

/** What was sold, without drafts. A document belongs to the period by its own date, and a void by its day. */
export const salesReport: ReportType<typeof SalesQuery> = {
  name: "sales",
  summary: "Get sales by customer, product or period",
  description:
    "Invoices by their date, less credit notes and voids by the day on which they were made. By product, `no_product` are lines without one, and `document` the discounts and charges of whole documents, so that the rows add up.",
  query: SalesQuery,
  head: { from: Day, to: Day, group_by: words(groupings) },
  columns: [
    id("group_id", "Of the customer or the product."),
    text("group", "The name of the customer or the product, or the first day of the part of the period."),
    currency,
    ...counts,
    ...amounts,
  ],
  totals: [currency, ...amounts],
  example: {
    head: { from: "2026-11-01", to: "2026-11-30", group_by: "customer" },
    totals: [{ currency: "NGN", ...example }],
    rows: [
      { group_id: 12, group: "Acme Trading Ltd", currency: "NGN", invoices: 1, credit_notes: 0, ...example },
    ],
  },
  pdf: {
    field: "from",
    layout: ({ group_by }) => ({
      isAcross: true,
      columns: [
        groupColumn(group_by as Grouping),
        column("invoices", "invoices", "count"),
        column("creditNotes", "credit_notes", "count"),
        column("invoiced", "invoiced", "amount"),
        column("credited", "credited", "amount"),
        column("voided", "voided", "amount"),
        column("net", "net", "amount"),
        column("tax", "tax", "amount"),
        column("total", "total", "amount"),
      ],
    }),
  },
  read: async (db, company, today, query) => {
    const { group_by = "customer" } = query;
    const period = periodOf(company, today, query);
    const values = documentValues(company.id, company.timeZone, period);
    const rows = whole(await db.query<Row>(statements[group_by], values), "from");
    const names = amounts.map(({ name }) => name);
    return { head: { from: period.from, to: period.to, group_by }, totals: totalsOf(rows, names), rows };
  },
};
