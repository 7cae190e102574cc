import { describe, expect, test } from "vitest";
import { emptyLine, type LineForm } from "./line-form.ts";
import { type ColumnName, pastedRows, pasteRows } from "./pasted-rows.ts";

const cellsOf = ({ description, quantity, unitPrice, taxRate }: LineForm) => [
  description,
  quantity,
  unitPrice,
  taxRate,
];
const paste = (text: string, column: ColumnName = "description", lines = [emptyLine()], line = 0) =>
  pasteRows(lines, pastedRows(text)!, { line, column }, 500).lines.map(cellsOf);

describe("text from the clipboard", () => {
  test("is a table if it has several rows or cells", () => {
    expect(pastedRows("Panel\t2\r\nCable\t5\r\n")).toEqual([
      ["Panel", "2"],
      ["Cable", "5"],
    ]);
    expect(pastedRows("one\ntwo")).toEqual([["one"], ["two"]]);
  });

  test("is plain text if it has one cell", () => {
    expect(pastedRows("Solar panel, 450 W")).toBeUndefined();
    expect(pastedRows("Solar panel\n")).toBeUndefined();
  });

  test("may have quoted cells with line breaks and quotes", () => {
    expect(pastedRows('"Panel\nwith ""frame"""\t2\nCable\t5')).toEqual([
      ['Panel\nwith "frame"', "2"],
      ["Cable", "5"],
    ]);
    expect(pastedRows('24" screen\t1\nx\t2')).toEqual([
      ['24" screen', "1"],
      ["x", "2"],
    ]);
  });
});

describe("pasted rows", () => {
  test("fill the lines in the order of the table, and add lines", () => {
    expect(paste("Panel\t2\t₦22,500.00\t7.5%\nCable\t10\t300\t0")).toEqual([
      ["Panel", "2", "22,500.00", "7.5"],
      ["Cable", "10", "300", "0"],
    ]);
  });

  test("start at the cell that has the focus", () => {
    const lines = [{ ...emptyLine(), description: "Panel" }, emptyLine()];
    expect(paste("2\t500\n3\t600", "quantity", lines)).toEqual([
      ["Panel", "2", "500", ""],
      ["", "3", "600", ""],
    ]);
  });

  test("with a heading row are read by it, and unknown columns are left out", () => {
    expect(paste("Price\tSKU\tItem\tQty\n500\tP-1\tPanel\t2")).toEqual([["Panel", "2", "500", ""]]);
  });

  test("end at the maximum number of lines", () => {
    const rows = Array.from({ length: 600 }, (_, index) => `Item ${index}`);
    expect(paste(rows.join("\n"))).toHaveLength(500);
  });
});
