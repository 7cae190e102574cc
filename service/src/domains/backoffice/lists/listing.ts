import { invalidField, queryTooBroad } from "../../../contract/errors.ts";
import type { Queryable, Statement } from "../../../platform/db/database.ts";
import {
  cursorSql,
  decodeSortCursor,
  encodeSortCursor,
  type SortType,
} from "../../../platform/db/lists/list-order.ts";
import {
  hasMoreSql,
  isComplete,
  isInOrder,
  type ListPath,
  matchingByPath,
  namesIn,
  pathsFor,
} from "../../../platform/db/lists/list-paths.ts";
import {
  everyRowsMax,
  firstFilterAt,
  type Listing,
  type Page,
  pageLimitMax,
  rememberStatement,
} from "../../../platform/db/lists/page.ts";
import { type Json, jsonOf } from "../../../platform/db/sql.ts";

/**
 * Sorting by a column without an index, counting and adding up look at no more rows than this, so that a list costs the
 * same with a thousand records and with a million.
 */
export const boundedRows = 10_000;

/** SQL over the row `r` and the joins of the listing, never null, and its type. */
type Order = { sql: string; type: SortType };

/** How the dashboard lists records: sortable, with a count for each tab and a sum for each currency. */
export type TableListing = Pick<Listing, "name" | "table" | "usesToday" | "filters"> & {
  paths: readonly ListPath[];
  /** Filters that limit the column of `indexOrder`, by default its creation. */
  ranges?: readonly string[];
  fields: string;
  joins: string;
  /** What an entry looks like in an export, which has more columns: `select … as json from (page) r …`. */
  exported?: (page: string) => string;
  orders: Readonly<Record<string, Order>>;
  /** The order of the index of all rows, which alone can list any number of them. */
  indexOrder: { name: string; ofAll: string };
  /** The conditions of the tabs, each served by an index. */
  tabs: Readonly<Record<string, string>>;
  /** Tabs that one index serves together: they are counted among the newest rows of its path. */
  sharedTabs?: { path: ListPath; tabs: readonly string[] };
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

const sortName = ({ name, descending }: Sorting) => `${descending ? "-" : ""}${name}`;

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
  const at = `${cursorSql(sorting.order)} as at, r.id`;
  const render = (page: string) =>
    `select ${jsonOf(listing.fields)} as json, ${at} from (${page}) r ${listing.joins}`;
  return readRows<Row>(
    db,
    { listing, key: "table", render, sorting, rowsMax: boundedRows },
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
    { listing, key: "export", render, sorting, rowsMax: everyRowsMax },
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
  /** How many rows are read to check them against filters that no index answers. */
  rowsMax: number;
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
  const cursor =
    request.cursor === undefined
      ? undefined
      : decodeSortCursor(sortName(sorting), sorting.order.type, request.cursor);
  const values = [...fixed, ...names.map((name) => filters[name]), limit + 1, ...(cursor ?? [])];
  const page = { names, after: cursor !== undefined };
  const chosen = rendered.rowsMax === boundedRows ? await choosePath(db, listing, fixed, filters, names) : {};
  if (chosen.hasMore && !isInOrder(chosen.path!)) throw queryTooBroad(names);
  const rows = await db.query<Found>(pageStatement(rendered, { ...page, path: chosen.path }), values);
  if (chosen.hasMore && rows.length <= limit) {
    const isLast =
      sorting.isByIndex &&
      cursor &&
      !(await hasMore(db, listing, fixed, filters, { names, path: chosen.path!, cursor, sorting }));
    if (!isLast) throw queryTooBroad(names);
  }
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const pagination = {
    limit,
    has_more: last !== undefined,
    next_cursor: last ? encodeSortCursor(sortName(sorting), positionOf(last)) : null,
  };
  return { entries: shown.map(({ json }) => json), pagination: JSON.stringify(pagination) };
}

type Chosen = { path?: ListPath; hasMore?: boolean };

/** The path that finds all that match, or else the first; `hasMore` if that may leave out some. */
async function choosePath(
  db: Queryable,
  listing: TableListing,
  fixed: readonly unknown[],
  filters: Filters,
  names: readonly string[],
): Promise<Chosen> {
  if (names.length === 0) return {};
  const paths = pathsFor(listing, names);
  if (isComplete(paths[0]!, names, listing.ranges)) return { path: paths[0]! };
  for (const path of paths) {
    if (!(await hasMore(db, listing, fixed, filters, { names, path }))) return { path };
  }
  return { path: paths.find(isInOrder) ?? paths[0]!, hasMore: true };
}

async function hasMore(
  db: Queryable,
  listing: TableListing,
  fixed: readonly unknown[],
  filters: Filters,
  {
    names,
    path,
    cursor,
    sorting = sortingOf(listing, undefined),
  }: { names: readonly string[]; path: ListPath; cursor?: readonly unknown[]; sorting?: Sorting },
): Promise<boolean> {
  const used = namesIn(path, names, listing.ranges);
  const key = `${listing.name}_more_${used.join("_")}_by_${path.filters.join("_")}_${path.requires ?? ""}_${cursor ? orderSql(sorting) : ""}`;
  const more = rememberStatement(key, () => {
    const position = cursor ? positionSql(sorting, used.length + firstFilterAt(listing)) : "";
    return hasMoreSql(
      pathQuery(listing, {
        names: used,
        path,
        further: position,
        order: orderSql(sorting),
        rowsMax: boundedRows,
      }),
    );
  });
  const values = [...fixed, ...used.map((name) => filters[name]), ...(cursor ?? [])];
  const [row] = await db.query<{ more: boolean }>(more, values);
  return row?.more === true;
}

/**
 * The counts of the tabs, and the sums of all rows that the filters match; both look at a bounded number of rows, and
 * `partial` says that more may match.
 */
export async function readSummary(
  db: Queryable,
  listing: TableListing,
  fixed: readonly unknown[],
  filters: Filters,
): Promise<{ counts: Json; totals: Json; partial?: Json }> {
  const all = namesOf(listing, filters);
  const untabbed = all.filter((name) => !listing.tabFilters.includes(name));
  const read = async (names: readonly string[], statementOf: typeof countsStatement) => {
    const { path, hasMore } = await choosePath(db, listing, fixed, filters, names);
    const values = [...fixed, ...names.map((name) => filters[name])];
    const [row] = await db.query<{ json: Json }>(statementOf(listing, names, path), values);
    return { json: row!.json, hasMore };
  };
  const { sharedTabs } = listing;
  const [counted, summed, hasMoreShared] = await Promise.all([
    read(untabbed, countsStatement),
    listing.totals ? read(all, totalsStatement) : undefined,
    sharedTabs && untabbed.length === 0
      ? hasMore(db, listing, fixed, {}, { names: [], path: sharedTabs.path })
      : false,
  ]);
  const isPartial = counted.hasMore || summed?.hasMore || hasMoreShared;
  return { counts: counted.json, totals: summed?.json ?? "[]", ...(isPartial && { partial: "true" }) };
}

const namesOf = (listing: TableListing, filters: Filters) =>
  Object.keys(listing.filters).filter((name) => filters[name] !== undefined);

type PageAsked = { names: readonly string[]; after: boolean; path?: ListPath | undefined };

function pageStatement(
  { listing, key, render, sorting, rowsMax }: Rendered,
  { names, after, path }: PageAsked,
): Statement {
  const sort = `${sortName(sorting)}${after ? "_after" : ""}`;
  return rememberStatement(`${listing.name}_${key}_${names.join("_")}_by_${sort}${pathKey(path)}`, () => {
    const limitAt = names.length + firstFilterAt(listing);
    const sorted = `order by ${orderSql(sorting)}`;
    const position = after ? positionSql(sorting, limitAt + 1) : "";
    // The inner limit is a literal so that the planner sees how few rows are wanted.
    const page = sorting.isByIndex
      ? matchingRows(listing, {
          names,
          path,
          further: position,
          order: orderSql(sorting),
          limit: pageLimitMax + 1,
          rowsMax,
        })
      : `select r.* from (${boundedSql(listing, names, path)}) r ${listing.joins} ${position && `where ${position}`} ${sorted} limit ${pageLimitMax + 1}`;
    return `${render(page)} ${sorted} limit $${limitAt}`;
  });
}

const pathKey = (path: ListPath | undefined) =>
  path ? `_path_${path.filters.join("_")}_${path.requires ?? ""}` : "";

const orderSql = ({ order, descending }: Sorting) => {
  const way = descending ? "desc" : "asc";
  return `${order.sql} ${way}, r.id ${way}`;
};

/** After the position of a cursor, whose values begin at a parameter. */
const positionSql = ({ order, descending }: Sorting, at: number) =>
  `(${order.sql}, r.id) ${descending ? "<" : ">"} ($${at}::${order.type}, $${at + 1}::int8)`;

/** The newest of the rows that match, so many that sorting and adding them up stays cheap. */
function boundedSql(listing: TableListing, names: readonly string[], path?: ListPath): string {
  return matchingRows(listing, { names, path, order: newestFirst(listing), limit: boundedRows });
}

const newestFirst = ({ orders, indexOrder }: TableListing) =>
  `${orders[indexOrder.name]!.sql} desc, r.id desc`;

type RowsAsked = {
  names: readonly string[];
  path?: ListPath | undefined;
  further?: string;
  /** None where any of the rows will do. */
  order?: string;
  limit: number;
  ofAll?: string;
  rowsMax?: number;
};

function matchingRows(listing: TableListing, asked: RowsAsked): string {
  const { names, path, further = "", order, limit, ofAll = listing.indexOrder.ofAll, rowsMax } = asked;
  const way = path ?? (names.length > 0 ? pathsFor(listing, names)[0] : undefined);
  if (way && order) {
    return matchingByPath(
      pathQuery(listing, { names, path: way, further, order, rowsMax: rowsMax ?? boundedRows }),
      limit,
    );
  }
  const rest = ["r.company_id = $1", ofAll, withSecond(listing, further)].filter(Boolean).join(" and ");
  return `select r.* from ${listing.table} r where ${rest} ${order ? `order by ${order}` : ""} limit ${limit}`;
}

/** A parameter that no condition uses would have no type. */
const withSecond = ({ usesToday, secondType }: TableListing, further: string) =>
  [usesToday ? `$2::${secondType ?? "date"} is not null` : "", further].filter(Boolean).join(" and ");

const pathQuery = (
  listing: TableListing,
  asked: Required<Pick<RowsAsked, "names" | "further" | "order" | "rowsMax">> & { path: ListPath },
) => ({
  ...asked,
  listing,
  ofAll: listing.indexOrder.ofAll,
  keys: `${listing.orders[listing.indexOrder.name]!.sql}, r.id`,
  ranges: listing.ranges,
  further: withSecond(listing, asked.further),
  parameterOf: (name: string) => `$${asked.names.indexOf(name) + firstFilterAt(listing)}`,
});

/**
 * Without filters each tab is counted by its own index. With filters, what they match is read once, the newest first, and
 * counted by tab: where that reaches the bound, the counts of the tabs are lower bounds.
 */
function countsStatement(listing: TableListing, names: readonly string[], path?: ListPath): Statement {
  return rememberStatement(`${listing.name}_tabs_${names.join("_")}${pathKey(path)}`, () => {
    const { tabs, unorderedTabs, sharedTabs } = listing;
    const newest = { names, limit: boundedRows + 1, order: newestFirst(listing) };
    if (names.length > 0) {
      const counts = Object.entries(tabs).map(([tab, sql]) => `count(*) filter (where ${sql}) as ${tab}`);
      return `select row_to_json(t) as json from (
        select ${['count(*) as "all"', ...counts].join(", ")} from (${matchingRows(listing, { ...newest, path })}) r
      ) t`;
    }
    const countOf = (rows: string) => `(select count(*) from (${rows}) counted)`;
    const counts = Object.entries(tabs).map(([tab, further]) => {
      if (sharedTabs?.tabs.includes(tab)) return `shared.${tab} as ${tab}`;
      const order = unorderedTabs?.includes(tab) ? "" : newest.order;
      return `${countOf(matchingRows(listing, { ...newest, further, order, ofAll: "" }))} as ${tab}`;
    });
    const all = `${countOf(matchingRows(listing, newest))} as "all"`;
    return `select ${jsonOf([all, ...counts].join(", "))} as json ${sharedTabs ? `from ${sharedCounts(listing, sharedTabs)}` : ""}`;
  });
}

function sharedCounts(
  listing: TableListing,
  { path, tabs }: NonNullable<TableListing["sharedTabs"]>,
): string {
  const rows = matchingRows(listing, {
    names: [],
    path,
    limit: boundedRows + 1,
    order: newestFirst(listing),
  });
  const counts = tabs.map((tab) => `count(*) filter (where ${listing.tabs[tab]}) as ${tab}`);
  return `(select ${counts.join(", ")} from (${rows}) r) shared`;
}

function totalsStatement(listing: TableListing, names: readonly string[], path?: ListPath): Statement {
  return rememberStatement(
    `${listing.name}_totals_${names.join("_")}${pathKey(path)}`,
    () => `select coalesce(json_agg(t order by t.count desc, t.currency), '[]') as json
      from (${listing.totals!(`(${boundedSql(listing, names, path)})`)}) t`,
  );
}
