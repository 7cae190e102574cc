import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../src/platform/db/database.ts";
import { registeredFragments } from "../src/platform/db/fragments.ts";
import { type FreshDatabase, migratedDatabase } from "./fresh-database.ts";
import { fileOf, listings, programStatements } from "./program-statements.ts";
import { foreignReads, foreignWrites, tableOwners } from "./table-owners.ts";

const root = path.join(import.meta.dirname, "..");

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await migratedDatabase();
  db = openDatabase({
    connectionString: database.connectionString,
    connectionsMax: 1,
    onError: () => undefined,
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const names = `(${Object.keys(tableOwners).join("|")})`;
const writing = new RegExp(`\\b(?:insert\\s+into|update|delete\\s+from|truncate)\\s+${names}\\b`, "g");
// After a comma comes a column, unless an alias follows.
const reading = new RegExp(
  `\\b(?:from|join|using)\\s+\\(*${names}\\b|,\\s*${names}\\s+(?:as\\s+)?[a-z]{1,3}\\b(?!\\s*\\()`,
  "g",
);
const tablesOf = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)].map(([, first, second]) => (first ?? second)!);
const written = (text: string) => tablesOf(writing, text);
const read = (text: string) => tablesOf(reading, text);

type Sql = { text: string; file: string };

let fragments: Sql[];
let statements: Sql[];
beforeAll(async () => {
  statements = await programStatements();
  // The dashboard's lists have the tables of the API's lists, which are described by the tables' owners.
  const tablesOfLists = Object.entries(listings).flatMap(([folder, { table }]) =>
    [`from ${table} r`, `join ${table} r`].map((text) => ({ text, file: `src/${folder}/queries.ts` })),
  );
  fragments = [...registeredFragments()]
    .map(([text, place]) => ({ text, file: fileOf(place) }))
    .concat(tablesOfLists)
    .sort((one, other) => other.text.length - one.text.length);
});

/** The text without the fragments that other files export about their tables. */
function ownText({ text, file }: Sql): string {
  let own = text;
  for (const each of fragments) if (each.file !== file) own = own.replaceAll(each.text, " ");
  return own;
}

const isIn = (file: string, folder: string) => file.startsWith(`src/${folder}/`);

/** The tables that a module names without owning them, by the module's folder. */
function foreignTables(found: (text: string) => string[], among: readonly Sql[]): Record<string, string[]> {
  const folders = [...new Set([...Object.values(tableOwners), ...Object.keys(foreignReads)])].sort(
    (one, other) => other.length - one.length,
  );
  const byFolder: Record<string, string[]> = {};
  for (const sql of among) {
    const foreign = found(ownText(sql)).filter((table) => !isIn(sql.file, tableOwners[table]!));
    const folder = folders.find((each) => isIn(sql.file, each)) ?? sql.file;
    if (foreign.length > 0) byFolder[folder] = [...new Set([...(byFolder[folder] ?? []), ...foreign])].sort();
  }
  return byFolder;
}

const excepted = (exceptions: typeof foreignReads) =>
  Object.fromEntries(Object.entries(exceptions).map(([folder, { tables }]) => [folder, tables]));

test("every table has one owner, which is a folder of the service", async () => {
  const tables = await db.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(tableOwners).sort());
  const folders = new Set(Object.values(tableOwners));
  const missing = [...folders].filter((each) => !existsSync(new URL(`../src/${each}`, import.meta.url)));
  expect(missing).toEqual([]);
});

test("a module writes only tables that it owns, except for the listed ones", () => {
  expect(statements.length).toBeGreaterThan(200);
  expect(foreignTables(written, [...statements, ...fragments])).toEqual(excepted(foreignWrites));
});

test("a module reads another's table by a fragment of its owner, except for the listed ones", () => {
  expect(foreignTables(read, [...statements, ...fragments])).toEqual(excepted(foreignReads));
});

