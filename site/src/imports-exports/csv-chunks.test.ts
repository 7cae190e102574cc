import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunksOf, recordsOf } from "./csv-chunks.ts";

const nobody = new Set<number>();

describe("a file in chunks", () => {
  test("repeats the header in each of them, and has each row once with its number", () => {
    expect(chunksOf("name\na\nb\nc\n", nobody, 2)).toEqual([
      { csv: "name\na\nb", rows: [2, 3] },
      { csv: "name\nc", rows: [4] },
    ]);
  });

  test("leaves out refused rows and keeps the row numbers of the file", () => {
    expect(chunksOf("name\r\na\r\n\r\nb\r\nc", new Set([4]), 9)).toEqual([
      { csv: "name\na\nc", rows: [2, 5] },
    ]);
  });

  test("has none if there is only a header", () => {
    expect(chunksOf("name\n", nobody, 5)).toEqual([]);
    expect(chunksOf("", nobody, 5)).toEqual([]);
  });

  test("loses nothing, whatever its cells contain", () => {
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

  test("a line break inside quotes does not end a row, and a byte order mark is skipped", () => {
    expect(recordsOf('\uFEFFname,note\nA,"one\ntwo ""x"""\nB,')).toEqual([
      "name,note",
      'A,"one\ntwo ""x"""',
      "B,",
    ]);
  });
});
