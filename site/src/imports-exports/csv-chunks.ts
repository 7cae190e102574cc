/** A part of a file that is sent separately, so that the progress can be shown. */
export type CsvChunk = {
  csv: string;
  /** The row numbers in the whole file, not counting the header. */
  rows: number[];
};

/**
 * Splits a file into chunks of rows, each with the header. Rows that the check of the whole file refused are left out,
 * because a chunk alone might pass: for example, one of two rows with the same name.
 */
export function chunksOf(csv: string, leftOut: ReadonlySet<number>, size: number): CsvChunk[] {
  const numbered = recordsOf(csv).map((text, index) => ({ text, row: index + 1 }));
  const [header, ...rest] = numbered.filter(({ text }) => text.trim() !== "");
  if (!header) return [];
  const kept = rest.filter(({ row }) => !leftOut.has(row));
  const chunks: CsvChunk[] = [];
  for (let start = 0; start < kept.length; start += size) {
    const part = kept.slice(start, start + size);
    chunks.push({
      csv: [header, ...part].map(({ text }) => text).join("\n"),
      rows: part.map(({ row }) => row),
    });
  }
  return chunks;
}

/** The records of a CSV file by RFC 4180: a line break inside quotes belongs to the cell. Empty lines count. */
export function recordsOf(csv: string): string[] {
  const text = csv.replace(/^\uFEFF/, "");
  const records: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const mark = text[index];
    if (mark === '"') isQuoted = !isQuoted;
    if (isQuoted || (mark !== "\n" && mark !== "\r")) continue;
    records.push(text.slice(start, index));
    if (mark === "\r" && text[index + 1] === "\n") index++;
    start = index + 1;
  }
  if (start < text.length) records.push(text.slice(start));
  return records;
}
