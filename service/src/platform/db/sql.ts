/** JSON text, often made by the database itself and passed on as it is. */
export type Json = string;

// Fragments of SQL that every module uses.

/** A moment in the format of the API: UTC, milliseconds, Z. */
export const isoSql = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The fields of a select list as one JSON object. The driver hands JSON over as text, unparsed. */
export const jsonOf = (fields: string) => `(select row_to_json(entry) from (select ${fields}) entry)`;

/** An advisory lock on a name, held until the transaction ends by the first on any node to take it. */
export const tryLockSql = (name: string) => `pg_try_advisory_xact_lock(hashtextextended(${name}, 20260101))`;

/** Columns of one table or alias, from the list that also gives the type of the row. */
export const columnsSql = (alias: string, names: readonly string[]): string =>
  names.map((name) => `${alias}.${name}`).join(", ");
