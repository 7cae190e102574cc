import { type Contract, nameOf, resolve, type Schema } from "./contract.ts";

export type Field = { name: string; type: string; isRequired: boolean; description: string };

/** The link to the section of an object; undefined for objects that are described in place. */
export type LinkTo = (schemaName: string) => string | undefined;

// Deeper ones are described at the object that they belong to.
const depthMax = 3;

/** The fields of an object, those of nested objects by their path: `lines[].quantity`. */
export function fieldsOf(
  contract: Contract,
  schema: Schema,
  linkTo: LinkTo,
  prefix = "",
  depth = 0,
): Field[] {
  const { properties = {}, required = [] } = resolve(contract, schema);
  return Object.entries(properties).flatMap(([key, given]) => {
    const name = `${prefix}${key}`;
    const inner = given.items ?? given;
    const link = linkTo(nameOf(inner) ?? "");
    const field: Field = {
      name,
      type: typeOf(contract, given, link),
      isRequired: required.includes(key),
      description: describe(contract, given),
    };
    const isNested = link === undefined && depth < depthMax && resolve(contract, inner).properties;
    const path = `${name}${given.items ? "[]" : ""}.`;
    return [field, ...(isNested ? fieldsOf(contract, inner, linkTo, path, depth + 1) : [])];
  });
}

export function typeOf(contract: Contract, given: Schema, link?: string): string {
  const schema = resolve(contract, given);
  if (link !== undefined) {
    const named = `[${nameOf(given.items ?? given)}](${link})`;
    return given.items ? `array of ${named}` : named;
  }
  if (schema.items) return `array of ${typeOf(contract, schema.items)}`;
  const types = [schema.type ?? kindOf(schema.enum ?? [schema.const])].flat();
  const isDecimal = types.includes("number") && types.includes("string");
  const names = isDecimal ? ["decimal", ...types.filter((type) => type === "null")] : types;
  const known = names.map((type) =>
    type === "string" && schema.format ? (formats[schema.format] ?? "string") : type,
  );
  return known.join(" or ");
}

/** Formats in words; the others are described by the field. */
const formats: Readonly<Record<string, string>> = {
  date: "date",
  "date-time": "timestamp",
  moment: "date or timestamp",
  email: "email address",
  uri: "URL",
};

const kindOf = (values: readonly unknown[]): string[] => [
  ...new Set(values.map((value) => (value === null ? "null" : typeof value))),
];

/** The description and the limits, in one cell of a table. */
export function describe(contract: Contract, given: Schema): string {
  const schema = resolve(contract, given);
  const values = schema.enum?.filter((value) => value !== null).map((value) => `\`${value}\``);
  const { description, default: standard, maxLength, maxItems, examples } = { ...schema, ...given };
  return [
    description && (/[.!?]$/.test(description) ? description : `${description}.`),
    values && `One of ${values.join(", ")}.`,
    schema.const !== undefined && `Always \`${schema.const}\`.`,
    standard !== undefined && `Default: \`${standard}\`.`,
    maxLength !== undefined && !values && `At most ${maxLength} characters.`,
    maxItems !== undefined && `At most ${maxItems}.`,
    !values &&
      examples?.[0] !== undefined &&
      typeof examples[0] !== "object" &&
      `Example: \`${examples[0]}\`.`,
  ]
    .filter((part) => typeof part === "string")
    .join(" ");
}

/** A Markdown table of fields. */
export function fieldTable(fields: readonly Field[], isInput: boolean): string {
  const rows = fields.map(({ name, type, isRequired, description }) => {
    const mark = isInput && isRequired ? `${type}, **required**` : type;
    return `| \`${name}\` | ${cell(mark)} | ${cell(description)} |`;
  });
  return ["| Field | Type | Description |", "| --- | --- | --- |", ...rows].join("\n");
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
