/**
 * A way to find rows of a list in its order: by an index that answers some filters completely. Filters that it does not
 * answer are checked row by row, and for that no more than `rowsMax` rows are read.
 */
export type ListPath = {
  filters: readonly string[];
  /** The path is of use only with these filters, which are still checked. */
  requires?: readonly string[];
  /** Disjoint parts of the rows, each by one scan of an index. By default one, by the conditions of the filters. */
  parts?: readonly PathPart[];
  /**
   * A part reads the newest rows of each of many groups. Where rows have to be checked, the groups share `rowsMax`, and
   * if one has more rows than its share, nothing that was found is of use: rows may be missing anywhere.
   */
  hasGroups?: true;
  /** What its index has, so that the rows need not be read. By default the creation and the id. */
  keys?: string;
  /**
   * Instead of parts: the condition of an index that has no order. Any `rowsMax` rows are read by it, and if there are
   * more, nothing that was found is of use.
   */
  unordered?: (parameterOf: (name: string) => string) => string;
};

/** The columns of a table `r` and, if its texts are kept, what tells one version of a row from the next. */
export const versionedRows = "r.*, r.xmin";

/** What an index of a list has, so that the rows need not be read. */
const keys = "r.created_at, r.id";

/** SQL of the rows `r` that meet the conditions `rest`. */
export type PathPart = (part: {
  parameterOf: (name: string) => string;
  rest: string;
  /** Orders and limits the rows. */
  tail: string;
  /** Orders and limits the rows of each of so many groups. */
  groupTail: (groups: string) => string;
  /** The columns of the rows, or less where they are only counted. */
  columns: string;
}) => string;

/** A part by conditions alone. */
export const partWhere =
  (table: string, condition: (parameterOf: (name: string) => string) => string): PathPart =>
  ({ parameterOf, rest, tail, columns }) =>
    `select ${columns} from ${table} r where ${rest} and ${condition(parameterOf)} ${tail}`;

/**
 * A part of few rows, by an index in another order. Without "offset 0" a plan that was made on a young table would look for
 * them among all, the newest first.
 */
export const partOfFew =
  (table: string, condition: (parameterOf: (name: string) => string) => string): PathPart =>
  ({ parameterOf, rest, tail, groupTail, columns }) =>
    `select ${columns === versionedRows ? "r.*" : columns} from (
       select ${versionedRows} from ${table} r where r.company_id = $1 and ${condition(parameterOf)} offset 0
     ) r where ${rest} ${tail || groupTail("1")}`;

/**
 * The newest rows of each of the customers that `customers` selects as `c`, without those that `known` is true of. A page
 * is found by the index alone, and only its rows are read.
 */
export const partOfCustomers =
  (
    table: string,
    customers: (parameterOf: (name: string) => string) => string,
    known: (parameterOf: (name: string) => string) => string,
  ): PathPart =>
  ({ parameterOf, rest, tail, groupTail, columns }) => {
    const newest = (
      selected: string,
    ) => `(select c.id, count(*) over () as groups from ${customers(parameterOf)} c) c cross join lateral (
       select ${selected} from ${table} r where ${rest} and r.customer_id = c.id ${groupTail("c.groups")}) r`;
    const others = `(${known(parameterOf)}) is not true`;
    if (tail === "" && columns === keys) return `select ${keys} from ${newest(keys)}`;
    if (tail === "") return `select r.* from ${newest(columns)} where ${others}`;
    return `select ${columns} from (select r.id from ${newest(keys)} ${tail}) k
       join ${table} r on r.company_id = $1 and r.id = k.id where ${others}`;
  };

/** A page of the listing by one path. `further` are conditions that belong to the list's order, such as a cursor's. */
export type PathQuery = {
  listing: { table: string; filters: Readonly<Record<string, (value: string) => string>> };
  path: ListPath;
  names: readonly string[];
  further?: string;
  order: string;
  /** What the index of all rows demands. */
  ofAll: string;
  /** How many rows are read by the path to check them against filters that it does not answer. */
  rowsMax: number;
  /** What an index in the order of the list has, by default the creation and the id. */
  keys?: string;
  /** Filters that limit the column that orders the list, so that every index in this order answers them. */
  ranges?: readonly string[] | undefined;
  /** The rows are read in `order`, `rowsMax` at most, and then sorted by this one; `after` is its cursor's condition. */
  sorted?: { order: string; after: string } | undefined;
  parameterOf: (name: string) => string;
};

/** Of a list by creation. */
const createdRange = ["created_from", "created_to"];

/** Which of the filters are values in the statement that tells whether a path has more rows. */
export const namesIn = (
  { filters, unordered }: ListPath,
  names: readonly string[],
  ranges: readonly string[] = createdRange,
) => names.filter((name) => filters.includes(name) || (!unordered && ranges.includes(name)));

/** The path that answers all of these filters, or else those that answer most of them, each with others. */
export function pathsFor(
  { paths = [] }: { paths?: readonly ListPath[] },
  names: readonly string[],
): ListPath[] {
  const usable = paths.filter(({ filters, requires = [] }) =>
    [...filters, ...requires].every((name) => names.includes(name)),
  );
  const complete = usable.find((path) => isComplete(path, names));
  if (complete) return [complete];
  const isPartOf = (path: ListPath, other: ListPath) =>
    other.filters.length > path.filters.length && path.filters.every((name) => other.filters.includes(name));
  const widest = usable.filter((path) => !usable.some((other) => isPartOf(path, other)));
  const ordered = widest.filter(({ unordered }) => !unordered);
  // What very many records have is found among the newest; an index without order would have to look at all of them.
  return [
    ...(ordered.length > 0 ? ordered : [{ filters: [] }]),
    ...widest.filter(({ unordered }) => unordered),
  ];
}

