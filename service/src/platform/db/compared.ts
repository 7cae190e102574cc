/**
 * A record as the check of the books compares it with its events: `text` has all its values, which the database compares
 * quickly, and `fields` has them by name, to say what differs.
 */
export type ComparedValue = { text: string; json: string };

/** Without trailing zeros, as JavaScript writes the number of the event. */
export const amountSql = (column: string): ComparedValue => ({ text: `trim_scale(${column})`, json: column });

/** The two columns, from what gives each field; a name is one of the contract. */
export function comparedSql(values: Record<string, string | ComparedValue>): string {
  const columns = Object.entries(values).map(([name, value]) =>
    typeof value === "string" ? { name, text: value, json: value } : { name, ...value },
  );
  return `concat(${columns.map(({ text }) => text).join(", '|', ")}) as text,
    jsonb_build_object(${columns.map(({ name, json }) => `'${name}', ${json}`).join(", ")}) as fields`;
}
