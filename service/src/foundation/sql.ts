/** JSON text, often made by the database itself and passed on as it is. */
export type Json = string;

// Words of SQL that every module says the same way.

/** A moment as the wire wants it: UTC, milliseconds, Z. */
export const isoSql = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The fields of a select list as one JSON object. The driver hands JSON over as text, unparsed. */
export const jsonOf = (fields: string) => `(select row_to_json(entry) from (select ${fields}) entry)`;

/** Held until the transaction ends, by whoever is first on any node to work on this name. */
export const tryLockSql = (name: string) => `pg_try_advisory_xact_lock(hashtextextended(${name}, 20260101))`;
