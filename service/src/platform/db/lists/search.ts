import { type Queryable, type Statement, statement } from "../database.ts";
import type { Json } from "../sql.ts";
import type { Sort } from "./list-order.ts";
import type { ListPath } from "./list-paths.ts";
import { containsPattern, fromNewestSql } from "./page.ts";

/** A text that a person searches for. In statements it is the parameters `$2` to `$7`. */
export type SearchTerm = {
  text: string;
  /** LIKE patterns: the word that an index is searched for, anywhere, and the whole text at the beginning of a word. */
  word: string;
  start: string;
  /** LIKE pattern of what begins with the text. */
  prefix: string;
  /** LIKE patterns for every word, one per line: anywhere, and at the beginning of a word. */
  words: string;
  wordStarts: string;
  /** Whether an index of trigrams can find it. */
  hasTrigram: boolean;
};

export function searchTerm(typed: string): SearchTerm | undefined {
  const words = typed.trim().split(/\s+/);
  if (words[0] === "") return undefined;
  const text = words.join(" ");
  const longest = words.reduce((longest, word) => (runOf(word) > runOf(longest) ? word : longest));
  const patterns = words.map(containsPattern);
  const startOf = (pattern: string) => `% ${pattern.slice(1)}`;
  return {
    text,
    word: containsPattern(longest),
    start: startOf(containsPattern(text)),
    prefix: containsPattern(text).slice(1),
    words: patterns.join("\n"),
    wordStarts: patterns.map(startOf).join("\n"),
    hasTrigram: runOf(longest) >= 3,
  };
}

export type Searchable = Pick<SearchTerm, "hasTrigram">;

/** How many letters and digits follow each other. Trigrams of other scripts depend on the locale of the database. */
function runOf(word: string): number {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "");
  return Math.max(0, ...(plain.match(/[\p{Script=Latin}\d]+/gu) ?? []).map(({ length }) => length));
}

const valuesOf = ({ text, word, start, words, wordStarts, prefix }: SearchTerm) => [
  text,
  word,
  start,
  words,
  wordStarts,
  prefix,
];

/** The form in which a text is searched: lower case, without diacritics. Patterns of LIKE stay patterns. */
export const searchKey = (sql: string) => `search_key(${sql})`;

/** How the column `name_key` is written: the space lets one pattern find the beginning of any word. */
const nameKey = `(select ' ' || ${searchKey("$2")})`;
/** The key of a parameter, by a subquery, so that it is computed once and not for every row. */
export const typedKey = (parameter: string) => `(select ${searchKey(parameter)})`;
const linesOf = (parameter: string) => `(select string_to_array(${searchKey(parameter)}, E'\\n'))::text[]`;

/** By the index of names; a cursor has the name itself, which has a limit that its key does not have. */
export const nameSort: Sort = {
  sql: 'r.name_key collate "C"',
  type: "text",
  cursor: { sql: "r.name", use: (parameter) => `(select ' ' || ${searchKey(`${parameter}::text`)})` },
  index: { condition: "r.id > 0", idsAreOpposite: true },
};

/** Characters after which a word begins, besides a space. */
const separators = `-./,;:()[]"''&+_#`;
const spaced = (key: string) => `translate(${key}, '${separators}', '${" ".repeat(separators.length - 1)}')`;

/**
 * How well a name matches, the best first: it is the text, begins with it, has words that begin with its words, or
 * merely contains them.
 */
export const nameRankSql = (key: string) => `case when ${key} = ${nameKey} then 0
    when starts_with(${key}, ${nameKey}) then 1
    when ${key} like all(${linesOf("$6")}) or ${spaced(key)} like all(${linesOf("$6")}) then 2
    else 3 end`;

/** How well a code matches, such as an e-mail address: it is the text or begins with it; null where it does neither. */
export const codeRankSql = (column: string) => `case when ${searchKey(column)} = ${typedKey("$2")} then 0
    when starts_with(${searchKey(column)}, ${typedKey("$2")}) then 1 end`;

/** Of each way to match, no more records than this are looked at: a text that matches more is too broad to help. */
const candidatesMax = 50;
/** Where no index helps, only the newest records are looked at. */
const newestMax = 20_000;

// A mark alone has an empty key, which would match everything.
const isText = `${typedKey("$2")} <> ''`;

