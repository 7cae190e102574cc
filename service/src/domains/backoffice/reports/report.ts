import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import { invalidField } from "../../../contract/errors.ts";
import { jsonResponse, type RouteResponse } from "../../../http/response.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { toPlain } from "../../../platform/values/money.ts";
import { Amount, Currency, Day, Id, nullable } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import type { ReportLayout } from "../../sending/documents/service.ts";
import { byteOrderMark, writeCsv } from "../imports-exports/service.ts";

/**
 * A report is a table with totals by currency. It is described once, by its columns: JSON, CSV and the contract are made
 * from them; a PDF puts the same rows on paper. Amounts stay decimal text from the database to the response, so that sums of any size are exact.
 */
export type Report = {
  head: Head;
  totals: Row[];
  rows: Row[];
  /** All currencies together, in the accounting currency. */
  accounting?: Row[];
};

type Head = Record<string, string | number>;

export type Row = Record<string, string | number | null>;

export type Column = { name: string; kind: "text" | "number" | "amount"; schema: Type.TSchema };

export type ReportType<Query extends Type.TSchema> = {
  /** As in its address. */
  name: string;
  summary: string;
  description: string;
  query: Query;
  /** What the response says beside the table, such as the period. */
  head: Record<string, Type.TSchema>;
  columns: readonly Column[];
  totals: readonly Column[];
  /** Of the totals in the accounting currency, where the report has them. */
  accounting?: readonly Column[];
  example: Report;
  /** How a PDF shows it, and which parameter makes it shorter. */
  pdf: { field: string; layout: (report: Report) => ReportLayout };
  read: (db: Queryable, company: Company, today: string, query: Type.Static<Query>) => Promise<Report>;
};

const described = (schema: Type.TSchema, description?: string) =>
  description ? { ...schema, description } : schema;

export const text = (name: string, description?: string): Column => ({
  name,
  kind: "text",
  schema: described(nullable(Type.String()), description),
});
export const word = (name: string, schema: Type.TSchema): Column => ({ name, kind: "text", schema });
export const currency: Column = { name: "currency", kind: "text", schema: Currency };
export const day = (name: string, description?: string): Column => ({
  name,
  kind: "text",
  schema: described(Day, description),
});
export const id = (name: string, description?: string): Column => ({
  name,
  kind: "number",
  schema: described(nullable(Id), description),
});
export const count = (name: string, description?: string): Column => ({
  name,
  kind: "number",
  schema: described(Type.Integer({ minimum: 0 }), description),
});
export const amount = (name: string, description?: string): Column => ({
  name,
  kind: "amount",
  schema: described(Amount, description),
});

/** JSON is for screens and programs; the CSV file has all rows. */
export const jsonRowsMax = 1000;
export const rowsMax = 100_000;

/** Rows that were read with one more than the limit, so that nobody takes a part of a report for all of it. */
export function whole<R>(rows: R[], field: string): R[] {
  if (rows.length <= rowsMax) return rows;
  throw invalidField(field, `gives a report of more than ${rowsMax} rows; ask for less at a time`);
}

export const rowSchema = (title: string, columns: readonly Column[]) =>
  Type.Object(Object.fromEntries(columns.map(({ name, schema }) => [name, schema])), { title });

export function reportJson(
  { columns, totals, accounting }: Pick<ReportType<never>, "columns" | "totals" | "accounting">,
  report: Report,
): RouteResponse {
  const head = Object.entries(report.head).map(([name, value]) => [name, JSON.stringify(value)]);
  const shown = report.rows.slice(0, jsonRowsMax);
  return jsonResponse(200, {
    ...(Object.fromEntries(head) as Record<string, Json>),
    totals: rowsJson(totals, report.totals),
    ...(accounting && { totals_accounting: rowsJson(accounting, report.accounting ?? []) }),
    rows: rowsJson(columns, shown),
    has_more: String(report.rows.length > shown.length),
  });
}

const rowsJson = (columns: readonly Column[], rows: readonly Row[]): Json =>
  `[${rows.map((row) => `{${columns.map((column) => `"${column.name}":${cellJson(column, row)}`)}}`)}]`;

/** Amounts are JSON numbers written from decimal text: a JavaScript number would lose the last digits of a large sum. */
function cellJson({ name, kind }: Column, row: Row): Json {
  const value = row[name] ?? null;
  return kind === "amount" && value !== null ? plain(value) : JSON.stringify(value);
}

const plain = (value: string | number) => toPlain(new Big(value));

const rowsPerPiece = 1000;

export function reportCsv(
  { name, columns }: { name: string; columns: readonly Column[] },
  report: Report,
): RouteResponse {
  const isNumber = (column: number) => columns[column]!.kind !== "text";
  const write = (rows: readonly Row[]) =>
    writeCsv(
      rows.map((row) => columns.map((column) => cellText(column, row))),
      isNumber,
    );
  async function* rest() {
    for (let at = rowsPerPiece; at < report.rows.length; at += rowsPerPiece) {
      yield write(report.rows.slice(at, at + rowsPerPiece));
    }
  }
  const header = writeCsv([columns.map((column) => column.name)]);
  const named = [name, ...Object.values(report.head)].join("-");
  return {
    status: 200,
    body: byteOrderMark + header + write(report.rows.slice(0, rowsPerPiece)),
    rest: rest(),
    trailer: { name: "x-row-count", value: () => String(report.rows.length) },
    mediaType: "text/csv; charset=utf-8",
    headers: {
      "content-disposition": `attachment; filename="${named}.csv"`,
      "cache-control": "no-store",
    },
  };
}

function cellText({ name, kind }: Column, row: Row): string {
  const value = row[name] ?? null;
  if (value === null) return "";
  return kind === "amount" ? plain(value) : String(value);
}

/** Adds up amounts of rows by their currencies, in the order of the currencies. */
export function totalsOf(
  rows: readonly Row[],
  names: readonly string[],
  currencies: readonly string[] = ["currency"],
): Row[] {
  const byCurrency = Map.groupBy(rows, (row) => currencies.map((name) => row[name]).join(" "));
  return [...byCurrency]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, those]) => ({
      ...Object.fromEntries(currencies.map((name) => [name, those[0]![name]!])),
      ...Object.fromEntries(
        names.map((name) => [
          name,
          toPlain(those.reduce((sum, row) => sum.plus(row[name] ?? 0), new Big(0))),
        ]),
      ),
    }));
}
