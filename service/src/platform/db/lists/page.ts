import { hash } from "node:crypto";
import { queryTooBroad, tooManyToSort } from "../../../contract/errors.ts";
import { isCalendarDate } from "../../values/clock.ts";
import { type Queryable, type Statement, statement } from "../database.ts";
import { isoSql, type Json } from "../sql.ts";
import {
  cursorSql,
  decodeSortCursor,
  encodeSortCursor,
  invalidCursor,
  type ListOrder,
  newestFirst,
  orderOf,
  type Position,
  type Sort,
  sortOfRange,
} from "./list-order.ts";
import {
  countSql,
  hasMoreSql,
  isComplete,
  isInOrder,
  type ListPath,
  matchingByPath,
  namesIn,
  type PathQuery,
  partWhere,
  pathsFor,
  versionedRows,
} from "./list-paths.ts";
import type { RenderedRecords, RenderedTexts } from "./rendered.ts";

export const pageLimitMax = 100;
export const pageLimitDefault = 25;
export const countMax = 10_000;
/** No page is larger than this, unless its first entry alone is. */
export const pageBytesMax = 8 * 1024 * 1024;
// Leaves space for what is around the entries.
const entriesBytesMax = pageBytesMax - 4096;

/**
 * How a resource is listed: newest first unless asked otherwise, by keyset, a page at a time. Conditions are SQL over the alias
 * `r`, in which `$1` is the company; they take the parameter that has the filter's own value.
 */
export type Listing = {
  name: string;
  table: string;
  /** Whether the JSON depends on the company's current date; if so, `$2` is that date. */
  usesToday?: true;
  filters: Record<string, (value: string) => string>;
  /**
   * By which indexes the list is read, the most selective first. What no index answers is checked for a bounded number of
   * rows, and refused if that is not enough: so no filter reads more as a company grows.
   */
  paths: readonly ListPath[];
  /** The filters that limit how much is read, where they are not those of the creation. */
  period?: readonly [from: string, to: string];
  /** What `sort` takes besides the creation. */
  sorts?: Readonly<Record<string, Sort>>;
  /**
   * SQL for how many bytes of JSON a row `r` has at least, where entries can be so large that a page of them has to be
   * cut: then the database does not even render what would not be shown.
   */
  bytes?: (withLines: boolean) => string | undefined;
  /** How often each entry is in the response: once, unless it is repeated under an old name. */
  copies?: number;
  /**
   * Turns the rows of one page, called `r`, into JSON text: `select … as json from (page) r …`. `also` is more to select.
   */
  render: (page: string, withLines: boolean, also?: string) => string;
  /**
   * SQL that has another value whenever the text of the row `r`, without lines, has changed. It is made of the `xmin` of
   * all rows that are read for it: the transaction that wrote them. Without it, every read renders the text again.
   */
  version?: string;
};

export type PageRequest = {
  limit?: number | undefined;
  cursor?: string | undefined;
  include?: string | undefined;
  /** A field, with - for descending. */
  sort?: string | undefined;
};

export type Page<Text = Json> = { entries: Text[]; pagination: Json };

/** Reads, with the texts that were rendered for earlier ones. */
export type RenderedReads = Queryable & { rendered?: RenderedTexts };

/**
 * Cuts the rows that were found to one page, and describes it. Callers fetch one row more than the page shows, to know
 * whether there are more; what was counted stops at the cap. A page that would be too large has
 * fewer entries than were asked for, at least one, and says that there are more.
 */
export function truncatePage<Row>(
  found: readonly Row[],
  limit: number,
  { cursorOf, textOf, copies = 1 }: Cut<Row>,
  counted?: Counted,
): { shown: Row[]; pagination: Json } {
  const shown = fitting(found.slice(0, limit), (row) => (Buffer.byteLength(textOf(row)) + 1) * copies);
  const hasMore = found.length > shown.length;
  const pagination = {
    limit,
    has_more: hasMore,
    next_cursor: hasMore ? cursorOf(shown.at(-1)!) : null,
    ...(counted && {
      total_count: Math.min(counted.count, countMax),
      total_count_capped: counted.more,
    }),
  };
  return { shown, pagination: JSON.stringify(pagination) };
}

