import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import type * as Type from "../../../platform/values/typebox.ts";
import { type Amount, type Part, refer, step } from "../explanations/service.ts";
import { netAccountingSql } from "./accounting.ts";
import { documentsSql } from "./documents.ts";
import { explainAccountingTotals } from "./explain-accounting.ts";
import { documentOf, explainedRecordsMax, type NamedDocument } from "./explained-records.ts";
import { explainRows } from "./explained-rows.ts";
import { periodOf } from "./period.ts";
import type { Row } from "./report.ts";
import {
  type Grouping,
  groupings,
  productItemsSql,
  type SalesQuery,
  salesReport,
  salesValues,
} from "./sales.ts";

/** By what a document belongs to a row, beside its currency. */
const keySql = (grouping: Grouping) => {
  if (grouping === "customer") return "d.customer_id::text";
  if (grouping === "product") return "coalesce(d.product_id::text, d.part)";
  return `date_trunc('${grouping}', d.date)::date::text`;
};
const keyOf = (grouping: Grouping, row: Row) =>
  String(
    grouping === "product" ? (row.group_id ?? row.part) : grouping === "customer" ? row.group_id : row.group,
  );

const sumsSql = (net: string) =>
  `sum(d.sign * d.net) as net, sum(d.sign * d.tax) as tax, sum(d.sign * ${net}) as net_accounting,
   sum(d.sign * d.tax_accounting) as tax_accounting`;

const statementsOf = (grouping: Grouping) => {
  const [items, from, net] =
    grouping === "product"
      ? [productItemsSql, "items", "d.net_accounting"]
      : ["", "documents", netAccountingSql];
  const key = `${keySql(grouping)} as key, d.currency, d.accounting_currency, d.kind`;
  return {
    named: statement(
      `report_sales_documents_by_${grouping}`,
      `${documentsSql} ${items} select ${key}, d.document, d.id, d.reference, 1 as records, ${sumsSql(net)}
       from ${from} d group by 1, 2, 3, 4, 5, 6, 7 having sum(d.sign * d.net) <> 0 or sum(d.sign * d.tax) <> 0
       order by d.reference, d.kind limit ${explainedRecordsMax + 1}`,
    ),
    counted: statement(
      `report_sales_counted_by_${grouping}`,
      `${documentsSql} ${items} select ${key}, count(distinct (d.document, d.id))::int as records, ${sumsSql(net)}
       from ${from} d group by 1, 2, 3, 4`,
    ),
  };
};
const statements = new Map(groupings.map((grouping) => [grouping, statementsOf(grouping)]));

/** Several documents are counted and have no id. */
type Sold = Partial<NamedDocument> & {
  key: string;
  currency: string;
  accounting_currency: string;
  kind: "invoice" | "credit_note" | "void";
  records: number;
  net: string;
  tax: string;
  /** Null of documents without a rate. */
  net_accounting: string | null;
  tax_accounting: string | null;
};

const kinds: Record<string, Sold["kind"]> = { invoiced: "invoice", credited: "credit_note", voided: "void" };

/** What was sold, by row and document. With very many documents they are counted instead of named. */
export async function explainSales(
  db: Queryable,
  company: Company,
  today: string,
  query: Type.Static<typeof SalesQuery>,
  firstRow: number,
): Promise<Amount[]> {
  const { group_by = "customer" } = query;
  const report = await salesReport.read(db, company, today, query);
  const { named, counted } = statements.get(group_by)!;
  const values = salesValues(company, periodOf(company, today, query), group_by);
  const found = await db.query<Sold>(named, values);
  const sold = found.length > explainedRecordsMax ? await db.query<Sold>(counted, values) : found;
  const byRow = Map.groupBy(
    sold,
    ({ currency, accounting_currency, key }) => `${currency} ${accounting_currency} ${key}`,
  );
  const amounts = explainRows({
    report,
    firstRow,
    measures: [
      { name: "invoiced", rule: "report.invoiced" },
      { name: "credited", rule: "report.credited" },
      { name: "voided", rule: "report.voided" },
      { name: "tax", rule: "report.sales_tax" },
      { name: "net_accounting", rule: "report.sales_accounting" },
      { name: "tax_accounting", rule: "report.sales_accounting" },
    ],
    partsOf: (row, measure) => {
      const own = byRow.get(`${row.currency} ${row.accounting_currency} ${keyOf(group_by, row)}`) ?? [];
      if (measure === "tax" || measure === "net_accounting" || measure === "tax_accounting") {
        return own.flatMap((each) => partOfDocument(each, each[measure] ?? "0", 1));
      }
      // Credit notes and voids are shown as what they take away.
      const sign = measure === "invoiced" ? 1 : -1;
      return own
        .filter(({ kind }) => kind === kinds[measure])
        .flatMap((each) => partOfDocument(each, each.net, sign));
    },
    derive: (measured, amount) => {
      const of = (name: string, sign: 1 | -1 = 1) => refer(measured.get(name)!, sign);
      const net = amount("net", "report.sales_net", [of("invoiced"), of("credited", -1), of("voided", -1)]);
      return [
        net,
        amount("total", "report.sales_total", [refer(net), of("tax")]),
        amount("total_accounting", "report.sales_total", [of("net_accounting"), of("tax_accounting")]),
      ];
    },
    labelOf: ({ group, group_id }) => String(group ?? group_id),
  });
  if (firstRow > 0) return amounts;
  return [...amounts, ...explainAccountingTotals(report, amounts, ["net", "tax", "total"])];
}

function partOfDocument(sold: Sold, text: string, sign: 1 | -1): Part[] {
  const amount = new Big(text).times(sign);
  if (amount.eq(0)) return [];
  if (sold.id !== undefined) return [documentOf(sold as NamedDocument, amount)];
  return [step("report.movements", amount, { inputs: { type: sold.kind, records: sold.records } })];
}
