/** One row, keyed by column name, and its first line. */
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
  for (let at = 0; at <= text.length; ) {
    const cell = text[at] === '"' ? quotedCell(text, at) : bareCell(text, at);
    record.cells.push(cell.content);
    line += text.slice(at, cell.end).split("\n").length - 1;
    at = cell.end + 1;
    if (text[cell.end] === ",") continue;
    if (text[cell.end] === "\n") line += 1;
    if (record.cells.some((content) => content !== "")) records.push(record);
    record = { line, cells: [] };
  }
  return records;
}

/** The content of a cell, and the position of the comma or newline that ends it. */
type Cell = { content: string; end: number };

function bareCell(text: string, from: number): Cell {
  const end = endOfCell(text, from);
  const content = text.slice(from, end);
  return { content: text[end] === "\n" && content.endsWith("\r") ? content.slice(0, -1) : content, end };
}

function quotedCell(text: string, from: number): Cell {
  let close = text.indexOf('"', from + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const last = close < 0 ? text.length : close;
  return { content: text.slice(from + 1, last).replaceAll('""', '"'), end: endOfCell(text, last) };
}

function endOfCell(text: string, from: number): number {
  endings.lastIndex = from;
  return endings.exec(text)?.index ?? text.length;
}

const endings = /[,\n]/g;
