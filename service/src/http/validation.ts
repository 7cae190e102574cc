import { createRequire } from "node:module";
import type { Ajv, ErrorObject, ValidateFunction } from "ajv";
import type { TSchema } from "typebox";
import { type FieldError, knownValues } from "../contract/errors.ts";
import { jsonBytes } from "../platform/values/json-bytes.ts";
import { digitCount, fractionDigits, maxDigits, parseDecimal } from "../platform/values/money.ts";
import { nearestOf } from "../platform/values/nearest.ts";
import type { DecimalRule } from "../platform/values/schema.ts";
import { fitsFormat, formats } from "./formats.ts";
import { cutToLimits } from "./limits.ts";

/** Reports all faults at once, each with the field as the caller wrote it. Unknown fields are no faults by themselves. */
export type Validated = { errors: FieldError[]; unknown: UnknownName[] };

/** A name that the schema does not have, with the names that it has there. */
export type UnknownName = { name: string; known: readonly string[] };

type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  "x-decimal"?: DecimalRule;
  "x-each"?: boolean;
};

const errorsMax = 100;

let loaded: Ajv | undefined;

/** Loaded by the first request that is validated, because its sixty files would delay the start. */
function ajvWithKeywords(): Ajv {
  loaded ??= createAjv();
  return loaded;
}

function createAjv(): Ajv {
  const { _, Ajv, str } = createRequire(import.meta.url)("ajv") as typeof import("ajv");
  // Bodies are validated exactly as sent: the stock validator would turn "5" into 5 and drop unknown members.
  const ajv = new Ajv({ allErrors: true, strict: false, validateSchema: false, verbose: true });
  for (const [name, format] of Object.entries(formats))
    ajv.addFormat(name, (text) => fitsFormat(format, text));
  ajv.addFormat("date-time", true);
  ajv.addKeyword({
    keyword: "x-decimal",
    schemaType: "object",
    validate: (rule: DecimalRule, value: unknown) => decimalFault(rule, value) === undefined,
  });

  // The stock keyword counts the characters of every text; only of one that may be too long is it worth it.
  ajv.removeKeyword("maxLength");
  ajv.addKeyword({
    keyword: "maxLength",
    type: "string",
    schemaType: "number",
    error: {
      message: ({ schemaCode }) => str`must NOT have more than ${schemaCode} characters`,
      params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
    },
    code: (check) => {
      const { data, schemaCode, gen } = check;
      const count = gen.scopeValue("func", { ref: characterCount });
      check.fail(_`${data}.length > ${schemaCode} && ${count}(${data}) > ${schemaCode}`);
    },
  });

  ajv.addKeyword({
    keyword: "x-depth",
    schemaType: "number",
    validate: (max: number, value: unknown) => depthOf(value, max) <= max,
  });

  ajv.addKeyword({
    keyword: "x-finite",
    schemaType: "boolean",
    // JSON.stringify writes null for what JSON.parse read as infinite; the rest of a value survives it.
    validate: (_on: boolean, value: unknown) => isFiniteThroughout(value),
  });
  ajv.addKeyword({
    keyword: "x-json-bytes",
    schemaType: "number",
    validate: (max: number, value: unknown) => jsonBytes(value) <= max,
  });
  ajv.addKeyword({
    keyword: "x-required-unless",
    type: "object",
    schemaType: "object",
    errors: true,
    validate: requiredUnless,
  });
  return ajv;
}

type Validator = (value: unknown) => Validated;

/** Code points: what JSON Schema calls characters. */
function characterCount(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

// Routes are mounted twice, for keys and for people, and many are never called: a schema is compiled once, on first
// use.
const compiled = new WeakMap<TSchema, Validator>();

export function compileValidator(schema: TSchema): Validator {
  return (value) => {
    const known = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, known);
    return known(value);
  };
}

function compile(schema: TSchema): Validator {
  const validate = ajvWithKeywords().compile(forValidator(schema) as object);
  return (given) => {
    const value = cutToLimits(schema, given);
    const errors = validate(value) ? [] : describeErrors(validate);
    const unknown: UnknownName[] = [];
    collectUnknown(schema as JsonSchema, value, "", unknown);
    return { errors, unknown };
  };
}