/** Whether no filter is left that has to be checked row by row. */
export const isComplete = (
  { filters, unordered }: ListPath,
  names: readonly string[],
  ranges: readonly string[] = createdRange,
) => !unordered && names.every((name) => filters.includes(name) || ranges.includes(name));

/** Whether a full page is of use although the path has more rows than were read. */
export const isInOrder = ({ hasGroups, unordered }: ListPath) => !hasGroups && !unordered;

/** The rows of a path that match all filters, the first `limit` of them. */
export function matchingByPath(query: PathQuery, limit: number): string {
  const { path, names, order, rowsMax, ranges, sorted } = query;
  const tail = `order by ${sorted?.order ?? order} limit ${limit}`;
  if (path.unordered)
    return `select r.* from (${anyRows(query, versionedRows)}) r where ${allSql(query)} ${tail}`;
  if (!sorted && isComplete(path, names, ranges)) {
    return rowsSql(query, { tail, groupTail: () => tail, columns: versionedRows });
  }
  const read = rowsSql(query, {
    tail: path.hasGroups ? "" : `order by ${order} limit ${rowsMax}`,
    groupTail: (groups) => `order by ${order} limit ${rowsMax} / ${groups}`,
    columns: versionedRows,
  });
  return `select r.* from (${read}) r where ${checkedSql(query)} ${tail}`;
}

/** Whether a path has more rows than are read of it, so that more may match than were found. */
export function hasMoreSql(query: PathQuery): string {
  const { order, path, rowsMax, further } = query;
  if (path.unordered) {
    const isMore = `exists (select from (${anyRows(query, "r.id")}) r offset ${rowsMax})`;
    return `select ${isMore} ${further ? `and ${further}` : ""} as more`;
  }
  const groupTail = (groups: string) => `order by ${order} offset ${rowsMax} / ${groups} limit 1`;
  if (path.hasGroups) {
    return `select exists (${rowsSql(query, { tail: "", groupTail, columns: keys })}) as more`;
  }
  const columns = path.keys ?? query.keys ?? keys;
  const read = rowsSql(query, { tail: `order by ${order} limit ${rowsMax + 1}`, groupTail, columns });
  return `select exists (select from (${read}) r offset ${rowsMax}) as more`;
}

/** How many rows match, counted to `max`, and whether there may be more. */
export function countSql(query: PathQuery, max: number): string {
  if (!isComplete(query.path, query.names)) {
    return `select count(*) as count, (${hasMoreSql(query)}) as more from (${matchingByPath(query, max)}) r`;
  }
  const newest = `order by ${query.order} limit ${max + 1}`;
  const tail = query.path.hasGroups ? `limit ${max + 1}` : newest;
  const rows = rowsSql(query, { tail, groupTail: () => newest, columns: keys });
  return `select count(*) as count, count(*) > ${max} as more from (${rows}) r`;
}

type Read = { tail: string; groupTail: (groups: string) => string; columns: string };

function rowsSql(query: PathQuery, read: Read): string {
  const { listing, path, names, further, ofAll, parameterOf, ranges = createdRange } = query;
  const conditionOf = (name: string) => `(${listing.filters[name]!(parameterOf(name))})`;
  const rest = [
    "r.company_id = $1",
    path.filters.length === 0 && !path.parts ? ofAll : "",
    ...names.filter((name) => ranges.includes(name)).map(conditionOf),
    further,
  ]
    .filter(Boolean)
    .join(" and ");
  const parts = path.parts ?? [
    partWhere(listing.table, () => path.filters.map(conditionOf).join(" and ") || "true"),
  ];
  const scans = parts.map((part) => part({ parameterOf, rest, ...read }));
  if (scans.length === 1) return scans[0]!;
  return `select r.* from (${scans.map((scan) => `(${scan})`).join(" union all ")}) r ${read.tail}`;
}

/** The rows of an index without order, one more than may be used. */
const anyRows = ({ listing, path, parameterOf, rowsMax }: PathQuery, columns: string) =>
  `select ${columns} from ${listing.table} r where ${path.unordered!(parameterOf)} limit ${rowsMax + 1}`;

/** All conditions, for rows that an index without order has found. */
const allSql = ({ listing, names, further, sorted, parameterOf }: PathQuery) =>
  [
    "r.company_id = $1",
    ...names.map((name) => `(${listing.filters[name]!(parameterOf(name))})`),
    further,
    sorted?.after,
  ]
    .filter(Boolean)
    .join(" and ");

/** The conditions that the path does not answer. */
const checkedSql = ({ listing, path, names, parameterOf, ranges = createdRange, sorted }: PathQuery) =>
  [
    ...names
      .filter((name) => !path.filters.includes(name) && !ranges.includes(name))
      .map((name) => `(${listing.filters[name]!(parameterOf(name))})`),
    sorted?.after,
  ]
    .filter(Boolean)
    .join(" and ") || "true";
