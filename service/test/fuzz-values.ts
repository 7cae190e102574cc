import fc from "fast-check";
import { contract, type Schema } from "./operations.ts";
import { idsFor, type Records } from "./records.ts";

/** Values made from the contract's schemas: such as they ask for, and such as they do not expect. */
export type Values = (schema: Schema, name?: string) => fc.Arbitrary<unknown>;

// Numbers that JSON can write and JavaScript cannot hold: put into the text after it is made.
const rawMark = "\u{10FFFD}raw:";
const raw = (text: string) => `${rawMark}${text}`;
export const toJson = (value: unknown): string =>
  (JSON.stringify(value) ?? "").replace(new RegExp(`"${rawMark}([^"]*)"`, "gu"), "$1");

const deep = (levels: number): unknown => Array.from({ length: levels }).reduce((inner) => ({ a: [inner] }), 1 as unknown);

/** What breaks programs: borders of types, of encodings, of stores. */
const oddities: unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e15, 1e16, 2 ** 31, 2 ** 53, 2 ** 63, 1e300, 5e-324, -1e-7, 0.1 + 0.2],
  ...["1e400", "-1e400", "1e-400", "9".repeat(40), "0.10000000000000000555111512312578270211815834", "1E5", "1.0", "100e-2", "-0"].map(raw),
  ...["9007199254740993", "9223372036854775807", "9223372036854775808", "1e22", "123456789012345.6"].map(raw),
  ...["", " ", "\u0000", "a\u0000b", "\ud800", "\udc00x", "\ufeff", "\u202e", "é", "💸".repeat(60), "\r\n\t", "\\", '"', "'; drop table invoices; --"],
  ...["x".repeat(300), "x".repeat(6000), "x".repeat(60_000), "%", "_", "%00", "../..", "<b>", "${7*7}", "null", "undefined", "true"],
  ...["1e5", "0x10", "NaN", "Infinity", "-Infinity", "٣", "+5", " 5", "5 ", "1_000", "1,5", ".5", "5.", "00012", "-0", "1e999999999"],
  ...["9".repeat(400), `0.${"0".repeat(300)}1`, "999999999999999", "1000000000000000", "0.000001", "0.0000001"],
  ...["2026-02-30", "0000-01-01", "0001-01-01", "1899-12-31", "1900-01-01", "9999-12-31", "10000-01-01", "+012026-01-01", "2026-1-1"],
  ...["2026-11-15T25:00:00Z", "2026-11-15T24:00:00Z", "9999-12-31T23:59:59.999Z", "2026-11-15T09:30:00+99:99", "2026-12-31T23:59:60Z"],
  ...["0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00", "infinity", "now", "epoch", "ZZZ", "XXX", "XTS", "ngn", "QQ", "ZZ"],
  ...[[], {}, [[]], [null], { "": null }, { a: "\u0000" }, { "\u0000": 1 }, { "\ud800": 1 }, deep(5), deep(40), deep(300)],
  ...[JSON.parse('{"__proto__":{"admin":true}}'), { constructor: 1, toString: 2, hasOwnProperty: 3 }, Array(600).fill({}), { length: 1e9 }],
  ...["__proto__", "constructor"],
];

export const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...oddities) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
  { weight: 1, arbitrary: fc.double() },
);

const dayIn = (from: string, to: string) =>
  fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
const day = dayIn("1999-01-01", "2040-01-01");

const formats: Record<string, fc.Arbitrary<string>> = {
  date: day,
  moment: fc.oneof(day, day.map((text) => `${text}T09:30:00.000Z`), day.map((text) => `${text}T09:30+01:00`)),
  email: fc.emailAddress(),
  currency: fc.constantFrom("NGN", "USD", "JPY", "KWD", "EUR"),
  country: fc.constantFrom("NG", "DE", "US"),
};

const digits = (max: number, fraction: number) =>
  fc.tuple(fc.nat(max), fc.nat(10 ** fraction - 1)).map(([whole, part]) => `${whole}.${String(part).padStart(fraction, "0")}`);

