import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import type * as Type from "../../../platform/values/typebox.ts";
import { type Amount, amountOf, type Part, partOf, refer, step } from "../explanations/service.ts";
import { documentOf, explainedRecordsMax, largestFirst, type NamedDocument } from "./explained-records.ts";
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

/** The tax of a period by tax group and document. With very many documents they are counted instead of named. */
export async function explainTaxes(
  db: Queryable,
  company: Company,
  today: string,
  query: Type.Static<typeof TaxesQuery>,
): Promise<Amount[]> {
  const { totals } = await taxesReport.read(db, company, today, query);
  const values = taxValues(company, periodOf(company, today, query));
  const named = await db.query<Group>(documents, values);
  const groups = named.length > explainedRecordsMax ? await db.query<Group>(counted, values) : named;
  return totals.flatMap((total, index) => {
    const own = groups.filter(
      ({ currency, accounting_currency }) =>
        currency === total.currency && accounting_currency === total.accounting_currency,
    );
    return (["taxable", "tax"] as const).flatMap((of) => explainMeasure(`totals[${index}]`, total, of, own));
  });
}

function explainMeasure(at: string, total: Row, of: Measure, groups: readonly Group[]): Amount[] {
  const currency = String(total.currency);
  const named = (name: string, rule: Amount["rule"], code: string, parts: readonly Part[]) =>
    amountOf(`${at}.${name}`, rule, new Big(String(total[name])), code, parts, { of });
  // Credit notes and voids are shown as what they take away.
  const ofKind = (kind: Group["kind"], name: string, rule: Amount["rule"], sign: 1 | -1) =>
    named(
      `${name}_${of}`,
      rule,
      currency,
      groupsOf(
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
      String(total.accounting_currency),
      groupsOf(groups, `${of}_accounting`, 1),
    ),
  ];
}

function groupsOf(groups: readonly Group[], field: Measure | `${Measure}_accounting`, sign: 1 | -1): Part[] {
  const amountIn = (group: Group) => new Big(group[field] ?? "0").times(String(sign));
  const known = groups.filter((group) => group[field] !== null);
  const byRate = Map.groupBy(known, ({ category, rate }) => `${category} ${rate}`);
  return largestFirst(
    [...byRate.values()].map((those) => {
      const { category, rate } = those[0]!;
      const records = those.reduce((sum, group) => sum + group.records, 0);
      const inputs = { tax_category: category, tax_rate: rate, records };
      if (those[0]!.id !== undefined)
        return partOf(
          "report.tax_group",
          those.map((group) => documentOf(group as NamedDocument, amountIn(group))),
          inputs,
        );
      const sum = those.reduce((left, group) => left.plus(amountIn(group)), new Big("0"));
      return step("report.tax_group", sum, { inputs });
    }),
  );
}