/** Tables of others that a source names itself, be it in SQL or as the table of a list. A sentence is no SQL. */
function namedInSource(source: string, file: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
  const word = "(?:and|are|in|or|to)";
  const inSql = new RegExp(
    `\\b(?:from|join|using|insert\\s+into|update|truncate)\\s+\\(*${names}\\b|,\\s*${names}\\s+(?:as\\s+)?(?!${word}\\b)[a-z]{1,3}\\b(?!\\s*\\()`,
    "g",
  );
  const inList = new RegExp(`(?:table: |partWhere\\(|statusesPath\\()"${names}"`, "g");
  return [inSql, inList]
    .flatMap((pattern) => tablesOf(pattern, code))
    .filter((table) => !isIn(file, tableOwners[table]!));
}

// A text that happens to be that of a fragment would pass the tests above.
test("no file spells out SQL that names another module's table, except for the listed ones", () => {
  const sources = globSync("src/{contract,http,domains,web,commands}/**/*.ts", { cwd: root }).filter(
    (file) => !/\.(test|fixture)\.ts$/.test(file),
  );
  expect(sources.length).toBeGreaterThan(400);
  const found = sources
    .map((file) => ({ file, tables: namedInSource(readFileSync(path.join(root, file), "utf8"), file) }))
    .filter(({ tables }) => tables.length > 0)
    .map(
      ({ file, tables }) =>
        `${path.dirname(file).replace("src/", "")}: ${[...new Set(tables)].sort().join(", ")}`,
    );
  const allowed = Object.entries({ ...foreignReads, ...foreignWrites }).map(
    ([folder, { tables }]) => `${folder}: ${tables.join(", ")}`,
  );
  expect(found).toEqual(allowed);
});

type Plan = { "Relation Name"?: string; Plans?: Plan[] };
const relationsOf = (plan: Plan): string[] => [
  ...(plan["Relation Name"] ? [plan["Relation Name"]] : []),
  ...(plan.Plans ?? []).flatMap(relationsOf),
];

test("every table in a statement's plan is found in its text, so that none escapes the rules above", async () => {
  const unseen: string[] = [];
  for (const { text, file } of statements) {
    const [row] = await db.query<{ "QUERY PLAN": string }>(`explain (generic_plan, format json) ${text}`);
    const [{ Plan: plan }] = JSON.parse(row!["QUERY PLAN"]) as [{ Plan: Plan }];
    const seen = new Set([...written(text), ...read(text)]);
    unseen.push(
      ...relationsOf(plan)
        .filter((table) => table in tableOwners && !seen.has(table))
        .map((table) => `${file}: ${table} in ${text.slice(0, 80)}`),
    );
  }
  expect(unseen).toEqual([]);
});

test("a table that is named without its owner's fragment is found, for writing and for reading", () => {
  const source = 'const sql = `select from x join sales s, products p`; const list = { table: "customers" };';
  expect(namedInSource(source, "src/domains/portal/queries.ts")).toEqual(["sales", "products", "customers"]);
  const file = "src/domains/portal/queries.ts";
  const text =
    "with x as (update invoices r set notes = '' from customers x, products p) select from x join sales s";
  expect(foreignTables(written, [{ text, file }])).toEqual({ "domains/portal": ["invoices"] });
  expect(foreignTables(read, [{ text, file }])).toEqual({
    "domains/portal": ["customers", "products", "sales"],
  });
});

test("no SQL is made by replacing a part of other SQL", () => {
  // What is replaced there is a value, a pattern or the text of a record.
  const values = /^(text|word|value|number|name|content\.text|stored|saleJson|sort\??)$/;
  const found = globSync("src/**/*.ts", { cwd: root }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    if (/\.(test|fixture)\.ts$/.test(file) || !/\b(statement|fragment)\(/.test(text)) return [];
    return [...text.matchAll(/([\w.?]+)\s*\.(?:normalize\("NFD"\)\.)?replace(?:All)?\(/g)]
      .filter(([, replaced]) => !values.test(replaced!.replace(/\?$/, "")))
      .map(([call]) => `${file}: ${call}`);
  });
  expect(found).toEqual([]);
});
