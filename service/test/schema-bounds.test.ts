import { describe, expect, test } from "vitest";
import { apiRoutes, siteRoutes } from "../src/app.ts";
import type { Route } from "../src/http/route.ts";
import { compileValidator } from "../src/http/validation.ts";

/**
 * Every value that a caller can send has a bound, so that no record, no check and no list can be made arbitrarily
 * large: a length for every text, a number of entries for every list, and both for members with free names.
 */
const nothing = (() => undefined) as never;
const routes: Route[] = [
  ...apiRoutes({ createDraft: nothing, createOrder: nothing, waitForEvents: nothing, registrar: nothing }),
  ...siteRoutes(),
];

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  "x-decimal"?: object;
  "x-json-bytes"?: number;
};

/** Places in a schema that have no bound. */
function unbounded(schema: Schema, place: string): string[] {
  const types = [schema.type].flat();
  const found: string[] = [];
  const isFixed = schema.enum !== undefined || schema.const !== undefined;
  if (types.includes("string") && !isFixed && !schema["x-decimal"] && !isBoundedText(schema))
    found.push(place);
  if (types.includes("array")) {
    if (schema.maxItems === undefined) found.push(`${place}[]`);
    found.push(...unbounded(schema.items ?? {}, `${place}[]`));
  }
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    found.push(...unbounded(member, `${place}.${name}`));
  const isFree = types.includes("object") && !schema.properties && schema["x-json-bytes"] === undefined;
  if (isFree && (schema.maxProperties === undefined || typeof schema.additionalProperties !== "object"))
    found.push(`${place}.*`);
  if (typeof schema.additionalProperties === "object")
    found.push(...unbounded(schema.additionalProperties, `${place}.*`));
  for (const option of schema.anyOf ?? []) found.push(...unbounded(option, place));
  return found;
}

/** By its length, by a pattern without unlimited repetition, or by a format that no long text matches. */
function isBoundedText(schema: Schema): boolean {
  if (schema.maxLength !== undefined) return true;
  if (schema.pattern !== undefined && isBoundedPattern(schema.pattern)) return true;
  return schema.format !== undefined && longTexts.every((text) => isRefused(schema, text));
}

const isBoundedPattern = (pattern: string) => /^\^.*\$$/.test(pattern) && !/[*+]|,\}/.test(pattern);

const long = 10_000;
const longTexts = [
  "a".repeat(long),
  `https://example.com/${"a".repeat(long)}`,
  `a@${"a".repeat(long)}.example`,
  `2026-11-15T11:00:00.${"0".repeat(long)}Z`,
  `${" ".repeat(long)}2026-11-15`,
  "1".repeat(long),
];

const isRefused = (schema: Schema, text: string) =>
  compileValidator({ type: "object", properties: { field: schema } } as never)({ field: text }).errors
    .length > 0;

describe("every text, list and free member that a caller can send is bounded", () => {
  const withInput = routes.filter(({ body, query }) => body || query);
  test.each(withInput.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s",
    (_name, route) => {
      expect(unbounded((route.body ?? {}) as Schema, "body")).toEqual([]);
      expect(unbounded((route.query ?? {}) as Schema, "query")).toEqual([]);
    },
  );
});
