import type * as TypeBox from "typebox";

export type { Static, TObject, TOptional, TSchema, TUnsafe } from "typebox";

/**
 * The builders of TypeBox that our schemas use, under its own types: `import * as Type` from here. They only write
 * JSON Schema, for which TypeBox itself would load 373 files and take a quarter of a second of every command.
 */
const builders = {
  Array: (items: Schema, options?: object) => ({ type: "array", items, ...options }),
  Boolean: (options?: object) => ({ type: "boolean", ...options }),
  Integer: (options?: object) => ({ type: "integer", ...options }),
  Literal: (value: unknown, options?: object) => ({ type: typeof value, const: value, ...options }),
  Number: (options?: object) => ({ type: "number", ...options }),
  Object: objectOf,
  Optional: optional,
  // What a change leaves out stays as it is, so a default would be wrong there.
  Partial: ({ properties }: { properties: Properties }, options?: object) =>
    objectOf(
      mapValues(properties, ({ default: _default, ...schema }) => optional(schema)),
      options,
    ),
  Record: (_names: Schema, value: Schema, options?: object) => ({
    type: "object",
    patternProperties: { "^.*$": value },
    ...options,
  }),
  String: (options?: object) => ({ type: "string", ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
};

type Schema = Record<string, unknown>;
type Properties = Record<string, Schema>;

// A mark that no one meets who walks through a schema, and that TypeBox knows too.
const mark = "~optional";

function optional(schema: Schema): Schema {
  return Object.defineProperty({ ...schema }, mark, { value: true });
}

function objectOf(properties: Properties, options?: object): Schema {
  const required = Object.keys(properties).filter((name) => !(mark in properties[name]!));
  return { type: "object", ...(required.length > 0 && { required }), properties, ...options };
}

const mapValues = (properties: Properties, change: (schema: Schema) => Schema): Properties =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, change(schema)]));

const {
  Array: list,
  Boolean: flag,
  Integer: integer,
  Literal: literal,
  Number: number,
  Object: object,
  Optional: optionalOf,
  Partial: partial,
  Record: record,
  String: text,
  Unsafe: unsafe,
} = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;

export {
  flag as Boolean,
  integer as Integer,
  list as Array,
  literal as Literal,
  number as Number,
  object as Object,
  optionalOf as Optional,
  partial as Partial,
  record as Record,
  text as String,
  unsafe as Unsafe,
};
