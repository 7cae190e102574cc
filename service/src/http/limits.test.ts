import { describe, expect, test } from "vitest";
import { allRoutes } from "../../scripts/route-patterns.ts";
import { cpuMs } from "../../test/hostile-text.ts";
import { DiagnoseRequest } from "../domains/webhooks/diagnosis/schema.ts";
import { Metadata } from "../platform/values/schema.ts";
import * as Type from "../platform/values/typebox.ts";
import { fitsFormat, formats } from "./formats.ts";
import { cutToLimits } from "./limits.ts";
import { compileValidator } from "./validation.ts";

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  "x-decimal"?: unknown;
};

const isOf = (type: string, schema: Schema) => [schema.type].flat().includes(type);

/** Places where a request schema allows a text, a list or an object of any length. */
function unlimited(schema: Schema, path: string): string[] {
  const isLimited =
    schema.maxLength !== undefined || schema.enum || schema.const !== undefined || schema["x-decimal"];
  const isText = isOf("string", schema) && !isLimited && !(schema.format && schema.format in formats);
  const isList = isOf("array", schema) && schema.maxItems === undefined;
  const isObject = isOf("object", schema) && !schema.properties && schema.maxProperties === undefined;
  return [
    ...(isObject ? [`${path} is an object`] : []),
    ...(isText ? [`${path} is a text`] : []),
    ...(isList ? [`${path} is a list`] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      unlimited(member, `${path}.${name}`),
    ),
    ...(schema.items ? unlimited(schema.items, `${path}[]`) : []),
  ];
}

test("every text, list and object with free names in a request has a limit", () => {
  const found = allRoutes().flatMap(({ method, path, body, query }) => [
    ...(body ? unlimited(body as Schema, `${method} ${path} body`) : []),
    ...(query ? unlimited(query as Schema, `${method} ${path} query`) : []),
  ]);
  expect(found).toEqual([]);
});

test("no format is checked on a text that is too long for it", () => {
  const looked: string[] = [];
  for (const [name, format] of Object.entries(formats)) {
    const watched = { ...format, test: (text: string) => looked.push(text) > 0 };
    expect(fitsFormat(watched, "x".repeat(format.charactersMax)), name).toBe(true);
    expect(fitsFormat(watched, "x".repeat(format.charactersMax + 1)), name).toBe(false);
  }
  expect(looked).toHaveLength(Object.keys(formats).length);
});

test.each([
  ["a@b.c", true],
  ["a@b..c", false],
  ["a.b+c@d-e.f.gh", true],
  [`${"a".repeat(248)}@b.co`, true],
  [`${"a".repeat(250)}@b.co`, false],
  ["a@b", false],
  ["a@.b", false],
  ["a@b.", false],
  ["@b.c", false],
  ["a b@c.d", false],
  ["a@b@c.d", false],
  [`a@${".".repeat(20_000)}@`, false],
])("email %j: %s", (text, fits) => {
  expect(fitsFormat(formats.email!, text)).toBe(fits);
});

describe("a value that exceeds a limit is cut to just beyond it", () => {
  const schema = Type.Object({
    name: Type.String({ maxLength: 3 }),
    list: Type.Optional(Type.Array(Type.Object({ word: Type.String({ maxLength: 2 }) }), { maxItems: 2 })),
    free: Type.Optional(Type.Unsafe({ type: "object" })),
  });

  test("and the rest does not change", () => {
    const fitting = {
      name: "abc",
      list: [{ word: "ab" }],
      free: { a: "b".repeat(99) },
      other: "c".repeat(99),
    };
    expect(cutToLimits(schema, fitting)).toBe(fitting);
    const given = {
      name: "x".repeat(99),
      list: Array.from({ length: 99 }, () => ({ word: "yyyyyyyyy" })),
      other: 1,
    };
    const copy = structuredClone(given);
    expect(cutToLimits(schema, given)).toEqual({
      name: "xxxxxxx",
      list: [{ word: "yyyyy" }, { word: "yyyyy" }, { word: "yyyyy" }],
      other: 1,
    });
    expect(given).toEqual(copy);
  });

  test("and is refused for its length", () => {
    const list = Array.from({ length: 500 }, () => ({ word: "😀😀😀" }));
    expect(compileValidator(schema)({ name: "😀".repeat(4), list }).errors).toEqual([
      { field: "name", message: "must have at most 3 characters" },
      { field: "list", message: "must have at most 2 entries" },
    ]);
    expect(compileValidator(schema)({ name: "😀😀😀" }).errors).toEqual([]);
  });
});

describe("an object of 60,000 members", () => {
  const members = (value: unknown) =>
    Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`member${index}`, value]));

  test("is refused by the number of its members, where that is limited, without checking them", () => {
    const { errors } = compileValidator(Type.Object({ metadata: Metadata }))({ metadata: members({}) });
    expect(errors).toEqual([{ field: "metadata", message: "must have at most 50 entries" }]);
    const headers = compileValidator(DiagnoseRequest)({ headers: members(1) }).errors;
    expect(headers[0]).toEqual({ field: "headers", message: "must have at most 100 entries" });
  });

  test.each([
    ["metadata", Type.Object({ metadata: Metadata }), { metadata: members({ a: [1] }) }],
    ["headers of a delivery", DiagnoseRequest, { headers: members(1) }],
    ["a body that knows none of them", Type.Object({ name: Type.String() }), members(1)],
  ])("is checked quickly: %s", async (_where, schema, value) => {
    const validate = compileValidator(schema);
    validate({});
    let best = Number.POSITIVE_INFINITY;
    for (let count = 0; count < 6; count += 1)
      best = Math.min(best, await cpuMs(async () => void validate(value)));
    let plain = Number.POSITIVE_INFINITY;
    const text = JSON.stringify(value);
    for (let count = 0; count < 6; count += 1)
      plain = Math.min(plain, await cpuMs(async () => void JSON.parse(text)));
    expect(best, `against ${plain} ms to read it`).toBeLessThan(plain);
  });
});
