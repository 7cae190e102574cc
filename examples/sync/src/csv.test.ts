import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCsv, writeCsv } from "./csv.ts";

test("whatever is written is read again: quotes, commas and line breaks too", () => {
  const cell = fc
    .string({ unit: fc.constantFrom('"', ",", "\n", "é", "a", "1", ";") })
    .map((text) => text.trim());
  const rows = fc.array(fc.record({ id: fc.nat().map(String), name: cell, note: cell }), { maxLength: 5 });
  fc.assert(
    fc.property(rows, (given) => {
      const read = parseCsv(writeCsv(["id", "name", "note"], given)).map(({ cells }) => cells);
      expect(read).toEqual(given);
    }),
  );
});

test("a row knows its line, and byte order mark, empty lines and Windows line ends do no harm", () => {
  const rows = parseCsv('\uFEFFid,name\r\n\r\n1,"two\nlines"\r\n2,plain');
  expect(rows).toEqual([
    { line: 3, cells: { id: "1", name: "two\nlines" } },
    { line: 5, cells: { id: "2", name: "plain" } },
  ]);
});
