import { hash } from "node:crypto";
import { invalidField } from "../../contract/errors.ts";
import { isCalendarDate } from "../values/clock.ts";
import { type Queryable, type Statement, statement } from "./database.ts";
import type { Json } from "./sql.ts";

export const pageLimitMax = 100;
export const pageLimitDefault = 25;
export const countMax = 10_000;
/** No page is larger than this, unless its first entry alone is. */
export const pageBytesMax = 8 * 1024 * 1024;
// Leaves room for what stands around the entries.
const entriesBytesMax = pageBytesMax - 4096;

/**
 * How a resource is listed: newest first, by keyset, a page at a time. Conditions are SQL over the alias
 * `r`, in which `$1` is the company; they take the parameter that has the filter's own value.
 */
export type Listing = {
  name: string;
  table: string;
  /** Whether the JSON depends on the company's current date; if so, `$2` is that date. */
  usesToday?: true;
  filters: Record<string, (value: string) => string>;
  /** Filters that have an index of their own, which then serves the list instead of the index of all records. */
  indexed?: readonly string[];
  /**
   * Filters that no single index serves are split into disjoint branches, each an index scan with the other conditions
   * applied. Of two such filters only the first is split; the second is applied as a plain condition. `tail` orders
   * and limits; a branch that joins repeats it inside.
   */
  branches?: Record<string, readonly ((value: string, rest: string, tail: string) => string)[]>;
  /**
   * SQL for how many bytes of JSON a row `r` has at least, where entries can be so large that a page of them has to be
   * cut: then the database does not even render what would not be shown.
   */
  bytes?: (withLines: boolean) => string | undefined;
  /** How often each entry stands in the answer: once, unless it is repeated under an old name. */
  copies?: number;
  /** Turns the rows of one page, called `r`, into JSON text: `select … as json from (page) r …`. */
  render: (page: string, withLines: boolean) => string;
};

export type PageRequest = {
  limit?: number | undefined;
  cursor?: string | undefined;
  include?: string | undefined;
};

export type Page = { entries: Json[]; pagination: Json };

/**
 * Cuts the rows that were found to one page, and describes it. Callers fetch one row more than the page shows, to know
 * whether there are more; `count`, where it was asked for, stops one past the cap. A page that would be too large has
 * fewer entries than were asked for, at least one, and says that there are more.
 */
export function truncatePage<Row>(
  found: readonly Row[],
  limit: number,
  { cursorOf, textOf, copies = 1 }: Cut<Row>,
  count?: number,
): { shown: Row[]; pagination: Json } {
  const shown = fitting(found.slice(0, limit), (row) => (Buffer.byteLength(textOf(row)) + 1) * copies);
  const hasMore = found.length > shown.length;
  const pagination = {
    limit,
    has_more: hasMore,
    next_cursor: hasMore ? cursorOf(shown.at(-1)!) : null,
    ...(count !== undefined && {
      total_count: Math.min(count, countMax),
      total_count_capped: count > countMax,
    }),
  };
  return { shown, pagination: JSON.stringify(pagination) };
}

type Cut<Row> = { cursorOf: (last: Row) => string; textOf: (row: Row) => Json; copies?: number };

function fitting<Row>(rows: Row[], bytesOf: (row: Row) => number): Row[] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += bytesOf(row);
    return bytes > entriesBytesMax && index > 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/**
 * Of the rows `r`, those that fit on a page by their size in bytes, and the one after them, which tells that there are
 * more. The size may be too small, never too large; the exact cut is made by `cutPage`.
 */
export const fittingSql = (rows: string, bytes: string, order: string) => `(select r.* from (
    select r.*, row_number() over (order by ${order}) as place,
      coalesce(sum(w.bytes) over (order by ${order} rows between unbounded preceding and 1 preceding), 0) as bytes_before
    from ${rows} r cross join lateral (select ${bytes} as bytes) w
  ) r where r.place <= 2 or r.bytes_before < ${pageBytesMax})`;

export const invalidCursor = () =>
  invalidField("cursor", "is not a cursor of this list; pass pagination.next_cursor unchanged");

const order = "r.created_at desc, r.id desc";
const newestFirst = `order by ${order} limit ${pageLimitMax + 1}`;

/**
 * True of every record, and what the indexes of all records, newest first, demand. They fit only statements that say so:
 * on a young table they would seem as good as the key for looking up a record, and as good as a filter's own index.
 */
export const fromNewestSql = "r.created_at > '-infinity'";