/** How many records match; `more` if that is only what was counted before a limit. */
type Counted = { count: number; more: boolean };

type Cut<Row> = { cursorOf: (last: Row) => string; textOf: (row: Row) => Json | Buffer; copies?: number };

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
 * more. The size may be too small, never too large; the exact cut is made by `truncatePage`.
 */
export const fittingSql = (rows: string, bytes: string, order: string) => `(select r.* from (
    select r.*, row_number() over (order by ${order}) as place,
      coalesce(sum(w.bytes) over (order by ${order} rows between unbounded preceding and 1 preceding), 0) as bytes_before
    from ${rows} r cross join lateral (select ${bytes} as bytes) w
  ) r where r.place <= 2 or r.bytes_before < ${pageBytesMax})`;

/**
 * True of every record, and what the indexes of all records, newest first, demand. They fit only statements that say so:
 * on a young table they would seem as good as the key for looking up a record, and as good as a filter's own index.
 */
export const fromNewestSql = "r.created_at > '-infinity'";

/** So many rows are read to check them against filters that the index of the list does not answer. */
export const checkedRowsMax = 3000;

/** For exports, which read everything: no table has more rows. */
export const everyRowsMax = 2_147_483_647;

type Asked = {
  companyId: number;
  today: string;
  request: PageRequest;
  filters: Record<string, unknown>;
  rowsMax?: number;
};

export function readPage(
  db: Queryable,
  listing: Listing,
  companyId: number,
  today: string,
  request: PageRequest,
  filters: Record<string, unknown>,
  rowsMax?: number,
): Promise<Page> {
  return pageOf(
    db,
    listing,
    { companyId, today, request, filters, ...(rowsMax && { rowsMax }) },
    (page, withLines) => db.query<{ json: Json }>(pageStatement(listing, page, withLines), page.values),
  );
}

/**
 * The same for records that are passed on as they are. Where a listing has versions, only records are rendered that
 * changed since they were last read. With their lines they may be large, and arrive as bytes.
 */
export function readRenderedPage(
  db: RenderedReads,
  listing: Listing,
  companyId: number,
  today: string,
  request: PageRequest,
  filters: Record<string, unknown>,
): Promise<Page<Json | Buffer>> {
  return pageOf<Json | Buffer>(db, listing, { companyId, today, request, filters }, (page, withLines) =>
    db.rendered && listing.version && !withLines && !page.order.sort
      ? readRendered(db, listing, db.rendered.of(listing.name), page)
      : db.query(pageStatement(listing, page, withLines, withLines), page.values),
  );
}

async function pageOf<Text extends Json | Buffer>(
  db: Queryable,
  listing: Listing,
  { companyId, today, request, filters, rowsMax = checkedRowsMax }: Asked,
  readRows: (page: PageByPath, withLines: boolean) => Promise<FoundRow<Text>[]>,
): Promise<Page<Text>> {
  const includes = new Set(request.include?.split(",").map((word) => word.trim()));
  const limit = request.limit ?? pageLimitDefault;
  const names = Object.keys(listing.filters).filter((name) => filters[name] !== undefined);
  const values = [...fixedValues(listing, companyId, today), ...names.map((name) => filters[name])];
  const order = orderOf(listing, request.sort);
  const cursor = request.cursor === undefined ? undefined : decodeCursor(order, request.cursor);
  const after = cursor === undefined ? [] : [...cursor];
  const page = {
    names,
    order,
    rowsMax,
    isAfter: cursor !== undefined,
    values: [...values, limit + 1, ...after],
  };
  const read = (by: PageByPath) => readRows(by, includes.has("lines"));
  const [rows, counted] = await Promise.all([
    order.sort
      ? readSorted(db, listing, page, { filters, limit }, read)
      : readByPaths(db, listing, page, { filters, limit }, read),
    includes.has("total_count") ? countByPaths(db, listing, names, values) : undefined,
  ]);
  const cut = {
    cursorOf: (row: FoundRow<Text>) => encodeCursor(order, row),
    textOf: ({ json }: FoundRow<Text>) => json,
    ...(listing.copies && { copies: listing.copies }),
  };
  const { shown, pagination } = truncatePage(rows, limit, cut, counted);
  return { entries: shown.map(({ json }) => json), pagination };
}

