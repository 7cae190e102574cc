/** A part of a file, to be sent by itself, so that somebody sees how far it has come. */
export type CsvChunk = {
  csv: string;
  /** The number that each of its rows has in the whole file, the header left out. */
  rows: number[];
};

/**
 * The rows of a file, some at a time, each with the header above. Rows in `left out` are: what a check of the whole
 * file has refused, such as a name that stands in it twice, a part of the file would let pass.
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

/** Lines by RFC 4180: within quotation marks a line break belongs to the cell. Empty ones count. */
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
