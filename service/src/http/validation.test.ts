import type { TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import { invalid } from "../contract/errors.ts";
import {
  AddressInput,
  Country,
  CreatedRange,
  Currency,
  Day,
  decimal,
  Email,
  Id,
  Metadata,
  nullable,
  optional,
  Reference,
  text,
  words,
} from "../platform/values/schema.ts";
import * as Type from "../platform/values/typebox.ts";
import { compileValidator } from "./validation.ts";

const check = (schema: TSchema, value: unknown) => compileValidator(schema)(value);
const faults = (schema: TSchema, value: unknown) => check(schema, value).errors;
/** The fault of one field's value, or undefined when it is accepted. */
const fault = (schema: TSchema, value: unknown) =>
  faults(Type.Object({ field: schema }), { field: value })[0]?.message;

const Order = Type.Object({
  name: text(5),
  email: optional(Email),
  lines: Type.Array(Type.Object({ quantity: decimal({ fraction: 6, above: 0 }), note: optional(text(10)) }), {
    minItems: 1,
    maxItems: 2,
  }),
  metadata: optional(Metadata),
});

describe("a value that is not in a list of words", () => {
  const Colour = words(["red", "green", "blue"]);
  const many = Array.from(
    { length: 12 },
    (_, index) => `colour.${"abcdefghijkl"[index]}${"x".repeat(index)}`,
  );
  const Colours = Type.Object({ colours: Type.Array(words(many)) });

  test("is reported with the allowed words, and the one that was probably meant", () => {
    expect(fault(Colour, "rad")).toBe("must be one of red, green, blue; did you mean red?");
    expect(fault(Colour, "purple")).toBe("must be one of red, green, blue");
    expect(fault(Colour, 5)).toBe("must be a string");
  });

  test("of a long list names the word that was probably meant, or the list once", () => {
    expect(faults(Colours, { colours: ["colour.cx", "weight", "height"] })).toEqual([
      {
        field: "colours[0]",
        message: expect.stringMatching(/^is not a known value; did you mean colour\.\w+\?$/),
      },
      { field: "colours[1]", message: `is not a known value. Known values: ${many.join(", ")}` },
      { field: "colours[2]", message: "is not a known value" },
    ]);
  });

  test("has the long list in the field's message only, and not in the summary too", () => {
    expect(invalid(faults(Colours, { colours: ["weight"] })).message).toBe(
      "colours[0]: is not a known value",
    );
  });
});

describe("faults", () => {
  test("are empty for a valid value", () => {
    const good = { name: "Ada", lines: [{ quantity: "1.5", note: null }], metadata: { any: { thing: [1] } } };
    expect(check(Order, good)).toEqual({ errors: [], unknown: [] });
  });

  test("are returned all at once, one for each field, by the name that the caller wrote", () => {
    expect(
      faults(Order, { name: "Adalbert", email: "nobody", lines: [{ quantity: 1 }, { note: 5 }] }),
    ).toEqual([
      { field: "name", message: "must have at most 5 characters" },
      { field: "email", message: "must be a valid email address" },
      { field: "lines[1].quantity", message: "is required" },
      { field: "lines[1].note", message: "must be a string" },
    ]);
  });

  test.each([[null], [5], ["text"], [[]]])("of a body that is %j belong to the body", (body) => {
    expect(faults(Order, body)).toEqual([{ field: "body", message: "must be an object" }]);
  });

  test("of a list include its length", () => {
    const lines = (count: number) =>
      faults(Order, { name: "Ada", lines: Array(count).fill({ quantity: 1 }) });
    expect(lines(0)).toEqual([{ field: "lines", message: "must have at least one entry" }]);
    expect(lines(2)).toEqual([]);
    expect(lines(3)).toEqual([{ field: "lines", message: "must have at most 2 entries" }]);
  });

  test("of entries are not checked in a list that is too long, because that would take minutes", () => {
    const Line = Type.Object(
      { description: optional(text(5)), quantity: decimal({ fraction: 6, above: 0 }) },
      { "x-required-unless": { product_id: ["description"] } },
    );
    const Lines = Type.Object({ lines: Type.Array(Line, { maxItems: 500 }) });
    expect(faults(Lines, { lines: Array(60_000).fill({ x: 1 }) })).toEqual([
      { field: "lines", message: "must have at most 500 entries" },
    ]);
    expect(faults(Lines, { lines: Array(500).fill({ x: 1 }) })).toHaveLength(100);
  });

  test("of metadata include its size in bytes as stored", () => {
    const of = (bytes: number) => ({ k: "x".repeat(bytes - 8) });
    expect(fault(Metadata, of(16_384))).toBeUndefined();
    expect(fault(Metadata, of(16_385))).toBe("has 16385 bytes as JSON; the maximum is 16384");
    expect(fault(Metadata, { k: "é".repeat(8192) })).toBe("has 16392 bytes as JSON; the maximum is 16384");
    expect(fault(Metadata, { k: "\n".repeat(8192) })).toBe("has 16392 bytes as JSON; the maximum is 16384");
    // The database writes such numbers out in full.
    expect(fault(Metadata, { k: Array(50).fill(1e300) })).toBeUndefined();
    expect(fault(Metadata, { k: Array(60).fill(1e300) })).toMatch(/^has 18\d{3} bytes/);
    expect(fault(Metadata, { k: Array(60).fill(1e-300) })).toMatch(/^has 18\d{3} bytes/);
  });

  test("of an entry that is not an object belong to it, also where its members depend on each other", () => {
    const Line = Type.Object(
      { product_id: optional(Reference), description: optional(text(5)) },
      { "x-required-unless": { product_id: ["description"] } },
    );
    const Lines = Type.Object({ lines: Type.Array(Line) });
    expect(faults(Lines, { lines: [null, 5, "x", [], {}, { product_id: 1 }] })).toEqual([
      ...[0, 1, 2, 3].map((index) => ({ field: `lines[${index}]`, message: "must be an object" })),
      { field: "lines[4].description", message: "is required unless product_id is given" },
    ]);
  });

  test("of a reference include a number that the database could not look up", () => {
    const most = 9_007_199_254_740_991;
    for (const id of [1, 0, -1, most, -most]) expect(fault(Reference, id)).toBeUndefined();
    for (const id of [1e16, 1e19, 1e40]) expect(fault(Reference, id)).toBe(`must be at most ${most}`);
    for (const id of [-1e16, -1e19, -1e40]) expect(fault(Reference, id)).toBe(`must be at least -${most}`);
    expect(fault(Reference, 1.5)).toBe("must be a whole number");
  });

  test("are returned for at most 100 fields", () => {
    const Many = Type.Object({ list: Type.Array(Type.Boolean()) });
    expect(faults(Many, { list: Array(500).fill("no") })).toHaveLength(100);
  });

  test.each([
    [Type.Integer(), 1.5, "must be a whole number"],
    [Type.Integer(), "5", "must be a whole number"],
    [Type.Boolean(), "true", "must be true or false"],
    [text(10), 5, "must be a string"],
    [text(10), "", "must not be empty"],
    [text(10), null, "must be a string"],
    [words(["goods", "service"]), "food", "must be one of goods, service"],
    [nullable(words(["goods", "service"])), 5, "must be one of goods, service"],
    [Id, 0, "must be at least 1"],
    [Metadata, [], "must be an object"],
    [AddressInput, 5, "must be an object or a string"],
  ])("%# have a readable message", (schema, value, message) => {
    expect(fault(schema, value)).toBe(message);
  });

  test("count characters, not UTF-16 units", () => {
    expect(fault(text(3), "😀😀😀")).toBeUndefined();
    expect(fault(text(3), "😀😀😀😀")).toBe("must have at most 3 characters");
  });
});

describe("formats", () => {
  test.each([
    [Email, ["a@b.ng", "first.last+tag@sub.example.com"], ["a", "a@b", "a b@c.ng", "@c.ng", "a@b@c.ng"]],
    [Currency, ["NGN", "JPY", "KWD"], ["ngn", "XYZ", "NG", "XXX", "XAU", ""]],
    [Country, ["NG", "DE"], ["ng", "ZZ", "XX", "NGA", "", "QQ"]],
    [Day, ["2026-11-15"], ["2026-02-30", "15.11.2026", "2026-11-15T00:00:00Z", ""]],
    [
      CreatedRange.created_from,
      ["2026-11-15", "2026-11-15T09:30:00Z", "2026-11-15T09:30Z", "2026-11-15T09:30:00.123+01:00"],
      [
        "2026-11-15T09:30:00",
        "2026-02-30T09:30:00Z",
        "2026-11-15T25:00:00Z",
        "2026-11-15 09:30:00Z",
        "now",
        "",
      ],
    ],
    [
      Type.String({ format: "series" }),
      ["INV", "LAG-2026A", "A"],
      ["inv", "INV1", "INV-", "CN", "SO", "S-O", "-A", ""],
    ],
  ])("%# accept valid and refuse invalid values", (schema, good, bad) => {
    for (const value of good) expect([value, fault(schema, value)]).toEqual([value, undefined]);
    for (const value of bad) expect([value, fault(schema, value)]).toEqual([value, expect.any(String)]);
  });
});

describe("decimals", () => {
  const Quantity = decimal({ fraction: 6, above: 0 });
  const Rate = decimal({ fraction: 4, from: 0, to: 100 });

  test.each([1, 0.000001, "1", "0.75", "000.5", 123_456_789.123456, "123456789.123456"])(
    "accept %j",
    (value) => {
      expect(fault(Quantity, value)).toBeUndefined();
    },
  );

  test.each([
    [0, "must be more than 0"],
    ["0.000", "must be more than 0"],
    [-1, "must be more than 0"],
    ["1.0000001", "must have at most 6 decimals"],
    [1e-7, "must have at most 6 decimals"],
    [1_234_567_890.123456, "must have at most 15 digits"],
    ["1234567890123456", "must have at most 15 digits"],
    [1e300, "must have at most 15 digits"],
    ["1e3", "must be a decimal number, such as 1500.50"],
    ["1,5", "must be a decimal number, such as 1500.50"],
    ["", "must be a decimal number, such as 1500.50"],
    [" 1", "must be a decimal number, such as 1500.50"],
    [".5", "must be a decimal number, such as 1500.50"],
    ["1".repeat(1000), "must be a decimal number, such as 1500.50"],
    [true, "must be a number or a string"],
    [null, "must be a number or a string"],
  ])("refuse %j, which %s", (value, message) => {
    expect(fault(Quantity, value)).toBe(message);
  });

  test("accept both ends of their range and nothing beyond", () => {
    expect([0, 100, "7.5", 7.1234].map((rate) => fault(Rate, rate))).toEqual(Array(4).fill(undefined));
    expect(fault(Rate, -0.1)).toBe("must be at least 0");
    expect(fault(Rate, "100.0001")).toBe("must be at most 100");
    expect(fault(Rate, 7.12345)).toBe("must have at most 4 decimals");
  });
});

describe("metadata", () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { deeper: nested(levels - 1) });

  test("has at most 50 keys and 8 levels", () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
    expect(fault(Metadata, keys(50))).toBeUndefined();
    expect(fault(Metadata, keys(51))).toBe("must have at most 50 entries");
    expect(fault(Metadata, nested(8))).toBeUndefined();
    expect(fault(Metadata, nested(9))).toBe("must not be nested more than 8 levels deep");
  });
});