/** With its position, unless that is to be read from the text: in the order of creation, where it is a string. */
type FoundRow<Text> = { json: Text; at?: string; id?: number };

/** A page of a list: the names of its filters, whether it starts after a cursor, and the values of the parameters. */
type PageQuery = {
  names: string[];
  order: ListOrder;
  isAfter: boolean;
  values: unknown[];
  /** So many rows are read to check filters that the path does not answer. */
  rowsMax: number;
  /**
   * In a list that is not in the order of creation: by the index that has its order, or by the path of the filters, whose
   * rows are sorted then.
   */
  by?: "index" | "path";
};

type PageByPath = PageQuery & { path: ListPath };

/** Reads by one path after another, until one has found the page or has no more rows to look at. */
async function readByPaths<Row>(
  db: Queryable,
  listing: Listing,
  page: PageQuery,
  { filters, limit }: { filters: Record<string, unknown>; limit: number },
  read: (page: PageByPath) => Promise<Row[]>,
): Promise<Row[]> {
  const { names, rowsMax } = page;
  for (const path of pathsFor(listing, names)) {
    const rows = await read({ ...page, path });
    const isFound =
      rowsMax === everyRowsMax || isComplete(path, names) || (rows.length > limit && isInOrder(path));
    if (isFound || !(await hasMore(db, listing, { ...page, path }))) return rows;
  }
  throw queryTooBroad(names, sortOfRange(listing, names, filters), listing.period);
}

/**
 * Reads in the order of the index, and checks the filters that it does not answer. Where that does not find the page, or
 * there is no such index, everything that the filters find is sorted, if that is few enough.
 */
async function readSorted<Row>(
  db: Queryable,
  listing: Listing,
  page: PageQuery,
  { filters, limit }: { filters: Record<string, unknown>; limit: number },
  read: (page: PageByPath) => Promise<Row[]>,
): Promise<Row[]> {
  const { names, order } = page;
  const { index, ranges = [] } = order.sort!;
  const isServed = index !== undefined && (index.hasAll?.(filters) ?? true);
  if (isServed) {
    const byIndex = { ...page, by: "index", path: everyRow } as const;
    const rows = await read(byIndex);
    const isFound = isComplete(everyRow, names, ranges) || rows.length > limit;
    if (isFound || !(await hasMore(db, listing, byIndex))) return rows;
  }
  for (const path of pathsFor(listing, names)) {
    const byPath = { ...page, by: "path", path } as const;
    if (!(await hasMore(db, listing, byPath))) return read(byPath);
  }
  throw tooManyToSort(order.name, checkedRowsMax, names, isServed ? undefined : index?.advice);
}

const everyRow: ListPath = { filters: [] };

async function hasMore(db: Queryable, listing: Listing, page: PageByPath): Promise<boolean> {
  const { names, values, path, order, by } = page;
  const used = namesIn(path, names, by === "index" ? (order.sort!.ranges ?? []) : undefined);
  // What is sorted afterwards is all that the filters find, before the cursor too.
  const isAfter = page.isAfter && by !== "path" && !path.unordered;
  const first = firstFilterAt(listing);
  const more = rememberStatement(`${pageKey(listing, { ...page, names: used, isAfter })}_more`, () => {
    const today = listing.usesToday ? "$2::date is not null" : "";
    const query = pathQuery(listing, { ...page, names: used, isAfter, path }, first + used.length);
    return hasMoreSql({ ...query, further: [today, query.further].filter(Boolean).join(" and ") });
  });
  const given = [
    ...values.slice(0, first - 1),
    ...used.map((name) => values[first - 1 + names.indexOf(name)]),
    ...(isAfter ? values.slice(-2) : []),
  ];
  const [row] = await db.query<{ more: boolean }>(more, given);
  return row?.more === true;
}

