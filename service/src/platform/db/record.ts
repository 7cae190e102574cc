import { isoText } from "../values/clock.ts";
import { fragment } from "./fragments.ts";
import { isoSql, type Json } from "./sql.ts";

/**
 * The type of a column, or of a value that exists only in answers. `code` is text that we make or check ourselves, so
 * that JSON has nothing to escape in it; `json` is JSON text without a column.
 */
type FieldType = "int8" | "numeric" | "text" | "code" | "date" | "timestamptz" | "bool" | "jsonb" | "json";
type Value = string | number | boolean | Date | object | null;

type FieldRules = {
  type: FieldType;
  /** The SQL that reads it from the row `r` for the API; default: its column. */
  read?: string;
  /** The API shows a field in the record and in list entries, in the record alone, or nowhere. */
  shown?: "record" | false;
  /** Whether an insert sets the column: to the value of the new record, or to this SQL. */
  insert?: true | string;
  /** What the API shows where the column is null, if that is not null. */
  none?: Json;
};

/**
 * One field of a record. `value` says what a new record has in it; for a field that PATCH may change it says the same of
 * the changed content.
 */
export type Field<Content, New extends Content> = FieldRules & {
  /** What the column has, where that is not what the API shows. */
  stored?: (content: Content) => Value;
} & ({ patch: true; value: (content: Content) => Value } | { patch?: never; value: (record: New) => Value });

export type Fields<Content, New extends Content = Content> = Readonly<Record<string, Field<Content, New>>>;

/** Replaces columns of an insert by other SQL, because the rows come from a statement with names of its own. */
type Replaced = Readonly<Record<string, string>>;

/** The one description of a record: every statement about it, and what the API shows of it, is made from this. */
export type RecordDescriptor<Content, New extends Content> = {
  /** The select list for one record, or for an entry of a list. */
  selectSql(what: "record" | "entry"): string;
  /** The SQL that reads each of these fields for the API, by its name. */
  fieldsSql(names: readonly string[]): Record<string, string>;
  /** What the API shows of a new record, which therefore need not be read back. */
  newJson(record: New): Json;
  /** The columns of a batch of new rows, with their types, for json_to_recordset. */
  rowTypes: ReadonlyMap<string, string>;
  /** The members of a new row in the JSON of a batch; null is left out, because it costs time to read. */
  rowMembers(record: New, omitted?: ReadonlySet<string>): string;
  /** The values of the same columns, for a row of parameters. */
  rowValues(record: New): Map<string, unknown>;
  /** Inserts the rows of a table expression that has the columns of `rowTypes`. */
  insertSql(from: string, replaced?: Replaced): string;
  /** Inserts one row from parameters, starting with `$first`, and leaves out columns that the database fills in. */
  insertOneSql(first: number, omitted: readonly string[], replaced?: Replaced): string;
  insertOneValues(record: New, omitted: readonly string[], replaced?: Replaced): unknown[];
  /** The assignments of a PATCH, with parameters starting at `$first`. */
  updateSql(first: number): string;
  updateValues(content: Content): unknown[];
  /** The assignments of a PATCH of many rows, from rows `x` with the columns of `patchTypes`. */
  updateManySql: string;
  patchTypes: ReadonlyMap<string, string>;
  /** The members of such a row; null is left out. */
  patchMembers(content: Content): string;
};

