/** What stands where a value was erased. */
export const erasedText = "[erased]";

/**
 * Patterns of the values to erase, for PostgreSQL's `~*`: in plain text and in JSON, all of them, and those by which a row
 * is recognised as one that holds them. A town is erased where a name or an address stands beside it, and nowhere else.
 */
export type ErasedValues = {
  values: readonly string[];
  text: string;
  json: string;
  identifyingText: string;
  identifyingJson: string;
};

/** Shorter values occur in many texts by chance; those of the record itself are erased by their fields. */
const lengthMin = 4;

export function erasedValues(all: readonly string[], identifying: readonly string[]): ErasedValues {
  // The longest first, so that no part of a value is left beside another.
  const usable = (values: readonly string[]) =>
    [...new Set(values)]
      .filter((value) => value.trim().length >= lengthMin)
      .sort((one, other) => other.length - one.length);
  const values = usable(all);
  return {
    values,
    text: anyOf(usable(values.flatMap(written))),
    json: anyOf(values.map(inJson)),
    identifyingText: anyOf(usable(identifying.flatMap(written))),
    identifyingJson: anyOf(usable(identifying).map(inJson)),
  };
}

const inJson = (value: string) => JSON.stringify(value).slice(1, -1);

/** As a text may have it: plain, or as a part of JSON, CSV, HTML or an address of a page. */
const written = (value: string) => [
  value,
  inJson(value),
  inJson(inJson(value)),
  value.replaceAll('"', '""'),
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
  encodeURIComponent(value),
];

/** Without values, a pattern that matches nothing. */
const anyOf = (values: readonly string[]) =>
  values.length === 0 ? ".\\A" : values.map((value) => value.replace(/[^\p{L}\p{N}\s]/gu, "\\$&")).join("|");

type Columns = { texts?: readonly string[]; jsons?: readonly string[] };

/**
 * Erases the values `$2` (as text) and `$3` (as JSON text) in columns of the rows `r` of the company `$1` that the condition
 * selects, which may use `$4` and `$5`.
 */
export function eraseSql(table: string, { texts = [], jsons = [] }: Columns, condition: string): string {
  const set = [
    ...texts.map((name) => `${name} = regexp_replace(r.${name}, $2, '${erasedText}', 'gi')`),
    ...jsons.map((name) => `${name} = regexp_replace(r.${name}::text, $3, '${erasedText}', 'gi')::jsonb`),
  ];
  return `update ${table} r set ${set.join(", ")}
   where r.company_id = $1 and $2::text is not null and $3::text is not null and (${condition})
     and (${holdsSql({ texts, jsons }, "$2", "$3")})`;
}

/** Rows that hold a value by which the person is recognised: `$4` as text, `$5` as JSON text. */
export const identifiedSql = (columns: Columns) =>
  `$4::text is not null and $5::text is not null and (${holdsSql(columns, "$4", "$5")})`;

const holdsSql = ({ texts = [], jsons = [] }: Columns, text: string, json: string) =>
  [...texts.map((name) => `r.${name} ~* ${text}`), ...jsons.map((name) => `r.${name}::text ~* ${json}`)].join(
    " or ",
  );

/** Erases the values wherever a row has one by which the person is recognised. */
export const eraseIdentifiedSql = (table: string, columns: Columns): string =>
  eraseSql(table, columns, identifiedSql(columns));

export const identifiedValues = (companyId: number, erased: ErasedValues) => [
  companyId,
  erased.text,
  erased.json,
  erased.identifyingText,
  erased.identifyingJson,
];
