import { Big } from "big.js";
import { type Amount, addUp, amountOf, type Part, refer, step } from "../explanations/service.ts";
import { explainedRecordsMax, rowsFrom } from "./explained-records.ts";
import type { Report, Row } from "./report.ts";

/** Explains an amount of a row or of the totals: its name there, its rule and what it consists of. */
export type Named = (name: string, rule: Amount["rule"], parts: readonly Part[]) => Amount;

type ExplainedReport = {
  report: Report;
  /** Rows are explained from this one on; the totals only together with the first one. */
  firstRow: number;
  /** Those that are sums of records; what is computed of them is the same for a row as for the totals. */
  measures: readonly { name: string; rule: Amount["rule"] }[];
  partsOf: (row: Row, measure: string) => Part[];
  /** What is computed of the measures, each explained by them. */
  derive: (measured: ReadonlyMap<string, Amount>, named: Named) => Amount[];
  labelOf: (row: Row) => string;
};

const currencyOf = (row: Row, name: string) =>
  String(name.endsWith("_accounting") ? row.accounting_currency : row.currency);

/**
 * The amounts of the rows of a report, by records, and those of its totals, by rows. So many rows are explained in one
 * answer as records are named; the totals have the others as one part.
 */
export function explainRows(given: ExplainedReport): Amount[] {
  const { report, firstRow, measures, partsOf, derive, labelOf } = given;
  const namedIn =
    (at: string, row: Row): Named =>
    (name, rule, parts) =>
      amountOf(`${at}.${name}`, rule, new Big(String(row[name])), currencyOf(row, name), parts);
  const explain = (at: string, row: Row, parts: (measure: string) => readonly Part[]) => {
    const named = namedIn(at, row);
    const measured = new Map(measures.map(({ name, rule }) => [name, named(name, rule, parts(name))]));
    return { measured, amounts: [...measured.values(), ...derive(measured, named)] };
  };
  const rows = rowsFrom(report.rows, firstRow).map(({ row, place }) => ({
    row,
    ...explain(`rows[${place}]`, row, (measure) => partsOf(row, measure)),
  }));
  if (firstRow > 0) return rows.flatMap(({ amounts }) => amounts);
  const others = report.rows.slice(explainedRecordsMax);
  const totals = report.totals.flatMap((total, index) => {
    const isOwn = (row: Row) =>
      row.currency === total.currency && row.accounting_currency === total.accounting_currency;
    const ofRows = (measure: string): Part[] => {
      const parts = rows.flatMap(({ row, measured }) => {
        const part = refer(measured.get(measure)!);
        if (!isOwn(row) || part.amount.eq(0)) return [];
        return [{ ...part, rule: "report.row" as const, inputs: { name: labelOf(row) } }];
      });
      const rest = others.filter(isOwn).map((row) => step("report.row", new Big(String(row[measure]))));
      if (rest.length === 0) return parts;
      return [...parts, step("records.more", addUp(rest), { inputs: { why: "many", records: rest.length } })];
    };
    return explain(`totals[${index}]`, total, ofRows).amounts;
  });
  return [...rows.flatMap(({ amounts }) => amounts), ...totals];
}