/** Decimals are checked by one rule with one message, so the type that the contract shows is left out here. */
function forValidator(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forValidator);
  if (typeof schema !== "object" || schema === null) return schema;
  const node = schema as JsonSchema;
  if (node["x-decimal"])
    return { "x-decimal": { ...node["x-decimal"], nullable: [node.type].flat().includes("null") } };
  const { items, maxItems, ...rest } = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, forValidator(value)]),
  );
  // Each entry is examined by itself, so that one that is refused does not refuse the others.
  if (node["x-each"]) return { ...rest, maxItems };
  if (maxItems === undefined) return { ...rest, ...(items !== undefined && { items }) };
  // The entries of a list that is too long are not examined: tens of thousands of them, each with its own faults,
  // would take minutes.
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { ...rest, if: { maxItems }, then: items === undefined ? {} : { items }, else: { maxItems } };
}

/**
 * Parts of a URL arrive as text: whole numbers and booleans are converted as their schema says, the rest stays text.
 */
export function coerceQuery(schema: TSchema, query: Record<string, unknown>): Record<string, unknown> {
  const { properties = {} } = schema as JsonSchema;
  const coerced: Record<string, unknown> = { ...query };
  for (const [name, property] of Object.entries(properties)) {
    const given = query[name];
    if (property.type === "object" && given === undefined) gatherMembers(name, coerced);
    if (typeof given !== "string") continue;
    if (property.type === "integer" && /^-?\d{1,16}$/.test(given)) coerced[name] = Number(given);
    if (property.type === "boolean" && (given === "true" || given === "false"))
      coerced[name] = given === "true";
  }
  return coerced;
}

/** `metadata[a]=1&metadata[b]=2` becomes `metadata: { a: "1", b: "2" }`. */
function gatherMembers(name: string, query: Record<string, unknown>): void {
  const members: [key: string, value: unknown][] = [];
  for (const [written, value] of Object.entries(query)) {
    if (!written.startsWith(`${name}[`) || !written.endsWith("]")) continue;
    const key = written.slice(name.length + 1, -1);
    if (key === "") continue;
    members.push([key, value]);
    delete query[written];
  }
  if (members.length > 0) query[name] = Object.fromEntries(members);
}

function describeErrors(validate: ValidateFunction): FieldError[] {
  const byField = new Map<string, string>();
  const listed = new Set<unknown>();
  for (const error of validate.errors ?? []) {
    // Ajv reports the branch as well as what is wrong in it.
    if (error.keyword === "if") continue;
    const field = fieldOf(error);
    // One fault per field is enough: a text that should be a number is not refused for its length too.
    if (!byField.has(field) && byField.size < errorsMax) byField.set(field, messageOf(error, listed));
  }
  return [...byField].map(([field, message]) => ({ field, message }));
}

function fieldOf(error: ErrorObject): string {
  const base = error.instancePath
    .replace(/\/(\d+)(?=\/|$)/g, "[$1]")
    .replaceAll("/", ".")
    .replace(/^\./, "");
  const { missingProperty: missing = "" } = error.params as { missingProperty?: string };
  return [base, missing].filter(Boolean).join(".") || "body";
}

function messageOf(error: ErrorObject, listed: Set<unknown>): string {
  const { keyword, params, schema } = error;
  switch (keyword) {
    case "required":
      return "is required";
    case "x-required-unless":
      return `is required unless ${params.unless} is given`;
    case "type":
      if (isMembersOfQuery(error)) return `must be written as ${fieldOf(error)}[key]=value`;
      return `must be ${typeNames(schema)}`;
    case "enum":
      return enumFault(error, listed);
    case "format":
      return formats[String(params.format)]?.message ?? "has an invalid format";
    case "x-decimal":
      return decimalFault(schema as DecimalRule, error.data) ?? "must be a decimal number";
    case "x-depth":
      return `must not be nested more than ${schema} levels deep`;
    case "x-finite":
      return "must not contain numbers too large for a 64-bit float";
    case "x-json-bytes":
      return `has ${jsonBytes(error.data)} bytes as JSON; the maximum is ${schema}`;
    case "minLength":
      return "must not be empty";
    case "maxLength":
      return `must have at most ${params.limit} characters`;
    case "minItems":
      return `must have at least ${params.limit === 1 ? "one entry" : `${params.limit} entries`}`;
    case "maxItems":
    case "maxProperties":
      return `must have at most ${params.limit} entries`;
    case "minimum":
      return `must be at least ${params.limit}`;
    case "maximum":
      return `must be at most ${params.limit}`;
    case "pattern":
      return patternFault(error);
    default:
      return error.message ?? "is invalid";
  }
}

/** An object in a query is written in a way of its own. */
const isMembersOfQuery = ({ parentSchema }: ErrorObject) => Object.hasOwn(parentSchema ?? {}, "x-members");

const shortListMax = 10;

