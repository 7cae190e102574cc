import { describe, expect, test } from "vitest";
import { allRoutes } from "../../scripts/route-patterns.ts";
import * as Type from "../foundation/typebox.ts";
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
  properties?: Record<string, Schema>;
  items?: Schema;
  "x-decimal"?: unknown;
};

const isOf = (type: string, schema: Schema) => [schema.type].flat().includes(type);

/** Where a schema of a request lets in a text or a list of any length. */
function unlimited(schema: Schema, path: string): string[] {
  const isLimited =
    schema.maxLength !== undefined || schema.enum || schema.const !== undefined || schema["x-decimal"];
  const isText = isOf("string", schema) && !isLimited && !(schema.format && schema.format in formats);
  const isList = isOf("array", schema) && schema.maxItems === undefined;
  return [
    ...(isText ? [`${path} is a text`] : []),
    ...(isList ? [`${path} is a list`] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      unlimited(member, `${path}.${name}`),
    ),
    ...(schema.items ? unlimited(schema.items, `${path}[]`) : []),
  ];
}

test("every text and list that a request can bring has a limit", () => {
  const found = allRoutes().flatMap(({ method, path, body, query }) => [
    ...(body ? unlimited(body as Schema, `${method} ${path} body`) : []),
    ...(query ? unlimited(query as Schema, `${method} ${path} query`) : []),
  ]);
  expect(found).toEqual([]);
});

test("no format looks at a text that is too long for it", () => {
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
  ["a@b..c", true],
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
])("e-mail %j: %s", (text, fits) => {
  expect(fitsFormat(formats.email!, text)).toBe(fits);
});

describe("what exceeds a limit is cut to just beyond it", () => {
  const schema = Type.Object({
    name: Type.String({ maxLength: 3 }),
    list: Type.Optional(Type.Array(Type.Object({ word: Type.String({ maxLength: 2 }) }), { maxItems: 2 })),
    free: Type.Optional(Type.Unsafe({ type: "object" })),
  });

  test("and the rest stays as it is", () => {
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

  test("and refused for that", () => {
    const list = Array.from({ length: 500 }, () => ({ word: "😀😀😀" }));
    expect(compileValidator(schema)({ name: "😀".repeat(4), list }).errors).toEqual([
      { field: "name", message: "must have at most 3 characters" },
      { field: "list", message: "must have at most 2 entries" },
    ]);
    expect(compileValidator(schema)({ name: "😀😀😀" }).errors).toEqual([]);
  });
});
