import { texts } from "../../texts/editor.ts";
import { folded } from "../../ui/match.ts";
import { changeLine, emptyLine, type LineForm } from "./line-form.ts";

/** The cells of a line, in the order of the table. */
export const columns = ["description", "quantity", "unitPrice", "taxRate"] as const;
export type ColumnName = (typeof columns)[number];

/** The rows of a table that was copied from a spreadsheet; undefined for other text, which is pasted as usual. */
export function pastedRows(text: string): string[][] | undefined {
  const rows = splitRows(text.replace(/\r\n?/g, "\n").replace(/(?<!\n)\n+$/, ""));
  const isTable = rows.length > 1 || rows.some((cells) => cells.length > 1);
  return isTable ? rows.filter((cells) => cells.some((cell) => cell !== "")) : undefined;
}

/** Spreadsheets put cells with line breaks or quotes in quotes, and write a quote twice. */
function splitRows(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^\t\n]*)(\t|\n|$)/y;
  while (cell.lastIndex < text.length) {
    const [, written, end] = cell.exec(text) ?? [];
    if (written === undefined) {
      // A quote that is not closed is part of the text.
      return text.split("\n").map((row) => row.split("\t").map((each) => each.trim()));
    }
    const isQuoted = written.length > 1 && written.startsWith('"');
    rows.at(-1)!.push((isQuoted ? written.slice(1, -1).replaceAll('""', '"') : written).trim());
    if (end === "\n") rows.push([]);
  }
  return rows;
}

type Pasted = { lines: LineForm[] /** The first line that was not pasted over. */; end: number };

/**
 * Fills the lines from a cell on, as a spreadsheet does, and adds lines as needed. A heading row decides which column is
 * which; without one they are in the order of the table.
 */
export function pasteRows(
  lines: readonly LineForm[],
  rows: readonly string[][],
  start: { line: number; column: ColumnName },
  linesMax: number,
): Pasted {
  const headed = headingsOf(rows[0] ?? []);
  const names = headed ?? columns.slice(columns.indexOf(start.column));
  const content = (headed ? rows.slice(1) : rows).slice(0, linesMax - start.line);
  const filled = [...lines];
  content.forEach((cells, place) => {
    const index = start.line + place;
    const changes: Partial<LineForm> = {};
    names.forEach((name, position) => {
      const cell = cells[position];
      if (name && cell) changes[name] = name === "description" ? cell.slice(0, 2000) : figures(cell);
    });
    filled[index] = changeLine(filled[index] ?? emptyLine(), changes);
  });
  return { lines: filled, end: start.line + content.length };
}

/** `₦1,500.50` and `7.5 %` without their signs. */
const figures = (cell: string) => cell.replaceAll(/[^\d.,\s-]/g, "").trim();

function headingsOf(cells: readonly string[]): (ColumnName | undefined)[] | undefined {
  const names = cells.map((cell) =>
    columns.find((column) => texts.pastedHeadings[column].some((word) => folded(word) === folded(cell))),
  );
  const known = names.filter((name) => name !== undefined);
  return known.length > 1 && new Set(known).size === known.length ? names : undefined;
}
