/**
 * A record as the check of the books compares it with its events: `text` has its amounts and states, which the database
 * compares quickly, and `fields` has them by name, to say what differs. `details` is the rest of what must not change, by
 * name, and `details_hash` the SHA-256 of its text, which `textOfDetails` gives of the same values of an event.
 */
export type ComparedValue = { text: string; json: string };

/** Without trailing zeros, as JavaScript writes the number of the event. */
export const amountSql = (column: string): ComparedValue => ({ text: `trim_scale(${column})`, json: column });

/** A value of the details: as JSON, so that no text can pass for two. */
export const detailSql = (column: string): ComparedValue => ({ text: `to_json(${column})`, json: column });

/** A number of the details. */
export const numberSql = (column: string) => detailSql(`trim_scale(${column})`);

/** A column of the type jsonb without numbers, or none that somebody would write in two ways. */
export const objectSql = (column: string): ComparedValue => ({ text: `(${column})::text`, json: column });

/**
 * A JSON column with numbers in it, which may have been stored as `10.00`; `trimmedNumbers` makes the same of an event. Most
 * have no decimals, and need not be searched.
 */
export function trimmedSql(column: string): ComparedValue {
  const own = `(${column})::text`;
  const text = `case when strpos(${own}, '.') = 0 then ${own} else
     regexp_replace(regexp_replace(${own}, '\\.0+([],}])', '\\1', 'g'), '(\\.\\d*[1-9])0+([],}])', '\\1\\2', 'g') end`;
  return { text, json: `(${text})::jsonb` };
}

/** All details in one text, as `textOfDetails` writes those of an event. */
export const detailsTextSql = (details: Record<string, ComparedValue>) =>
  `concat(${Object.values(details)
    .map(({ text }) => text)
    .join(", '|', ")})`;

/** The columns, from what gives each field; a name is one of the contract. */
export function comparedSql(
  values: Record<string, string | ComparedValue>,
  details: Record<string, ComparedValue>,
): string {
  const columns = Object.entries(values).map(([name, value]) =>
    typeof value === "string" ? { name, text: value, json: value } : { name, ...value },
  );
  return `concat(${columns.map(({ text }) => text).join(", '|', ")}) as text,
    jsonb_build_object(${columns.map(({ name, json }) => `'${name}', ${json}`).join(", ")}) as fields,
    ${objectOfSql(details)} as details,
    sha256(convert_to(${detailsTextSql(details)}, 'UTF8')) as details_hash`;
}

/** All details by their names. */
export const objectOfSql = (details: Record<string, ComparedValue>) =>
  `jsonb_build_object(${Object.entries(details)
    .map(([name, { json }]) => `'${name}', ${json}`)
    .join(", ")})`;
