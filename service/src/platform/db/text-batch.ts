/** The position of a text in a batch: its start, counted in bytes from 1 as PostgreSQL does, and its length. */
export type TextPosition = [start: number, length: number];

/**
 * Texts that are sent to the database concatenated as bytes: inside the JSON of the rows that refer to them each of
 * their quotes would have to be escaped.
 */
export type TextBatch = { add(text: string): TextPosition; bytes(): Buffer };

export function createTextBatch(): TextBatch {
  const parts: Buffer[] = [];
  let next = 1;
  return {
    add: (text) => {
      const part = Buffer.from(text);
      parts.push(part);
      next += part.length;
      return [next - part.length, part.length];
    },
    bytes: () => Buffer.concat(parts),
  };
}

/** A gap in JSON text for a value that only the statement knows. In a JSON string it would be escaped. */
export const gap = "\u0001";
export type Gap = typeof gap;

/** SQL for a text whose gaps are filled with the values of a `text[]`, in this order. */
export const filledSql = (text: string, values: string) =>
  `(select string_agg(part || coalesce(value, ''), '' order by place)
     from unnest(string_to_array(${text}, chr(1)), ${values}) with ordinality u(part, value, place))`;

/** SQL for the text at a position, which is a column of type `int4[]`. */
export const textAtSql = (batch: string, position: string) =>
  `convert_from(substring(${batch}::bytea from (${position})[1] for (${position})[2]), 'UTF8')`;
