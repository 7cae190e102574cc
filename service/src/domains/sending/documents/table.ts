import { widthOf } from "./fonts/line.ts";
import { artifact, colours, leading, type Paper, part, putText, rule } from "./pdf.ts";
import type { Style } from "./text-fitting.ts";

/** A table that may span pages: its head is repeated, and a row is broken only if it does not fit on any page. */
export type Column = { title: string; width: number; align?: "left" | "right" };

/** One line of a cell; the row's size, unless it has one of its own. */
export type CellLine = {
  text: string;
  /** To the right of where its column begins. */
  indent?: number;
} & Partial<Style>;

export type Table = {
  element: PDFKit.PDFStructureElement;
  columns: (Column & { x: number })[];
  left: number;
  right: number;
  size: number;
};

type TableShape = { x: number; size: number; gap: number; columns: Column[] };

const padding = 4;

export function openTable(paper: Paper, { x, size, gap, columns }: TableShape): Table {
  const element = paper.doc.struct("Table");
  paper.root.add(element);
  let left = x;
  const placed = columns.map((column) => {
    const start = left;
    left += column.width + gap;
    return { ...column, x: column.align === "right" ? start + column.width : start };
  });
  const table = { element, columns: placed, left: x, right: left - gap, size };
  const row = paper.doc.struct("TR");
  element.add(row);
  for (const column of placed) {
    part(paper, row, "TH", () => putTitle(paper, table, column), { scope: "Column" });
  }
  row.end();
  finishHead(paper, table);
  return table;
}

const titleStyle = { size: 7.5, weight: "semibold", colour: colours.muted } as const;

/** The widths at which no cell wraps: a broken number would be misread. */
export function widthsOf(titles: string[], rows: string[][], size: number): number[] {
  return titles.map((title, index) => {
    const texts = rows.map((row) => widthOf(row[index]!, "regular", size));
    return Math.max(...texts, titleWidth(title));
  });
}

export const titleWidth = (title: string) => widthOf(title, titleStyle.weight, titleStyle.size);

function putTitle(paper: Paper, { size }: Table, { title, x, align = "left" }: Table["columns"][number]) {
  const y = paper.y + padding + (size - titleStyle.size) / 2;
  putText(paper, title, { x, y, align, ...titleStyle });
}

function finishHead(paper: Paper, { left, right, size }: Table): void {
  paper.y += rowHeight(size, 1);
  artifact(paper, () => rule(paper, paper.y, left, right, paper.accent));
}

function repeatHead(paper: Paper, table: Table): void {
  paper.startPage();
  artifact(
    paper,
    () => {
      for (const column of table.columns) putTitle(paper, table, column);
    },
    "Pagination",
  );
  finishHead(paper, table);
}

export const rowHeight = (size: number, lines: number) => lines * size * leading + 2 * padding;

export function putRow(paper: Paper, table: Table, cells: CellLine[][]): void {
  const { doc } = paper;
  const { size, columns, left, right } = table;
  const row = doc.struct("TR");
  table.element.add(row);
  const elements = columns.map(() => doc.struct("TD"));
  for (const element of elements) row.add(element);

  const height = Math.max(...cells.map((lines) => lines.length));
  const linesThatFit = () => Math.floor((paper.page.bottom - paper.y - 2 * padding) / (size * leading));
  for (let from = 0; from < height; ) {
    if (linesThatFit() < Math.min(height - from, linesOfPage(paper, size))) repeatHead(paper, table);
    const to = Math.min(height, from + linesThatFit());
    columns.forEach((column, index) => {
      const lines = cells[index]!.slice(from, to);
      if (lines.length > 0) elements[index]!.add(() => putCell(paper, table, column, lines));
    });
    paper.y += rowHeight(size, to - from);
    from = to;
  }
  row.end();
  artifact(paper, () => rule(paper, paper.y, left, right));
}

/** How many lines a row may have and still be kept together on one page. */
const linesOfPage = ({ page }: Paper, size: number) =>
  Math.floor((page.bottom - page.top - 80) / (size * leading));

function putCell(paper: Paper, { size }: Table, column: Table["columns"][number], lines: CellLine[]): void {
  lines.forEach((line, index) => {
    const { text, indent = 0, ...own } = line;
    const style = { ...own, size: line.size ?? size };
    const y = paper.y + padding + index * size * leading;
    putText(paper, text, { ...style, x: column.x + indent, y, align: column.align ?? "left" });
  });
}