/** Names the value that was probably meant. A long list of values is given once, however many fields refer to it. */
function enumFault({ schema, data }: ErrorObject, listed: Set<unknown>): string {
  const words = (schema as unknown[]).filter((word) => word !== null).map(String);
  const nearest = typeof data === "string" ? nearestOf(data, words) : undefined;
  const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
  if (words.length <= shortListMax) return `must be one of ${words.join(", ")}${hint}`;
  if (nearest !== undefined) return `is not a known value${hint}`;
  if (listed.has(schema)) return "is not a known value";
  listed.add(schema);
  return `is not a known value${knownValues}${words.join(", ")}`;
}

/** A pattern says little to a person; a text that follows it says enough. */
function patternFault({ params, parentSchema }: ErrorObject): string {
  if (params.pattern === "\\S") return "must not be blank";
  const [example] = (parentSchema as { examples?: string[] }).examples ?? [];
  return example === undefined ? `must match ${params.pattern}` : `must have a format such as ${example}`;
}

const articles: Record<string, string> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
};

function typeNames(types: unknown): string {
  const list = [types].flat().filter((type) => type !== "null");
  return list.map((type) => articles[String(type)] ?? String(type)).join(" or ");
}

function decimalFault(rule: DecimalRule & { nullable?: boolean }, value: unknown): string | undefined {
  if (value === null && rule.nullable) return undefined;
  if (typeof value === "symbol") return `must have at most ${maxDigits} digits`;
  if (typeof value !== "number" && typeof value !== "string") return "must be a number or a string";
  const parsed = parseDecimal(value);
  if (!parsed) return "must be a decimal number, such as 1500.50";
  if (fractionDigits(parsed) > rule.fraction) return `must have at most ${rule.fraction} decimals`;
  if (digitCount(parsed) > maxDigits) return `must have at most ${maxDigits} digits`;
  if (rule.above !== undefined && parsed.lte(rule.above)) return `must be more than ${rule.above}`;
  if (rule.from !== undefined && parsed.lt(rule.from)) return `must be at least ${rule.from}`;
  if (rule.to !== undefined && parsed.gt(rule.to)) return `must be at most ${rule.to}`;
  return undefined;
}

function isFiniteThroughout(value: unknown, depth = 0): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null || depth > 10) return true;
  return Object.values(value).every((member) => isFiniteThroughout(member, depth + 1));
}

type KeywordCheck = {
  (rule: Record<string, string[]>, value: unknown): boolean;
  errors?: Partial<ErrorObject>[];
};

/** `{ product_id: ["description"] }`: the description is required unless a product is named. */
function requiredUnless(rule: Record<string, string[]>, value: unknown): boolean {
  const given = value as Record<string, unknown>;
  const missing = Object.entries(rule).flatMap(([unless, names]) =>
    given[unless] == null
      ? names.filter((name) => given[name] == null).map((missingProperty) => ({ missingProperty, unless }))
      : [],
  );
  (requiredUnless as KeywordCheck).errors = missing.map((params) => ({
    keyword: "x-required-unless",
    params,
  }));
  return missing.length === 0;
}

/** Stops one level past the limit, so that a hostile nesting costs no stack. */
function depthOf(value: unknown, max: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (max === 0) return 1;
  let deepest = 0;
  for (const member of Object.values(value)) deepest = Math.max(deepest, depthOf(member, max - 1));
  return deepest + 1;
}

/**
 * The value without what its schema does not name. Nobody has checked that, so no code may come across it: records of
 * different kinds are made by the same functions, and each kind takes only the fields of its own schema.
 */
export function withoutUnknown<T>(schema: TSchema, value: T): T {
  return known(schema as JsonSchema, value) as T;
}

function known(schema: JsonSchema, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { items, properties } = schema;
  if (Array.isArray(value)) return items ? value.map((item) => known(items, item)) : value;
  if (!properties) return value;
  const named = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries(named.map(([name, member]) => [name, known(properties[name]!, member)]));
}

function collectUnknown(schema: JsonSchema, value: unknown, path: string, unknown: UnknownName[]): void {
  if (unknown.length >= errorsMax || value === null || typeof value !== "object") return;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items) value.forEach((item, index) => void collectUnknown(items, item, `${path}[${index}]`, unknown));
    return;
  }
  const { properties } = schema;
  if (!properties) return;
  for (const name of Object.keys(value)) {
    if (unknown.length >= errorsMax) return;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const member = (value as Record<string, unknown>)[name];
    // Most members are known and hold plain values: there is nothing to descend into.
    if (known && (typeof member !== "object" || member === null)) continue;
    const field = path ? `${path}.${name}` : name;
    if (known) collectUnknown(known, member, field, unknown);
    else unknown.push({ name: field, known: Object.keys(properties) });
  }
}
