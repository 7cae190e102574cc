import type { TSchema } from "typebox";
import * as Type from "./typebox.ts";

/**
 * Bricks for the schemas of requests and answers. A `title` makes a schema a named component of the
 * contract; `x-decimal` is checked by http/validation.ts and shown in the contract as an extension.
 */
export type DecimalRule = { fraction: number; above?: number; from?: number; to?: number };

export const idMax = Number.MAX_SAFE_INTEGER;

export const Id = Type.Integer({ minimum: 1, maximum: idMax, examples: [1042] });
/** An id in a request body. A number below one is valid here and simply names no record. */
export const Reference = Type.Integer({ minimum: -idMax, maximum: idMax });
export const Timestamp = Type.String({ format: "date-time", examples: ["2026-11-15T09:30:00.000Z"] });
export const Day = Type.String({ format: "date", examples: ["2026-11-15"] });
export const Amount = Type.Number({
  description: "In major units of the currency, exact.",
});
export const Currency = Type.String({
  format: "currency",
  description: "ISO 4217 code, upper case.",
  examples: ["NGN"],
});

export const text = (max: number, options: object = {}) =>
  Type.String({ minLength: 1, maxLength: max, ...options });

/** A text that somebody is going to read: spaces alone say nothing, and a paper with them would be blank there. */
export const wording = (max: number, options: object = {}) => text(max, { pattern: "\\S", ...options });

/** The same, or null. As a list of types it keeps one clear message, where anyOf would give three. */
export const nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: words, ...rest } = schema as T & { type: string; enum?: unknown[] };
  const widened = words ? { enum: [...words, null] } : { type: [type, "null"].flat() };
  return Type.Unsafe<Type.Static<T> | null>({ ...rest, ...widened });
};

export const words = <const T extends readonly string[]>(list: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: "string", enum: [...list], ...options });

/** A number on the wire, or the same number as decimal text for clients that must not use floats. */
export const decimal = (rule: DecimalRule, options: object = {}) =>
  Type.Unsafe<number | string>({ type: ["number", "string"], "x-decimal": rule, ...options });

/** A percentage from 0 to 100: 7.5 means 7.5 %. */
export const percentage = (options: object) => decimal({ fraction: 4, from: 0, to: 100 }, options);

export const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));

export const metadataBytesMax = 16 * 1024;

/** `also` is what is true of one record's metadata alone. */
export const metadataWith = (also: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: "object",
    maxProperties: 50,
    "x-depth": 8,
    "x-finite": true,
    "x-json-bytes": metadataBytesMax,
    description: `Your own data: up to 50 keys and 16 KiB as JSON, returned unchanged.${also}`,
    examples: [{ cost_centre: "LAG-02" }],
  });

export const Metadata = metadataWith("");

/** In a query: `metadata[cost_centre]=LAG-02`, once for each key. */
export const MetadataFilter = Type.Optional(
  Type.Unsafe<Record<string, string>>({
    type: "object",
    additionalProperties: { type: "string", maxLength: 500 },
    maxProperties: 10,
    "x-members": true,
    description:
      "Records whose metadata has this value under this key: `metadata[cost_centre]=LAG-02`. Several keys must all match. A number or a boolean is matched as it is written, a list if one of its entries is the value.",
    examples: [{ cost_centre: "LAG-02" }],
  }),
);

export const Email = Type.String({ format: "email", maxLength: 254, examples: ["accounts@acme.example"] });
export const Country = Type.String({ format: "country", description: "ISO 3166-1 alpha-2, upper case." });
export const ExternalId = text(200, { description: "Your own id for the record; unique per company." });

const addressFields = {
  line1: optional(text(200)),
  line2: optional(text(200)),
  city: optional(text(100)),
  region: optional(text(100)),
  postal_code: optional(text(20)),
  country: optional(Country),
};

export type Address = Type.Static<Type.TObject<typeof addressFields>>;

export const AddressInput = Type.Unsafe<Address | string>({
  ...Type.Object(addressFields),
  type: ["object", "string"],
  minLength: 1,
  maxLength: 200,
  title: "AddressInput",
  description: "A plain string is used as line1.",
});

export const AddressOutput = Type.Unsafe<Address | null>({
  ...Type.Object(addressFields),
  type: ["object", "null"],
  title: "Address",
});

/** Stored addresses contain only the members that were given. */
export function normaliseAddress(address: Address | string | null | undefined): Address | null {
  if (address === null || address === undefined) return null;
  const given = typeof address === "string" ? { line1: address } : address;
  const known = Object.keys(addressFields) as (keyof Address)[];
  const kept = known.filter((field) => given[field] !== null && given[field] !== undefined);
  return Object.fromEntries(kept.map((field) => [field, given[field]]));
}

export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 25, description: "Records per page." }),
  ),
  cursor: Type.Optional(
    text(1200, { description: "`pagination.next_cursor` of the previous page, unchanged." }),
  ),
};

/** What a list can be sorted by: fields of its records. */
export const sortedBy = <const Fields extends readonly string[]>(...fields: Fields) =>
  Type.Optional(
    words(fields.flatMap((field) => [field, `-${field}`]) as (Fields[number] | `-${Fields[number]}`)[], {
      description:
        "The field that orders the list, with - for descending. By default -created_at, the newest first. Where no index has the order, up to 3,000 records that match the filters are sorted, and more are refused with `query_too_broad`.",
      examples: [`-${fields.at(-1)}`],
    }),
  );

export const CreatedRange = {
  created_from: Type.Optional(
    Type.String({
      format: "moment",
      description: "Created at or after: a date (in the company's time zone), or a timestamp.",
      examples: ["2026-11-01"],
    }),
  ),
  created_to: Type.Optional(
    Type.String({
      format: "moment",
      description: "Created at or before: a date (that whole day), or a timestamp.",
      examples: ["2026-11-30"],
    }),
  ),
};

export const Search = Type.Optional(
  text(100, { description: "Matches names that contain this text, and exact document numbers." }),
);

export const includes = (...names: string[]) =>
  Type.Optional(
    Type.String({
      pattern: `^(${names.join("|")})(,(${names.join("|")}))*$`,
      maxLength: 100,
      description: `Adds these to the response, separated by commas: ${names.join(", ")}.`,
      examples: [names.join(",")],
    }),
  );

export const Pagination = Type.Object(
  {
    limit: Type.Integer(),
    has_more: Type.Boolean({
      description:
        "Check this instead of counting records: a page that would exceed 8 MiB has fewer than `limit`.",
    }),
    next_cursor: nullable(Type.String()),
    total_count: Type.Optional(Type.Integer({ description: "With include=total_count; at most 10,000." })),
    total_count_capped: Type.Optional(Type.Boolean()),
  },
  { title: "Pagination" },
);

const Warnings = Type.Optional(
  Type.Array(Type.String(), {
    description: "Fields and parameters that were ignored because they are unknown.",
    examples: [["unknown field: pirce"]],
  }),
);

/** `{ "success": true, "<resource>": { … } }` and its relatives. */
export const envelope = (members: Record<string, TSchema>) =>
  Type.Object({ success: Type.Literal(true), ...members, warnings: Warnings });

export const listEnvelope = (name: string, item: TSchema) =>
  envelope({ [name]: Type.Array(item), pagination: Pagination });
