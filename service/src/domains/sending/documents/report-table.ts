import { widthOf } from "./fonts/line.ts";
import { type Paper, yieldToEventLoop } from "./pdf.ts";
import { type CellLine, openTable, putRow, titleWidth } from "./table.ts";
import { wrapShortened } from "./text-fitting.ts";

type Cells = readonly (readonly string[])[];
type TableColumn = { title: string; isNumber: boolean };
type Shape = { columns: readonly TableColumn[]; rows: readonly Cells[]; closing: Cells };

const sizes = [8.5, 7.5, 6.5, 5.5] as const;
const gap = 9;
const textMin = 62;
const linesMax = 3;
const rowsATurn = 25;

/**
 * A table of any columns: numbers never wrap, because a broken one would be misread, and texts share the width that is
 * left. The last row is what the others come to.
 */
export async function putReportTable(paper: Paper, { columns, rows, closing }: Shape): Promise<void> {
  const widest = columns.map((_, index) => widestOf(rows, closing, index));
  const width = paper.page.right - paper.page.left - gap * (columns.length - 1);
  const natural = (size: number) =>
    columns.map(({ title }, index) => Math.max(widest[index]! * size, titleWidth(title)));
  const left = (size: number) =>
    natural(size).reduce((rest, each, index) => (columns[index]!.isNumber ? rest - each : rest), width);
  const wanted = (size: number) =>
    natural(size).reduce(
      (sum, each, index) => (columns[index]!.isNumber ? sum : sum + Math.min(each, textMin)),
      0,
    );
  const size = sizes.find((given) => left(given) >= wanted(given)) ?? sizes.at(-1)!;
  const widths = shared(columns, natural(size), left(size));
  const table = openTable(paper, {
    x: paper.page.left,
    size,
    gap,
    columns: columns.map(({ title, isNumber }, index) => ({
      title,
      width: widths[index]!,
      ...(isNumber && { align: "right" as const }),
    })),
  });
  const cellsOf = (row: Cells, style: Omit<CellLine, "text"> = {}): CellLine[][] =>
    row.map((lines, index) => {
      const shown = columns[index]!.isNumber
        ? lines
        : lines.flatMap((line) => wrapShortened(line, linesMax, widths[index]!, { ...style, size }));
      return shown.map((text) => ({ ...style, text }));
    });
  for (const [index, row] of rows.entries()) {
    putRow(paper, table, cellsOf(row));
    if (index % rowsATurn === rowsATurn - 1) await yieldToEventLoop();
  }
  putRow(paper, table, cellsOf(closing, { weight: "semibold" }));
  table.element.end();
}

/** Of a column, at the size of one point. */
function widestOf(rows: readonly Cells[], closing: Cells, index: number): number {
  let widest = 0;
  const measured = new Set<string>();
  for (const row of rows) {
    for (const line of row[index]!) {
      if (measured.has(line)) continue;
      measured.add(line);
      widest = Math.max(widest, widthOf(line, "regular", 1));
    }
  }
  for (const line of closing[index]!) widest = Math.max(widest, widthOf(line, "semibold", 1));
  return widest;
}

/** Texts that need less than their share leave it to the others; what all leave, they share evenly. */
function shared(columns: readonly TableColumn[], natural: readonly number[], left: number): number[] {
  const widths = [...natural];
  const texts = columns.flatMap(({ isNumber }, index) => (isNumber ? [] : [index]));
  let rest = left;
  const narrowFirst = [...texts].sort((one, other) => natural[one]! - natural[other]!);
  for (const [place, index] of narrowFirst.entries()) {
    widths[index] = Math.max(1, Math.min(natural[index]!, rest / (texts.length - place)));
    rest -= widths[index];
  }
  for (const index of texts) if (rest > 0) widths[index]! += rest / texts.length;
  return widths;
}
