import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunksOf, recordsOf } from "./csv-chunks.ts";

const nobody = new Set<number>();

describe("a file in chunks", () => {
  test("has its header above each of them, and each row once, under its own number", () => {
    expect(chunksOf("name\na\nb\nc\n", nobody, 2)).toEqual([
      { csv: "name\na\nb", rows: [2, 3] },
      { csv: "name\nc", rows: [4] },
    ]);
  });

  test("leaves out what the check refused, and the numbers stay those of the file", () => {
    expect(chunksOf("name\r\na\r\n\r\nb\r\nc", new Set([4]), 9)).toEqual([
      { csv: "name\na\nc", rows: [2, 5] },
    ]);
  });

  test("of nothing but a header is no chunk", () => {
    expect(chunksOf("name\n", nobody, 5)).toEqual([]);
    expect(chunksOf("", nobody, 5)).toEqual([]);
  });

  test("together hold all that the file held, whatever stands in its cells", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", ";", " ") });
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { maxLength: 30 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 7 }), (cells, size) => {
        const quoted = cells.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(","));
        const chunks = chunksOf(["head", ...quoted].join("\r\n"), nobody, size);
        expect(chunks.flatMap(({ csv }) => recordsOf(csv).slice(1))).toEqual(quoted);
        expect(chunks.flatMap((chunk) => chunk.rows)).toEqual(quoted.map((_, index) => index + 2));
      }),
    );
  });

  test("a line break within quotation marks ends no row, and a byte order mark is no name", () => {
    expect(recordsOf('\uFEFFname,note\nA,"one\ntwo ""x"""\nB,')).toEqual([
      "name,note",
      'A,"one\ntwo ""x"""',
      "B,",
    ]);
  });
});
