import { invalidField } from "../../../contract/errors.ts";
import type { Queryable, Statement } from "../../../platform/db/database.ts";
import {
  firstFilterAt,
  invalidCursor,
  type Listing,
  matching,
  type Page,
  pageLimitMax,
  rememberStatement,
} from "../../../platform/db/page.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import { isCalendarDate } from "../../../platform/values/clock.ts";

/**
 * Sorting by a column without an index, counting and adding up look at no more rows than this, so that a list costs the
 * same with a thousand records and with a million.
 */
export const boundedRows = 10_000;

/** SQL over the row `r` and the joins of the listing, never null, and its type. */
type Order = { sql: string; type: "text" | "date" | "numeric" | "timestamptz" };

/** How the dashboard lists records: sortable, with a count for each tab and a sum for each currency. */
export type TableListing = Pick<
  Listing,
  "name" | "table" | "usesToday" | "filters" | "indexed" | "branches"
> & {
  fields: string;
  joins: string;
  /** What an entry looks like in an export, which has more columns: `select … as json from (page) r …`. */
  exported?: (page: string) => string;
  orders: Readonly<Record<string, Order>>;
  /** The order of the index of all rows, which alone can list any number of them. */
  indexOrder: { name: string; ofAll: string };
  /** The conditions of the tabs, each served by an index. */
  tabs: Readonly<Record<string, string>>;
  /** Tabs whose index has another order than the list. */
  unorderedTabs?: readonly string[];
  /** Filters that choose a tab, and so do not narrow the counts of the others. */
  tabFilters: readonly string[];
  /** What is added up for each currency of the rows: `select currency, count, … from (rows) r …`. */
  totals?: (rows: string) => string;
  /** The type of `$2`: the company's today, or the current moment. */
  secondType?: "timestamptz";
};

export type TableRequest = { limit?: number; cursor?: string; sort?: string };
type Filters = Readonly<Record<string, unknown>>;

/** `due_date` is ascending, `-due_date` descending. */
type Sorting = { name: string; descending: boolean; order: Order; isByIndex: boolean };

function sortingOf(listing: TableListing, sort: string | undefined): Sorting {
  const { indexOrder, orders } = listing;
  const name = sort?.replace(/^-/, "") ?? indexOrder.name;
  if (!Object.hasOwn(orders, name)) {
    throw invalidField("sort", `must be one of ${Object.keys(orders).join(", ")}, with - for descending`);
  }
  return {
    name,
    descending: sort === undefined || sort.startsWith("-"),
    order: orders[name]!,
    isByIndex: name === indexOrder.name,
  };
}

const defaultLimit = 50;
type Row = { json: Json; at: string; id: number };

/** A page of rows as the dashboard shows them. */
export async function readTable(
  db: Queryable,
  listing: TableListing,
  fixed: readonly unknown[],
  request: TableRequest,
  filters: Filters,
): Promise<Page> {
  const sorting = sortingOf(listing, request.sort);
  const at = `${cursorText(sorting.order)} as at, r.id`;
  const render = (page: string) =>
    `select ${jsonOf(listing.fields)} as json, ${at} from (${page}) r ${listing.joins}`;
  return readRows<Row>(
    db,
    { listing, key: "table", render, sorting },
    fixed,
    request,
    filters,
    (last) => last,
  );
}

/** A page of the same rows for an export, by the order of the index: of any number, and with all columns. */
export async function readExported(
  db: Queryable,
  listing: TableListing,
  fixed: readonly unknown[],
  request: TableRequest,
  filters: Filters,
): Promise<Page> {
  const sorting = sortingOf(listing, undefined);
  const render = (page: string) => listing.exported!(`(${page})`);
  return readRows<Pick<Row, "json">>(
    db,
    { listing, key: "export", render, sorting },
    fixed,
    request,
    filters,
    ({ json }) => {
      const entry = JSON.parse(json) as Record<string, string> & { id: number };
      return { at: entry[sorting.name]!, id: entry.id };
    },
  );
}

type Rendered = {
  listing: TableListing;
  key: string;
  render: (page: string) => string;
  sorting: Sorting;
};

async function readRows<Found extends { json: Json }>(
  db: Queryable,
  rendered: Rendered,
  fixed: readonly unknown[],
  request: TableRequest,
  filters: Filters,
  positionOf: (last: Found) => Pick<Row, "at" | "id">,
): Promise<Page> {
  const { listing, sorting } = rendered;
  const limit = request.limit ?? defaultLimit;
  const names = namesOf(listing, filters);
  const cursor = request.cursor === undefined ? undefined : decodeCursor(sorting, request.cursor);
  const values = [...fixed, ...names.map((name) => filters[name]), limit + 1, ...(cursor ?? [])];
  const rows = await db.query<Found>(pageStatement(rendered, names, cursor !== undefined), values);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const pagination = {
    limit,
    has_more: last !== undefined,
    next_cursor: last ? encodeCursor(sorting, positionOf(last)) : null,
  };
  return { entries: shown.map(({ json }) => json), pagination: JSON.stringify(pagination) };
}

/** The counts of the tabs, and the sums of all rows that the filters match; both look at a bounded number of rows. */
export async function readSummary(
  db: Queryable,
  listing: TableListing,
  fixed: readonly unknown[],
  filters: Filters,
): Promise<{ counts: Json; totals: Json }> {
  const all = namesOf(listing, filters);
  const untabbed = all.filter((name) => !listing.tabFilters.includes(name));
  const valuesOf = (names: readonly string[]) => [...fixed, ...names.map((name) => filters[name])];
  const [counted, summed] = await Promise.all([
    db.query<{ json: Json }>(countsStatement(listing, untabbed), valuesOf(untabbed)),
    listing.totals ? db.query<{ json: Json }>(totalsStatement(listing, all), valuesOf(all)) : undefined,
  ]);
  return { counts: counted[0]!.json, totals: summed?.[0]?.json ?? "[]" };
}