function decimals(rule: { fraction: number; above?: number; to?: number }): fc.Arbitrary<unknown> {
  const least = rule.above === undefined ? 0 : 1;
  return fc.oneof(
    fc.integer({ min: least, max: rule.to ?? 1_000_000 }),
    fc.integer({ min: least, max: 99 }).map((number) => number + 0.25),
    digits(rule.to === undefined ? 99_999 : 99, Math.min(rule.fraction, 6)),
    fc.constantFrom(least, 100, "7.5", 0.5),
  );
}

// What a schema does not require, but a request hardly succeeds without.
const usual = new Set(["description", "unit_price"]);

/** The ids of a company's own records stand where the contract asks for a reference. */
export function valuesOf(records: Records): Values {
  const known: Record<string, fc.Arbitrary<unknown>> = {
    customer_id: fc.constantFrom(...idsFor(records, "/customers/{id}")),
    product_id: fc.constantFrom(...idsFor(records, "/products/{id}")),
    due_date: dayIn("2041-01-01", "2100-01-01"),
    tax_category: fc.constantFrom("S", "S", "S", "L", "E"),
  };
  const values: Values = (schema, name = "") => {
    if (typeof schema.$ref === "string") return values(contract.components.schemas[schema.$ref.split("/").pop()!], name);
    if (known[name]) return known[name];
    if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
    if (schema["x-decimal"]) return decimals(schema["x-decimal"] as never);
    const types = [schema.type].flat() as string[];
    return fc.oneof(...types.map((type) => ({ weight: type === "null" ? 1 : 6, arbitrary: ofType(type, schema) })));
  };
  const ofType = (type: string, schema: Schema): fc.Arbitrary<unknown> => {
    const { minLength = 0, maxLength = 40, minimum = 0, maximum = 100_000, minItems = 0, maxItems = 3 } = schema as Record<string, number>;
    switch (type) {
      case "null":
        return fc.constant(null);
      case "boolean":
        return fc.boolean();
      case "integer":
        return fc.integer({ min: minimum, max: maximum });
      case "number":
        return fc.double({ min: minimum, max: maximum, noNaN: true });
      case "array":
        return fc.array(values(schema.items as Schema), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) });
      case "object": {
        const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
        if (members.length === 0) return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
        const required = (schema.required ?? []) as string[];
        const asUsual = members.map(([name]) => name).filter((name) => usual.has(name) || required.includes(name));
        const model = Object.fromEntries(members.map(([name, member]) => [name, values(member, name)]));
        const recordWith = (requiredKeys: string[]) => fc.record(model, { requiredKeys });
        return fc.oneof({ weight: 4, arbitrary: recordWith(asUsual) }, { weight: 1, arbitrary: recordWith(required) });
      }
      default:
        if (typeof schema.format === "string" && formats[schema.format]) return formats[schema.format]!;
        if (typeof schema.pattern === "string") return fc.stringMatching(new RegExp(schema.pattern), { maxLength: 60 });
        return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 20) });
    }
  };
  return values;
}

/** A value of the schema with one thing about it changed: a member replaced, taken away, added or wrapped. */
export function mutated(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, fc.nat(), fc.constantFrom("replace", "replace", "replace", "remove", "add", "wrap"), odd)
    .map(([original, place, action, oddity]) => {
      const root = { root: structuredClone(original) };
      const places = placesIn(root);
      const [holder, key] = places[place % places.length]!;
      if (action === "remove" && holder !== root) Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key];
      else if (action === "add" && typeof holder[key] === "object" && holder[key] !== null) Object.assign(holder[key], { pirce: oddity });
      else holder[key] = action === "wrap" ? [holder[key]] : oddity;
      return root.root;
    });
}

type Holder = Record<string, unknown>;

function placesIn(node: Holder): [Holder, string][] {
  return Object.entries(node).flatMap(([key, value]) => [
    [node, key] as [Holder, string],
    ...(typeof value === "object" && value !== null ? placesIn(value as Holder) : []),
  ]);
}
