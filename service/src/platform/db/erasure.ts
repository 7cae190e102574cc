import { erasedText, eraseInDocument, eraseInJson, type JsonValue } from "../values/erased-text.ts";
import { type Queryable, statement } from "./database.ts";

/**
 * The values to erase, as one pattern, and patterns for PostgreSQL's `~*` that find the rows with them: in plain text and
 * in JSON, all of them, and those by which a row is recognised as one that holds them. A town is erased where a name or an
 * address is beside it, and nowhere else.
 */
export type ErasedValues = {
  anyValue: RegExp | undefined;
  /** Those by which the person is recognised, for texts that PostgreSQL cannot read. */
  identifying: RegExp | undefined;
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
  const forms = usable(usable(all).flatMap(written));
  const identifyingForms = usable(usable(identifying).flatMap(written));
  return {
    anyValue: anyText(forms),
    identifying: anyText(identifyingForms),
    text: anyOf(forms),
    json: anyOf(usable(usable(all).flatMap(inTexts)).map(inJson)),
    identifyingText: anyOf(identifyingForms),
    identifyingJson: anyOf(usable(usable(identifying).flatMap(inTexts)).map(inJson)),
  };
}

const anyText = (values: readonly string[]) =>
  values.length === 0
    ? undefined
    : new RegExp(values.map((value) => pattern(value, escaped)).join("|"), "gi");

const escaped = (value: string) => value.replace(/[$()*+.?[\\\]^{|}/-]/g, "\\$&");

/** For PostgreSQL, where a backslash before any other character than a letter or digit stands for that character. */
const escapedSql = (value: string) => value.replace(/[^\p{L}\p{N}\s]/gu, "\\$&");

/**
 * A number such as that of a phone is also found where somebody wrote it with other marks between its digits, or none: a
 * payment link keeps `+2348031234567` of `+234 803 123-4567`.
 */
function pattern(value: string, escapeMarks: (text: string) => string): string {
  if (!isNumber.test(value)) return escapeMarks(value);
  const sign = value.startsWith("+") ? `${escapeMarks("+")}?` : "";
  return sign + value.replace(/\D/g, "").split("").join("[-\\s().\\/]{0,2}");
}

const isNumber = /^\+?\(?\d[\d\s()./-]{5,}\d$/;

const inJson = (value: string) => JSON.stringify(value).slice(1, -1);

/** As people or programs write it in a text: plain, or in the address of a page. */
const inTexts = (value: string) => [
  value,
  encodeURIComponent(value),
  new URLSearchParams({ value }).toString().slice("value=".length),
];

/** The same, and as a part of JSON, CSV or markup. */
const written = (value: string) => [
  ...inTexts(value),
  inJson(value),
  inJson(inJson(value)),
  value.replaceAll('"', '""'),
  inMarkup(value, "&quot;", "&#39;"),
  inMarkup(value, "&#34;", "&#39;"),
  inMarkup(value, "&quot;", "'"),
];

/** In HTML and XML, whose quotes are not always written in the same way. */
const inMarkup = (value: string, quote: string, apostrophe: string) =>
  value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', quote)
    .replaceAll("'", apostrophe);

/** Without values, a pattern that matches nothing. */
const anyOf = (values: readonly string[]) =>
  values.length === 0 ? ".\\A" : values.map((value) => pattern(value, escapedSql)).join("|");

/** Plain texts, columns of type jsonb, and texts that hold a stored request, response or document. */
type Columns = { texts?: readonly string[]; jsons?: readonly string[]; documents?: readonly string[] };

/** Erases the values in the rows of a company; the further values are those of the condition. */
export type EraseRows = (
  tx: Queryable,
  companyId: number,
  erased: ErasedValues,
  ...further: unknown[]
) => Promise<void>;

/** So many rows are read and written at a time: each may hold a document. */
const rowsMax = 200;

/**
 * Erases values in columns of the rows `r` of a company that the condition selects, which may use `$4` and `$5`. PostgreSQL
 * finds the rows; the values are replaced here, because a value such as `null`, `name` or `1000` may occur in JSON as a
 * word, a key or a number of the format, and only the texts in it are to change.
 */
export function eraseRows(name: string, table: string, columns: Columns, condition: string): EraseRows {
  const { texts = [], jsons = [], documents = [] } = columns;
  const all = [...texts, ...documents, ...jsons];
  // A row that is locked keeps its place (`ctid`) until this transaction changes it.
  const find = statement(
    `${name}_erase_find`,
    `select r.ctid::text as place from ${table} r
     where r.company_id = $1 and $2::text is not null and $3::text is not null and (${condition})
       and (${holdsSql(columns, "$2", "$3")}) for update`,
  );
  const read = statement(
    `${name}_erase_read`,
    `select r.ctid::text as place, ${all.map((column) => `r.${column}::text`).join(", ")}
     from ${table} r where r.company_id = $1 and r.ctid = any($2::tid[])`,
  );
  const write = statement(
    `${name}_erase_write`,
    `update ${table} r set ${all.map((column) => `${column} = v.${column}${jsons.includes(column) ? "::jsonb" : ""}`).join(", ")}
     from unnest($2::tid[], ${all.map((_, index) => `$${index + 3}::text[]`).join(", ")}) v(place, ${all.join(", ")})
     where r.company_id = $1 and r.ctid = v.place`,
  );
  const changed = (stored: string | null | undefined, column: string, pattern: RegExp): string | null => {
    if (stored === null || stored === undefined) return null;
    if (documents.includes(column)) return eraseInDocument(stored, pattern);
    if (!jsons.includes(column)) return stored.replace(pattern, erasedText);
    return JSON.stringify(eraseInJson(JSON.parse(stored) as JsonValue, column, pattern));
  };
  return async (tx, companyId, erased, ...further) => {
    const { anyValue: pattern } = erased;
    if (pattern === undefined) return;
    const found = await tx.query<{ place: string }>(find, [companyId, erased.text, erased.json, ...further]);
    for (let start = 0; start < found.length; start += rowsMax) {
      const places = found.slice(start, start + rowsMax).map(({ place }) => place);
      const rows = await tx.query<Record<string, string | null>>(read, [companyId, places]);
      await tx.query(write, [
        companyId,
        rows.map(({ place }) => place),
        ...all.map((column) => rows.map((row) => changed(row[column], column, pattern))),
      ]);
    }
  };
}

/** Rows that hold a value by which the person is recognised: `$4` as text, `$5` as JSON text. */
export const identifiedSql = (columns: Columns) =>
  `$4::text is not null and $5::text is not null and (${holdsSql(columns, "$4", "$5")})`;

const holdsSql = ({ texts = [], jsons = [], documents = [] }: Columns, text: string, json: string) =>
  [
    ...[...texts, ...documents].map((name) => `r.${name} ~* ${text}`),
    ...jsons.map((name) => `r.${name}::text ~* ${json}`),
  ].join(" or ");

/** Erases the values wherever a row has one by which the person is recognised. */
export function eraseIdentifiedRows(
  name: string,
  table: string,
  columns: Columns,
): (tx: Queryable, companyId: number, erased: ErasedValues) => Promise<void> {
  const erase = eraseRows(name, table, columns, identifiedSql(columns));
  return (tx, companyId, erased) =>
    erase(tx, companyId, erased, erased.identifyingText, erased.identifyingJson);
}