const namesOf = (listing: TableListing, filters: Filters) =>
  Object.keys(listing.filters).filter((name) => filters[name] !== undefined);

function pageStatement(
  { listing, key, render, sorting }: Rendered,
  names: readonly string[],
  after: boolean,
): Statement {
  const { name, descending, order } = sorting;
  const sort = `${descending ? "-" : ""}${name}${after ? "_after" : ""}`;
  return rememberStatement(`${listing.name}_${key}_${names.join("_")}_by_${sort}`, () => {
    const limitAt = names.length + firstFilterAt(listing);
    const way = descending ? "desc" : "asc";
    const sorted = `order by ${order.sql} ${way}, r.id ${way}`;
    // The inner limit is a literal so that the planner sees how few rows are wanted.
    const tail = `${sorted} limit ${pageLimitMax + 1}`;
    const position = after
      ? `(${order.sql}, r.id) ${descending ? "<" : ">"} ($${limitAt + 1}::${order.type}, $${limitAt + 2}::int8)`
      : "";
    const page = sorting.isByIndex
      ? matchingRows(listing, names, position, tail)
      : `select r.* from (${boundedSql(listing, names)}) r ${listing.joins} ${position && `where ${position}`} ${tail}`;
    return `${render(page)} ${sorted} limit $${limitAt}`;
  });
}

/** A timestamp in the one form that a cursor takes. */
const cursorText = ({ sql, type }: Order) => (type === "timestamptz" ? isoSql(sql) : `(${sql})::text`);

/** The newest of the rows that match, so many that sorting and adding them up stays cheap. */
function boundedSql(listing: TableListing, names: readonly string[]): string {
  const { orders, indexOrder } = listing;
  const newest = `order by ${orders[indexOrder.name]!.sql} desc, r.id desc limit ${boundedRows}`;
  return matchingRows(listing, names, "", newest);
}

/** A parameter that no condition uses would have no type. */
function matchingRows(
  listing: TableListing,
  names: readonly string[],
  further: string,
  tail: string,
  ofAll = listing.indexOrder.ofAll,
): string {
  const { usesToday, secondType = "date" } = listing;
  const given = usesToday ? `$2::${secondType} is not null` : "";
  return matching(listing, names, [given, further].filter(Boolean).join(" and "), tail, ofAll);
}

/**
 * Without filters each tab is counted by its own index. With filters, what they match is read once, the newest first, and
 * counted by tab: where that reaches the bound, the counts of the tabs are lower bounds.
 */
function countsStatement(listing: TableListing, names: readonly string[]): Statement {
  return rememberStatement(`${listing.name}_tabs_${names.join("_")}`, () => {
    const { tabs, orders, indexOrder, unorderedTabs } = listing;
    const limit = `limit ${boundedRows + 1}`;
    const newest = `order by ${orders[indexOrder.name]!.sql} desc, r.id desc ${limit}`;
    if (names.length > 0) {
      const counts = Object.entries(tabs).map(([tab, sql]) => `count(*) filter (where ${sql}) as ${tab}`);
      return `select row_to_json(t) as json from (
        select ${['count(*) as "all"', ...counts].join(", ")} from (${matchingRows(listing, names, "", newest)}) r
      ) t`;
    }
    const countOf = (rows: string) => `(select count(*) from (${rows}) counted)`;
    const counts = Object.entries(tabs).map(([tab, condition]) => {
      const tail = unorderedTabs?.includes(tab) ? limit : newest;
      return `${countOf(matchingRows(listing, names, condition, tail, ""))} as ${tab}`;
    });
    const all = `${countOf(matchingRows(listing, names, "", newest))} as "all"`;
    return `select ${jsonOf([all, ...counts].join(", "))} as json`;
  });
}

function totalsStatement(listing: TableListing, names: readonly string[]): Statement {
  return rememberStatement(
    `${listing.name}_totals_${names.join("_")}`,
    () => `select coalesce(json_agg(t order by t.count desc, t.currency), '[]') as json
      from (${listing.totals!(`(${boundedSql(listing, names)})`)}) t`,
  );
}

const encodeCursor = ({ name, descending }: Sorting, { at, id }: Pick<Row, "at" | "id">) =>
  Buffer.from(JSON.stringify([`${descending ? "-" : ""}${name}`, at, id])).toString("base64url");

const patterns: Record<Order["type"], RegExp> = {
  text: /^.{0,200}$/s,
  date: /^\d{4}-\d{2}-\d{2}$/,
  numeric: /^-?\d{1,20}(\.\d{1,20})?$/,
  timestamptz: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
};

function decodeCursor({ name, descending, order }: Sorting, cursor: string): [at: string, id: number] {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw invalidCursor();
  }
  const [sort, at, id] = Array.isArray(parts) ? (parts as unknown[]) : [];
  const isOfThisOrder = sort === `${descending ? "-" : ""}${name}` && Number.isSafeInteger(id);
  if (!isOfThisOrder || typeof at !== "string" || !patterns[order.type].test(at) || at.includes("\0"))
    throw invalidCursor();
  const isDay = order.type === "date" || order.type === "timestamptz";
  if (isDay && (!isCalendarDate(at.slice(0, 10)) || Number.isNaN(Date.parse(at)))) throw invalidCursor();
  return [at, id as number];
}