/** The ids of records of which `key` begins with the term, in the order of the index on `key`. */
export const beginningSql = (table: string, key: string, start = typedKey("$2"), condition = "") => `
  select r.id from ${table} r where r.company_id = $1 and r.id > 0 and ${isText} ${condition}
    and ${key} collate "C" >= ${start} and ${key} collate "C" < ${start} || U&'\\+10FFFF'
  order by ${key} collate "C", r.id desc limit ${candidatesMax}`;

/**
 * The ids of records of which a code begins with the term, in the order of the index on the code. In that order what
 * begins with a text comes right behind it, in every collation, so that no more has to be looked at.
 */
export const codesFromSql = (table: string, column: string, condition = "") =>
  codesAfterSql(table, column, "$2::text", `and ${column} is not null ${condition}`);

const codesAfterSql = (table: string, code: string, start: string, condition: string) => `
  select r.id from (
    select r.id, ${code} as code from ${table} r
    where r.company_id = $1 and ${code} >= ${start} and $7::text is not null ${condition}
    order by ${code} limit ${candidatesMax}
  ) r where starts_with(r.code, ${start})`;

/** The same of email addresses, in any case. */
export const emailsFromSql = (table: string) =>
  codesAfterSql(table, "lower(r.email)", "lower($2::text)", "and r.email is not null");

/** The same of numbers, the highest first: stripped of all but letters and digits, none comes behind these. */
export const numbersFromSql = (table: string, start: string) => `
  select r.id from ${table} r
  where r.company_id = $1 and r.number_key is not null and r.number_key >= ${start}
    and r.number_key <= ${start} || '${"Z".repeat(40)}'
  order by r.number_key desc limit ${candidatesMax}`;

/** The ids of records with a `name_key` that match, by bounded subqueries. */
export function namedSql(table: string, { hasTrigram }: Searchable, condition = ""): string[] {
  const hasAll = `r.name_key like all(${linesOf("$5")}) and ${isText}`;
  const beginning = beginningSql(table, "r.name_key", nameKey, condition);
  if (hasTrigram) {
    const indexed = (pattern: string) => `select r.id from ${table} r
      where r.company_id = $1 and r.name_key like ${typedKey(pattern)} and ${hasAll} ${condition} limit ${candidatesMax}`;
    return [beginning, indexed("$4"), indexed("$3")];
  }
  const newest = `select r.id, r.name_key from ${table} r
    where r.company_id = $1 and ${fromNewestSql} and $3::text <> '' and $4::text <> '' ${condition}
    order by r.created_at desc, r.id desc limit ${newestMax}`;
  return [beginning, `select r.id from (${newest}) r where ${hasAll} limit ${candidatesMax}`];
}

type TextCondition = (value: string) => string;

/** The filters of a list that find a text anywhere in a record: with a trigram, an index finds it. */
export const textFilters = (condition: TextCondition) => ({ q: condition, short_q: condition });

/** By an index of trigrams, which has no order. A text without one is looked for among the newest records alone. */
export const textPath = (condition: TextCondition): ListPath => ({
  filters: ["q"],
  unordered: (parameterOf) => `r.company_id = $1 and ${condition(parameterOf("q"))}`,
});

/** The values of these filters. */
export function textSearch(typed: string | undefined): { q?: string; short_q?: string } {
  if (typed === undefined) return {};
  const pattern = containsPattern(typed);
  return searchTerm(typed)?.hasTrigram ? { q: pattern } : { short_q: pattern };
}

export const unionSql = (ways: readonly string[]) => ways.map((way) => `(${way})`).join(" union ");

export type Search = (
  db: Queryable,
  companyId: number,
  term: SearchTerm,
  ...more: readonly unknown[]
) => Promise<Json[]>;

/**
 * A search by a statement that returns `json`, the best match first. Where the term has no trigram, it is another
 * statement. `$1` is the company, and what follows the term begins at `$8`.
 */
export function search(name: string, text: (term: Searchable) => string): Search {
  const indexed = statement(name, text({ hasTrigram: true }));
  const newest = statement(`${name}_newest`, text({ hasTrigram: false }));
  return async (db, companyId, term, ...more) => {
    const sql: Statement = term.hasTrigram ? indexed : newest;
    const rows = await db.query<{ json: Json }>(sql, [companyId, ...valuesOf(term), ...more]);
    return rows.map(({ json }) => json);
  };
}