export function describeRecord<Content, New extends Content = Content>(
  table: string,
  fields: Fields<Content, New>,
): RecordDescriptor<Content, New> {
  const all = Object.entries(fields);
  const place = new Error("described here");
  const shown = all.filter(([, field]) => field.shown !== false);
  const inserted = all.filter(([, field]) => field.insert !== undefined);
  const given = inserted.filter(([, field]) => field.insert === true);
  const patched = all.flatMap(([name, field]) =>
    field.patch ? [{ name, type: field.type, value: field.stored ?? field.value }] : [],
  );
  const selected = (some: typeof all) => some.map(([name, field]) => `${readSql(name, field)} as ${name}`);
  const selects = {
    record: selected(shown).join(", "),
    entry: selected(shown.filter(([, field]) => field.shown !== "record")).join(", "),
  };
  /** The columns of an insert, each with its SQL, or undefined for a value that the row itself gives. */
  const columnsOf = (omitted: readonly string[], replaced: Replaced) =>
    inserted
      .filter(([name]) => !omitted.includes(name))
      .map(([name, { insert, stored, value }]) => {
        const sql = replaced[name] ?? (insert === true ? undefined : insert);
        return { name, sql, value: stored ?? value };
      });
  return {
    selectSql: (what) => selects[what],
    fieldsSql: (names) => {
      const known = new Map(shown.map(([name, field]) => [name, readSql(name, field)]));
      return Object.fromEntries(
        names.map((name) => {
          const sql = known.get(name);
          if (sql === undefined) throw new Error(`${table} does not show a field ${name}`);
          return [name, sql];
        }),
      );
    },
    newJson: (record) => {
      let json = "";
      for (const [name, { type, value, none }] of shown) {
        const own = value(record);
        const text = own === null && none !== undefined ? none : jsonText(type, own);
        json += `${json === "" ? "{" : ","}"${name}":${text}`;
      }
      return `${json}}`;
    },
    rowTypes: new Map(given.map(([name, { type }]) => [name, columnType(type)])),
    rowMembers: (record, omitted) => {
      let members = "";
      for (const [name, { type, stored, value }] of given) {
        const own = omitted?.has(name) ? null : (stored ?? value)(record);
        if (own !== null) members += `${members === "" ? "" : ","}"${name}":${jsonText(type, own)}`;
      }
      return members;
    },
    rowValues: (record) =>
      new Map(
        given.map(([name, { type, stored, value }]) => {
          const own = (stored ?? value)(record);
          return [name, own !== null && type === "jsonb" ? jsonText(type, own) : own];
        }),
      ),
    insertSql: (from, replaced = {}) => {
      const columns = columnsOf([], replaced);
      const names = columns.map(({ name }) => name).join(", ");
      const values = columns.map(({ name, sql }) => sql ?? name).join(", ");
      return fragment(`insert into ${table} (${names}) select ${values} from ${from}`, place);
    },
    insertOneSql: (first, omitted, replaced = {}) => {
      const columns = columnsOf(omitted, replaced);
      let next = first;
      const values = columns.map(({ sql }) => sql ?? `$${next++}`).join(", ");
      return `insert into ${table} (${columns.map(({ name }) => name).join(", ")}) values (${values})`;
    },
    insertOneValues: (record, omitted, replaced = {}) =>
      columnsOf(omitted, replaced).flatMap(({ sql, value }) => (sql === undefined ? [value(record)] : [])),
    updateSql: (first) => patched.map(({ name }, index) => `${name} = $${first + index}`).join(", "),
    updateValues: (content) => patched.map(({ value }) => value(content)),
    updateManySql: patched.map(({ name }) => `${name} = x.${name}`).join(", "),
    patchTypes: new Map(patched.map(({ name, type }) => [name, columnType(type)])),
    patchMembers: (content) => {
      const members: string[] = [];
      for (const { name, type, value } of patched) {
        const own = value(content);
        if (own !== null) members.push(`"${name}":${jsonText(type, own)}`);
      }
      return members.join();
    },
  };
}

type RowTypes = Iterable<readonly [name: string, type: string]>;

/** The columns of rows that several records share: each is listed once, whichever of the records need it. */
export function sharedRowTypes(...parts: readonly RowTypes[]): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const [name, type] of parts.flatMap((part) => [...part])) {
    const known = types.get(name);
    if (known !== undefined && known !== type) throw new Error(`the column ${name} has two types`);
    types.set(name, type);
  }
  return types;
}

/** The same as a list of column definitions, for json_to_recordset. */
export const rowTypesSql = (...parts: readonly RowTypes[]): string =>
  [...sharedRowTypes(...parts)].map(([name, type]) => `${name} ${type}`).join(", ");

/** One row of parameters, starting with `$first`. It costs nothing to repeat: PostgreSQL reads the parameters in place. */
export const parameterRowSql = (types: ReadonlyMap<string, string>, first: number): string =>
  `(select ${[...types].map(([name, type], index) => `$${first + index}::${type} as ${name}`).join(", ")})`;

const columnType = (type: FieldType) => (type === "code" ? "text" : type);

function readSql(name: string, { type, read, none }: FieldRules): string {
  if (read !== undefined) return read;
  if (none !== undefined) return `coalesce(r.${name}, '${none}')`;
  return type === "timestamptz" ? isoSql(`r.${name}`) : `r.${name}`;
}

function jsonText(type: FieldType, value: Value): Json | number {
  if (value === null) return "null";
  switch (type) {
    case "int8":
    case "numeric":
      return value as string | number;
    case "bool":
      return String(value);
    case "code":
    case "date":
      return `"${value as string}"`;
    case "timestamptz":
      return `"${isoText(value as Date)}"`;
    case "json":
      return value as Json;
    case "jsonb":
      return typeof value === "string" ? value : JSON.stringify(value);
    case "text":
      return JSON.stringify(value);
  }
}