async function countByPaths(
  db: Queryable,
  listing: Listing,
  names: string[],
  values: readonly unknown[],
): Promise<Counted> {
  let most: Counted = { count: 0, more: true };
  for (const path of pathsFor(listing, names)) {
    const [counted = { count: 0, more: false }] = await db.query<Counted>(
      countStatement(listing, names, path),
      values,
    );
    if (counted.count > most.count || !counted.more) most = counted;
    if (!most.more) break;
  }
  return most;
}

/** The page by its path; the values of its cursor begin at the parameter `cursorAt`. */
function pathQuery(
  listing: Listing,
  { names, order, isAfter, path, by, rowsMax }: Omit<PageByPath, "values">,
  cursorAt: number,
): PathQuery {
  const after = isAfter ? order.afterSql(cursorAt) : [];
  const query = {
    listing,
    path,
    names,
    order: order.sql,
    ofAll: fromNewestSql,
    rowsMax,
    parameterOf: (name: string) => `$${names.indexOf(name) + firstFilterAt(listing)}`,
  };
  if (by === "path") {
    return { ...query, order: newestFirst.sql, sorted: { order: order.sql, after: anyOf(after) } };
  }
  if (by !== "index") return { ...query, further: after.join(" and ") };
  const { sql, index, ranges = [] } = order.sort!;
  const scans = after.length > 0 ? after : ["true"];
  const parts = scans.map((scan) => partWhere(listing.table, () => `${index!.condition} and ${scan}`));
  return { ...query, ranges, path: { ...path, parts, keys: `${sql}, r.id` } };
}

const anyOf = (conditions: readonly string[]) =>
  conditions.length === 0 ? "" : `(${conditions.map((condition) => `(${condition})`).join(" or ")})`;

/**
 * The texts of a page, of which only those are rendered that changed since they were last read. The page is as of one
 * moment: if a row changes between the two statements, all of it is read again.
 */
async function readRendered(
  db: Queryable,
  listing: Listing,
  rendered: RenderedRecords,
  page: PageByPath,
): Promise<{ json: Json | Buffer }[]> {
  const [row] = await db.query<{ versions: string | null }>(versionsStatement(listing, page), page.values);
  const versions = (row?.versions?.split(",") ?? []).map((text): [id: number, version: string] => {
    const colon = text.indexOf(":");
    return [Number(text.slice(0, colon)), text.slice(colon + 1)];
  });
  const texts = new Map(versions.map(([id, version]) => [id, rendered.find(id, version)]));
  const missing = versions.filter(([id]) => texts.get(id) === undefined);
  if (missing.length > 0) {
    const ids = missing.map(([id]) => id);
    const fixed = page.values.slice(0, firstFilterAt(listing) - 1);
    for (const { id, version, json } of await db.query<{ id: number; version: string; json: Json }>(
      someStatement(listing),
      [...fixed, ids],
    )) {
      texts.set(id, rendered.keep(id, version, json));
    }
    const isCurrent = ([id, version]: [number, string]) => rendered.find(id, version) !== undefined;
    if (!missing.every(isCurrent)) return db.query(pageStatement(listing, page, false), page.values);
  }
  return versions.map(([id]) => ({ json: texts.get(id)! }));
}

const fixedValues = (listing: Listing, companyId: number, today: string) =>
  listing.usesToday ? [companyId, today] : [companyId];

/** The position of the first filter's value among the parameters. */
export const firstFilterAt = (listing: Pick<Listing, "usesToday">) => (listing.usesToday ? 3 : 2);

const statements = new Map<string, Statement>();

/** The statement of this key, written at its first use. */
export function rememberStatement(
  key: string,
  text: () => string,
  options: { isBinary?: true } = {},
): Statement {
  let known = statements.get(key);
  if (!known) {
    // PostgreSQL truncates names to 63 characters, and two with the same beginning would be taken for one.
    known = statement(`page_${hash("sha1", key, "base64url")}`, text(), options);
    statements.set(key, known);
  }
  return known;
}