export async function readPage(
  db: Queryable,
  listing: Listing,
  companyId: number,
  today: string,
  request: PageRequest,
  filters: Record<string, unknown>,
): Promise<Page> {
  const includes = new Set(request.include?.split(",").map((word) => word.trim()));
  const limit = request.limit ?? pageLimitDefault;
  const names = Object.keys(listing.filters).filter((name) => filters[name] !== undefined);
  const values = [...fixedValues(listing, companyId, today), ...names.map((name) => filters[name])];
  const cursor = request.cursor === undefined ? undefined : decodeCursor(request.cursor);
  const list = pageStatement(listing, names, cursor !== undefined, includes.has("lines"));
  const [rows, counted] = await Promise.all([
    db.query<{ json: string }>(list, [...values, limit + 1, ...(cursor ?? [])]),
    includes.has("total_count")
      ? db.query<{ count: number }>(countStatement(listing, names), values)
      : undefined,
  ]);
  const cut = {
    cursorOf: ({ json }: { json: string }) => encodeCursor(json),
    textOf: ({ json }: { json: string }) => json,
    ...(listing.copies && { copies: listing.copies }),
  };
  const { shown, pagination } = truncatePage(rows, limit, cut, counted?.[0]?.count);
  return { entries: shown.map(({ json }) => json), pagination };
}

const fixedValues = (listing: Listing, companyId: number, today: string) =>
  listing.usesToday ? [companyId, today] : [companyId];

/** The position of the first filter's value among the parameters. */
const firstFilterAt = (listing: Listing) => (listing.usesToday ? 3 : 2);

const statements = new Map<string, Statement>();

function remember(key: string, text: () => string): Statement {
  let known = statements.get(key);
  if (!known) {
    // PostgreSQL truncates names to 63 characters, and two with the same beginning would be taken for one.
    known = statement(`page_${hash("sha1", key, "base64url")}`, text());
    statements.set(key, known);
  }
  return known;
}

// One prepared statement for each combination of filters in use: a single text with optional conditions
// ("$3 is null or …") would get one plan for all of them, and that plan would use no index.
function pageStatement(listing: Listing, names: string[], after: boolean, withLines: boolean): Statement {
  const key = `${listing.name}_page_${names.join("_")}${after ? "_after" : ""}${withLines ? "_lines" : ""}`;
  return remember(key, () => {
    const limitAt = names.length + firstFilterAt(listing);
    const keyset = after ? `(r.created_at, r.id) < ($${limitAt + 1}, $${limitAt + 2})` : "";
    // The inner limit is a literal so that the planner sees how few rows are wanted; it cannot see a parameter.
    const page = `(${matching(listing, names, keyset, newestFirst)})`;
    const wanted = `order by ${order} limit $${limitAt}`;
    const bytes = listing.bytes?.(withLines);
    const rows = bytes ? fittingSql(`(select r.* from ${page} r ${wanted})`, bytes, order) : page;
    return `${listing.render(rows, withLines)} ${wanted}`;
  });
}

function countStatement(listing: Listing, names: string[]): Statement {
  return remember(`${listing.name}_count_${names.join("_")}`, () => {
    const rows = matching(listing, names, "", `limit ${countMax + 1}`);
    const named = listing.usesToday ? "where $2::date is not null" : "";
    return `select count(*) as count from (${rows}) counted ${named}`;
  });
}

function matching(listing: Listing, names: string[], keyset: string, tail: string): string {
  const parameterOf = (name: string) => `$${names.indexOf(name) + firstFilterAt(listing)}`;
  const split = names.find((name) => listing.branches?.[name]);
  const conditions = names
    .filter((name) => name !== split)
    .map((name) => `(${listing.filters[name]!(parameterOf(name))})`);
  const isIndexed = names.some((name) => listing.indexed?.includes(name));
  const ofAll = isIndexed ? "" : fromNewestSql;
  const rest = ["r.company_id = $1", ofAll, ...conditions, keyset].filter(Boolean).join(" and ");
  if (!split) return `select r.* from ${listing.table} r where ${rest} ${tail}`;
  const scans = listing.branches![split]!.map(
    (branch) => `(${branch(parameterOf(split), rest, tail)} ${tail})`,
  );
  return `select r.* from (${scans.join(" union all ")}) r ${tail}`;
}

function encodeCursor(lastEntry: string): string {
  const { created_at, id } = JSON.parse(lastEntry) as { created_at: string; id: number };
  return Buffer.from(`${created_at} ${id}`).toString("base64url");
}

function decodeCursor(cursor: string): [createdAt: string, id: number] {
  const [createdAt = "", id = ""] = Buffer.from(cursor, "base64url").toString("utf8").split(" ");
  const wellFormed = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(createdAt) && /^\d{1,15}$/.test(id);
  if (!wellFormed || !isCalendarDate(createdAt.slice(0, 10)) || Number.isNaN(Date.parse(createdAt))) {
    throw invalidCursor();
  }
  return [createdAt, Number(id)];
}

/** `q` is text to find, not a pattern: the wildcards of LIKE are taken literally. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