describe("unknown fields", () => {
  test("are not faults, but are reported with their place", () => {
    const value = { name: "Ada", pirce: 5, lines: [{ quantity: 1 }, { quantity: 1, qty: 2 }] };
    expect(check(Order, value)).toEqual({
      errors: [],
      unknown: [
        { name: "pirce", known: expect.arrayContaining(["name", "lines"]) },
        { name: "lines[1].qty", known: expect.arrayContaining(["quantity"]) },
      ],
    });
  });

  test("inside metadata are not reported", () => {
    expect(check(Order, { name: "Ada", lines: [{ quantity: 1 }], metadata: { pirce: 5 } }).unknown).toEqual(
      [],
    );
  });

  test("inside an address are reported", () => {
    const Party = Type.Object({ address: optional(AddressInput) });
    expect(check(Party, { address: { zip: "101241" } })).toEqual({
      errors: [],
      unknown: [{ name: "address.zip", known: expect.arrayContaining(["postal_code"]) }],
    });
    expect(check(Party, { address: "12 Marina" })).toEqual({ errors: [], unknown: [] });
  });

  test("named like members of every object are still unknown", () => {
    const body = JSON.parse('{"name":"Ada","lines":[{"quantity":1}],"__proto__":{"x":1},"constructor":1}');
    expect(check(Order, body)).toEqual({
      errors: [],
      unknown: [
        { name: "__proto__", known: expect.any(Array) },
        { name: "constructor", known: expect.any(Array) },
      ],
    });
  });
});