// One prepared statement for each combination of filters in use: a single text with optional conditions
// ("$3 is null or …") would get one plan for all of them, and that plan would use no index.
function pageStatement(listing: Listing, page: PageByPath, withLines: boolean, isBinary = false): Statement {
  const key = `${pageKey(listing, page)}${withLines ? "_lines" : ""}${isBinary ? "_binary" : ""}`;
  const text = () => {
    const { sort, sql } = page.order;
    const { rows, wanted } = pageSql(listing, page);
    const bytes = listing.bytes?.(withLines);
    const fitting = bytes ? fittingSql(`(select r.* from ${rows} r ${wanted})`, bytes, sql) : rows;
    // A large text is not parsed for its place in the list.
    const at = sort ? cursorSql(sort) : isBinary ? isoSql("r.created_at") : undefined;
    const position = at && `, ${at} as at, r.id`;
    return `${listing.render(fitting, withLines, position)} ${wanted}`;
  };
  return rememberStatement(key, text, isBinary ? { isBinary } : {});
}

const pageKey = (
  { name }: Listing,
  { names, order, isAfter, path, by, rowsMax }: Omit<PageByPath, "values">,
) => {
  const sort = order.name === newestFirst.name ? "" : `_sort_${order.name}_${by ?? ""}`;
  const way = `_by_${path.filters.join("_")}${rowsMax === everyRowsMax ? "_every" : ""}`;
  return `${name}_page_${names.join("_")}${sort}${isAfter ? "_after" : ""}${way}`;
};

/** The rows of a page, at least, and what orders and limits them. */
function pageSql(listing: Listing, page: PageByPath) {
  const limitAt = page.names.length + firstFilterAt(listing);
  const wanted = `order by ${page.order.sql} limit $${limitAt}`;
  // The inner limit is a literal so that the planner sees how few rows are wanted; it cannot see a parameter.
  const rows = `(${matchingByPath(pathQuery(listing, page, limitAt + 1), pageLimitMax + 1)})`;
  return { rows, wanted };
}

/** The ids of a page's rows with their versions, as one text: a hundred rows would cost the driver more than all else. */
const versionsStatement = (listing: Listing, page: PageByPath) =>
  rememberStatement(`${pageKey(listing, page)}_versions`, () => {
    const { rows, wanted } = pageSql(listing, page);
    return `select string_agg(r.id || ':' || ${listing.version}, ',' order by ${page.order.sql}) as versions
      from (select r.* from ${rows} r ${wanted}) r`;
  });

/** Some records of a company by their ids, with their versions. */
const someStatement = (listing: Listing) =>
  rememberStatement(`${listing.name}_some`, () => {
    const idsAt = firstFilterAt(listing);
    const rows = `(select ${versionedRows} from ${listing.table} r where r.company_id = $1 and r.id = any($${idsAt}::int8[]))`;
    return listing.render(rows, false, `, r.id, ${listing.version} as version`);
  });

function countStatement(listing: Listing, names: string[], path: ListPath): Statement {
  const key = `${listing.name}_count_${names.join("_")}_by_${path.filters.join("_")}`;
  return rememberStatement(key, () => {
    const today = listing.usesToday ? "$2::date is not null" : "";
    const counted = { names, order: newestFirst, isAfter: false, rowsMax: checkedRowsMax, path };
    return countSql({ ...pathQuery(listing, counted, 0), further: today }, countMax);
  });
}

/** Newest first, the cursor has the form that it had before lists could be sorted. */
function encodeCursor({ name, sort }: ListOrder, row: FoundRow<Json | Buffer>): string {
  if (sort) return encodeSortCursor(name, { at: row.at!, id: row.id! });
  const { at: created_at, id } = row.at === undefined ? positionIn(row.json) : (row as Position);
  if (name !== newestFirst.name) return encodeSortCursor(name, { at: created_at, id });
  return Buffer.from(`${created_at} ${id}`).toString("base64url");
}

function positionIn(json: Json | Buffer): Position {
  const { created_at: at, id } = JSON.parse(json.toString()) as { created_at: string; id: number };
  return { at, id };
}

function decodeCursor({ name, sort }: ListOrder, cursor: string): [at: string, id: number] {
  if (name !== newestFirst.name) return decodeSortCursor(name, sort?.type ?? "timestamptz", cursor);
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

/** The pagination of a list that is short enough to be given whole. */
export const onlyPage = (limit: number) => ({ limit, has_more: false, next_cursor: null });
