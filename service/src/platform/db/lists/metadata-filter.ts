import type { ListPath } from "./list-paths.ts";

/** What `metadata[key]=value` asks for: these keys have these values. */
export type MetadataFilter = Readonly<Record<string, string>>;

/** SQL over the metadata of a row; `value` is a parameter with what `metadataQuery` made. */
export const metadataSql = (metadata: string, value: string) => `${metadata} @@ ${value}::jsonpath`;

/**
 * By the index of metadata, which has no order and contains only rows with metadata. The company is an expression in it, so
 * that the plan is the same for a table of any size.
 */
export const metadataPath: ListPath = {
  filters: ["metadata"],
  unordered: (parameterOf) =>
    `r.company_id + 0 = $1 and r.metadata <> '{}' and ${metadataSql("r.metadata", parameterOf("metadata"))}`,
};

/**
 * The filter as a jsonpath, which the index answers. A query string has only texts, so a text that could be a number or
 * a boolean is looked for as both. A list has the value if one of its entries is equal to it.
 */
export function metadataQuery(filter: MetadataFilter | undefined): string | undefined {
  const entries = Object.entries(filter ?? {});
  if (entries.length === 0) return undefined;
  return entries.map(([key, value]) => `(${anyOf(key, value)})`).join(" && ");
}

const anyOf = (key: string, value: string) =>
  meaningsOf(value)
    .map((meaning) => `$.${JSON.stringify(key)} == ${meaning}`)
    .join(" || ");

const meaningsOf = (value: string) => [
  JSON.stringify(value),
  ...(value === "true" || value === "false" || isNumber(value) ? [value] : []),
];

const isNumber = (value: string) => /^-?(0|[1-9]\d{0,30})(\.\d{1,30})?$/.test(value);
