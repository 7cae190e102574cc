/**
 * A record as the check of the books compares it with its events: `text` has its amounts and states, which the database
 * compares quickly, and `fields` has them by name, to say what differs. `details` is the rest of what must not change, by
 * name, and `details_hash` the SHA-256 of its text, which `jsonbText` gives of the same values of an event.
 */
export type ComparedValue = { text: string; json: string };

/** Without trailing zeros, as JavaScript writes the number of the event. */
export const amountSql = (column: string): ComparedValue => ({ text: `trim_scale(${column})`, json: column });

/** A number of the details. */
export const numberSql = (column: string) => `trim_scale(${column})`;

/** A JSON column with numbers in it, which may have been stored as `10.00`; `trimmedNumbers` makes the same of an event. */
export const trimmedSql = (column: string) =>
  `regexp_replace(regexp_replace((${column})::text, '\\.0+([],}])', '\\1', 'g'), '(\\.\\d*[1-9])0+([],}])', '\\1\\2', 'g')::jsonb`;

/** The columns, from what gives each field; a name is one of the contract. */
export function comparedSql(
  values: Record<string, string | ComparedValue>,
  details: Record<string, string>,
): string {
  const columns = Object.entries(values).map(([name, value]) =>
    typeof value === "string" ? { name, text: value, json: value } : { name, ...value },
  );
  return `concat(${columns.map(({ text }) => text).join(", '|', ")}) as text,
    jsonb_build_object(${columns.map(({ name, json }) => `'${name}', ${json}`).join(", ")}) as fields,
    jsonb_build_object(${namedSql(details)}) as details,
    sha256(convert_to(jsonb_build_object(${namedSql(details)})::text, 'UTF8')) as details_hash`;
}

const namedSql = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(", ");
