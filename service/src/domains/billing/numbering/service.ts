import { type Queryable, statement } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import type { Tables } from "../../../platform/db/tables.ts";

export { numberedSearchSql } from "./search.ts";

/**
 * Document numbers, gapless per company and series: drawn under a row lock inside the transaction that uses
 * them, so a rollback gives the number back and two documents never share one.
 */
export async function drawNumber(tx: Queryable, companyId: number, series: string): Promise<string> {
  const [row] = await tx.query<{ number: number }>(draw, [companyId, stripped(series)]);
  return formatNumber(series, row!.number);
}

/** As many numbers, in order. */
export async function drawNumbers(
  tx: Queryable,
  companyId: number,
  series: string,
  count: number,
): Promise<string[]> {
  const [row] = await tx.query<{ number: number }>(drawMany, [companyId, stripped(series), count]);
  return Array.from({ length: count }, (_, place) => formatNumber(series, row!.number - count + 1 + place));
}

const drawMany = statement(
  "number_draw_many",
  `insert into number_series as s (company_id, series, last_number) values ($1, $2, $3)
   on conflict (company_id, series) do update set last_number = s.last_number + $3
   returning last_number as number`,
);

const draw = statement(
  "number_draw",
  `insert into number_series as s (company_id, series, last_number) values ($1, $2, 1)
   on conflict (company_id, series) do update set last_number = s.last_number + 1
   returning last_number as number`,
);

const last = statement(
  "number_last",
  "select last_number as number from number_series where company_id = $1 and series = $2",
);

/** The number that the next document would get; another may take it meanwhile. */
export async function readNextNumber(db: Queryable, companyId: number, series: string): Promise<string> {
  const [row] = await db.query<{ number: number }>(last, [companyId, stripped(series)]);
  return formatNumber(series, (row?.number ?? 0) + 1);
}

const lock = statement(
  "number_lock",
  "select 1 from number_series where company_id = $1 and series = $2 for no key update",
);

/** For a transaction that locks the counters before it draws a number. */
export async function lockSeries(tx: Queryable, companyId: number, series: string): Promise<void> {
  await tx.query(lock, [companyId, stripped(series)]);
}

/** Locks a series of companies, in the order of their ids; everybody locks a series before the counters. */
export const lockSeriesSql = (series: string, companies: string) =>
  fragment(`select s.company_id from number_series s
     where s.series = '${stripped(series)}' and s.company_id in (${companies})
     order by s.company_id for no key update of s`);

/** Draws as many numbers as each company needs: the rows `wanted` have `company_id` and `count`. */
export const drawNumbersSql = (series: string, wanted: string) =>
  fragment(`insert into number_series as s (company_id, series, last_number)
     select company_id, '${stripped(series)}', count from ${wanted} order by company_id
     on conflict (company_id, series) do update set last_number = s.last_number + excluded.last_number
     returning s.company_id, s.last_number`);

/** The same text as `formatNumber`, of a number that is text already. */
export const formatNumberSql = (series: string, number: string) =>
  `'${series}-' || lpad(${number}, greatest(length(${number}), 6), '0')`;

export function formatNumber(series: string, number: number | string): string {
  return `${series}-${String(number).padStart(6, "0")}`;
}

/** Letters and digits only, the way an authority may read a number. */
export function stripped(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** The numbers that a search text may mean: the whole number in any spelling, or just its digits. */
export function numberCandidates(series: string, typed: string): string[] {
  const plain = stripped(typed);
  return /^\d{1,12}$/.test(typed.trim()) ? [plain, stripped(formatNumber(series, Number(plain)))] : [plain];
}

const every = statement(
  "number_series_every",
  "select series, last_number from number_series where company_id = $1 order by series",
);

/** Each series of a company with the last number that was drawn. */
export async function readSeries(db: Queryable, companyId: number): Promise<Map<string, number>> {
  const rows = await db.query<Pick<Tables["number_series"], "series" | "last_number">>(every, [companyId]);
  return new Map(rows.map(({ series, last_number }) => [series, last_number]));
}
