/** One row, by the names of the columns, and the line that it begins on. */
export type Row = { line: number; cells: Record<string, string> };

/** Reads a file with a header, as spreadsheets and most systems write it (RFC 4180). */
export function parseCsv(text: string): Row[] {
  const [header = { line: 1, cells: [] }, ...records] = recordsOf(text.replace(/^\uFEFF/, ""));
  return records.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(header.cells.map((name, at) => [name.trim(), cells[at]?.trim() ?? ""])),
  }));
}

export function writeCsv(columns: readonly string[], rows: readonly Record<string, string>[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ""))];
  return lines.map((cells) => `${cells.map(quoted).join(",")}\n`).join("");
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

type CsvRecord = { line: number; cells: string[] };

/** A cell is either quoted, with its own quotes doubled, or ends at the next comma; empty lines are no records. */
function recordsOf(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let record: CsvRecord = { line: 1, cells: [] };
  let line = 1;
  for (const [all, quotedCell, bareCell = "", end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    record.cells.push(quotedCell?.replaceAll('""', '"') ?? bareCell);
    line += all.split("\n").length - 1;
    if (end === ",") continue;
    if (record.cells.some((cell) => cell !== "")) records.push(record);
    record = { line, cells: [] };
  }
  return records;
}
