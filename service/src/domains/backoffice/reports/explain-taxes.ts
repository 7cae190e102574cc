import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import type * as Type from "../../../platform/values/typebox.ts";
import { type Amount, addUp, amountOf, type Part, partOf, refer, step } from "../explanations/service.ts";
import { explainAccountingTotals } from "./explain-accounting.ts";
import {
  documentOf,
  explainedRecordsMax,
  largestFirst,
  type NamedDocument,
  rowsFrom,
} from "./explained-records.ts";
import { periodOf } from "./period.ts";
import type { Row } from "./report.ts";
import { type TaxesQuery, taxesReport, taxGroupsSql, taxValues } from "./taxes.ts";

const amountsSql = ["taxable", "tax", "taxable_accounting", "tax_accounting"];

const documents = statement(
  "report_taxes_documents",
  `${taxGroupsSql}
   select d.kind, d.document, d.id, d.reference, d.currency, d.accounting_currency, d.category, d.rate::text,
     1 as records, ${amountsSql.map((name) => `d.sign * d.${name} as ${name}`)}
   from groups d order by d.reference, d.kind, d.category, d.rate limit ${explainedRecordsMax + 1}`,
);

const counted = statement(
  "report_taxes_counted",
  `${taxGroupsSql}
   select d.kind, d.currency, d.accounting_currency, d.category, d.rate::text,
     count(distinct (d.document, d.id))::int as records,
     ${amountsSql.map((name) => `sum(d.sign * d.${name}) as ${name}`)}
   from groups d group by d.kind, d.currency, d.accounting_currency, d.category, d.rate
   order by d.category, d.rate`,
);

type Measure = "taxable" | "tax";
type Group = {
  kind: "invoice" | "credit_note" | "void";
  currency: string;
  accounting_currency: string;
  category: string;
  rate: string;
  records: number;
  /** Of a single document; several are counted instead. */
  document?: "invoice" | "credit_note";
  id?: number;
  reference?: string;
} & Record<Measure | `${Measure}_accounting`, string | null>;

/** The tax of a period by tax group and document: each row, and the totals. With very many documents they are counted instead of named. */
export async function explainTaxes(
  db: Queryable,
  company: Company,
  today: string,
  query: Type.Static<typeof TaxesQuery>,
  firstRow: number,
): Promise<Amount[]> {
  const report = await taxesReport.read(db, company, today, query);
  const { rows, totals } = report;
  const values = taxValues(company, periodOf(company, today, query));
  const named = await db.query<Group>(documents, values);
  const groups = named.length > explainedRecordsMax ? await db.query<Group>(counted, values) : named;
  const byRow = Map.groupBy(groups, keyOfGroup);
  const ofRows = rowsFrom(rows, firstRow).flatMap(({ row, place }) =>
    explainRow(`rows[${place}]`, row, byRow.get(keyOfGroup(row)) ?? [], documentsOf),
  );
  if (firstRow > 0) return ofRows;
  const byTotal = Map.groupBy(groups, keyOfCurrencies);
  const ofTotals = totals.flatMap((total, index) =>
    explainRow(`totals[${index}]`, total, byTotal.get(keyOfCurrencies(total)) ?? [], groupsOf),
  );
  const ofAll = explainAccountingTotals(report, ofTotals, ["taxable", "tax"]);
  return [...ofRows, ...ofTotals, ...ofAll];
}

// The same rate may be written with more zeros in one document than in another.
const keyOfRate = ({ category, rate }: Row | Group) => `${category} ${new Big(String(rate)).toFixed()}`;
const keyOfCurrencies = ({ currency, accounting_currency }: Row | Group) =>
  `${currency} ${accounting_currency}`;
const keyOfGroup = (row: Row | Group) => `${keyOfCurrencies(row)} ${keyOfRate(row)}`;

type PartsOf = (groups: readonly Group[], field: Measure | `${Measure}_accounting`, sign: 1 | -1) => Part[];

/** A row consists of documents, and the totals of tax groups and their documents. */
const explainRow = (at: string, row: Row, groups: readonly Group[], partsOf: PartsOf): Amount[] =>
  (["taxable", "tax"] as const).flatMap((of) => explainMeasure(at, row, of, groups, partsOf));

function explainMeasure(
  at: string,
  row: Row,
  of: Measure,
  groups: readonly Group[],
  partsOf: PartsOf,
): Amount[] {
  const currency = String(row.currency);
  const named = (name: string, rule: Amount["rule"], code: string, parts: readonly Part[]) =>
    amountOf(`${at}.${name}`, rule, new Big(String(row[name])), code, parts, { of });
  // Credit notes and voids are shown as what they take away.
  const ofKind = (kind: Group["kind"], name: string, rule: Amount["rule"], sign: 1 | -1) =>
    named(
      `${name}_${of}`,
      rule,
      currency,
      partsOf(
        groups.filter((group) => group.kind === kind),
        of,
        sign,
      ),
    );
  const invoiced = ofKind("invoice", "invoiced", "report.invoiced", 1);
  const credited = ofKind("credit_note", "credited", "report.credited", -1);
  const voided = ofKind("void", "voided", "report.voided", -1);
  return [
    invoiced,
    credited,
    voided,
    named(of, "report.tax", currency, [refer(invoiced), refer(credited, -1), refer(voided, -1)]),
    named(
      `${of}_accounting`,
      "report.tax_accounting",
      String(row.accounting_currency),
      partsOf(groups, `${of}_accounting`, 1),
    ),
  ];
}

/** By tax group, each with its documents if they are named. */
const groupsOf: PartsOf = (groups, field, sign) => {
  const known = groups.filter((group) => group[field] !== null);
  return largestFirst(
    [...Map.groupBy(known, keyOfRate).values()].map((those) => {
      const { category, rate } = those[0]!;
      const parts = documentsOf(those, field, sign);
      const records = those.reduce((sum, group) => sum + group.records, 0);
      const inputs = { tax_category: category, tax_rate: rate, records };
      return those[0]!.id === undefined
        ? step("report.tax_group", addUp(parts), { inputs })
        : partOf("report.tax_group", parts, inputs);
    }),
  );
};

/** By document; those that are counted by kind. */
const documentsOf: PartsOf = (groups, field, sign) =>
  groups.flatMap((group) => {
    const { kind: type, records, id } = group;
    if (group[field] === null) return [];
    const amount = new Big(group[field]).times(String(sign));
    return id === undefined
      ? step("report.movements", amount, { inputs: { type, records } })
      : documentOf(group as NamedDocument, amount);
  });
