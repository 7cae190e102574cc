import fc from "fast-check";
import { expect, test } from "vitest";
import { recordsOf } from "./csv-records.ts";

test("the records of a file are its rows, whatever their cells contain", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", ";", " ") });
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { maxLength: 30 });
  fc.assert(
    fc.property(rows, (cells) => {
      const quoted = cells.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(","));
      expect(recordsOf(["head", ...quoted].join("\r\n"))).toEqual(["head", ...quoted]);
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
