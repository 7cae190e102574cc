import { invalidField } from "../../../contract/errors.ts";
import { isCalendarDate } from "../../values/clock.ts";
import { isoSql } from "../sql.ts";

/** What a list can be sorted by besides the creation: SQL over the row `r`, never null. */
export type Sort = {
  sql: string;
  type: SortType;
  /** What a cursor has of the row, and how a condition uses it, if that is not the value itself. */
  cursor?: { sql: string; use: (parameter: string) => string };
  /** Filters that limit this column. */
  ranges?: readonly string[];
  /** The index in this order. Without one, what the filters find is sorted, if it is not too much. */
  index?: SortIndex;
};

export type SortType = "text" | "date" | "numeric" | "timestamptz";

type SortIndex = {
  /** Which rows it has, as the index says it. */
  condition: string;
  /** Whether it has all rows that match the filters. */
  hasAll?: (filters: Readonly<Record<string, unknown>>) => boolean;
  /** What to add to the request, so that it has them all. */
  advice?: { field: string; message: string };
  /** Equal values are in the opposite order of their ids. */
  idsAreOpposite?: true;
};

/** The order of one request: `due_date` is ascending, `-due_date` descending. */
export type ListOrder = {
  name: string;
  /** None is the order by creation, which every index of a list has. */
  sort?: Sort;
  sql: string;
  /**
   * The rows after a cursor, whose values begin at a parameter: disjoint conditions, each of which is a range of an index
   * in this order.
   */
  afterSql: (at: number) => string[];
};

/** The order in which an index has all that a range leaves, so that a list of it takes as long at any size. */
export function sortOfRange(
  { sorts = {} }: { sorts?: Readonly<Record<string, Sort>> },
  names: readonly string[],
  filters: Readonly<Record<string, unknown>>,
): string | undefined {
  const found = Object.entries(sorts).find(
    ([, { ranges = [], index }]) =>
      index && names.some((name) => ranges.includes(name)) && (index.hasAll?.(filters) ?? true),
  );
  return found && `-${found[0]}`;
}

const created = "created_at";
const createdSort: Sort = { sql: "r.created_at", type: "timestamptz" };

export function orderOf(
  { sorts = {} }: { sorts?: Readonly<Record<string, Sort>> },
  name = `-${created}`,
): ListOrder {
  const field = name.replace(/^-/, "");
  const sort = Object.hasOwn(sorts, field) ? sorts[field] : undefined;
  if (!sort && field !== created) {
    const known = [created, ...Object.keys(sorts)].join(", ");
    throw invalidField("sort", `must be one of ${known}, with - for descending`);
  }
  const { sql, cursor, index } = sort ?? createdSort;
  const descending = name.startsWith("-");
  const idsDescend = index?.idsAreOpposite ? !descending : descending;
  const [further, furtherId] = [descending ? "<" : ">", idsDescend ? "<" : ">"];
  return {
    name,
    ...(sort && { sort }),
    sql: `${sql} ${descending ? "desc" : "asc"}, r.id ${idsDescend ? "desc" : "asc"}`,
    afterSql: (at) => {
      const value = cursor?.use(`$${at}`) ?? `$${at}`;
      if (further === furtherId) return [`(${sql}, r.id) ${further} (${value}, $${at + 1})`];
      return [`${sql} = ${value} and r.id ${furtherId} $${at + 1}`, `${sql} ${further} ${value}`];
    },
  };
}

export const newestFirst = orderOf({});

/** What the cursor has of a row; a timestamp in the one form that a cursor takes. */
export const cursorSql = ({ sql, type, cursor }: Sort) =>
  type === "timestamptz" ? isoSql(sql) : `(${cursor?.sql ?? sql})::text`;

export type Position = { at: string; id: number };

export const invalidCursor = () =>
  invalidField("cursor", "is not a valid cursor for this list; pass pagination.next_cursor unchanged");

/** The cursor of a list in the order of this name. */
export const encodeSortCursor = (name: string, { at, id }: Position) =>
  Buffer.from(JSON.stringify([name, at, id])).toString("base64url");

const patterns: Record<SortType, RegExp> = {
  text: /^.{0,200}$/su,
  date: /^\d{4}-\d{2}-\d{2}$/,
  numeric: /^-?\d{1,20}(\.\d{1,20})?$/,
  timestamptz: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
};

/** Refuses a cursor of another order. */
export function decodeSortCursor(name: string, type: SortType, cursor: string): [at: string, id: number] {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw invalidCursor();
  }
  const [sort, at, id] = Array.isArray(parts) ? (parts as unknown[]) : [];
  if (sort !== name || !Number.isSafeInteger(id) || typeof at !== "string") throw invalidCursor();
  if (!patterns[type].test(at) || at.includes("\0") || !at.isWellFormed()) throw invalidCursor();
  const isDay = type === "date" || type === "timestamptz";
  if (isDay && (!isCalendarDate(at.slice(0, 10)) || Number.isNaN(Date.parse(at)))) throw invalidCursor();
  return [at, id as number];
}
