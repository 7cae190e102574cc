/**
 * The position of a text in the concatenation: its start, counted in bytes from 1 as PostgreSQL does, and its length.
 */
export type Place = [start: number, length: number];

/**
 * Texts that are sent to the database concatenated as bytes: inside the rows' JSON each of their quotes would have to
 * be escaped.
 */
export type Documents = { add(text: string): Place; bytes(): Buffer };

export function createDocuments(): Documents {
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

/** The text at a place, in SQL. */
export const textSql = (documents: string, place: string) =>
  `convert_from(substring(${documents}::bytea from (${place})[1] for (${place})[2]), 'UTF8')`;
