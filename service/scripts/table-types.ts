import type { Database } from "../src/platform/db/database.ts";

type Column = { table: string; name: string; type: string; nullable: boolean; values: string | null };

const head = `// The row of each table as platform/db/database.ts reads it. Written by service/scripts/generate.ts: do not edit.

export type Tables = {
`;

/** The type that the driver returns for a value, with the parsers that platform/db/database.ts sets. */
export const driverTypes: Record<string, string> = {
  boolean: "boolean",
  bytea: "Buffer",
  date: "string",
  "double precision": "number",
  integer: "number",
  smallint: "number",
  bigint: "number",
  jsonb: "unknown",
  numeric: "string",
  text: "string",
  "text[]": "string[]",
  "timestamp with time zone": "Date",
};

/** A TypeScript type per table, so that a statement's row names columns that exist. */
export async function tableTypes(database: Database): Promise<string> {
  const columns = await database.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
       (select substring(pg_get_constraintdef(k.oid) from 'ARRAY\\[(.*)\\]') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || a.attname || ' = ANY \\(ARRAY\\[[^]]*\\]\\)\\)\\)$')) as values
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     order by c.relname collate "C", a.attnum`,
  );
  const tables = Map.groupBy(columns, ({ table }) => table);
  const texts = [...tables].map(([table, own]) => `  ${table}: {\n${own.map(columnText).join("")}  };\n`);
  return `${head}${texts.join("")}};\n`;
}

function columnText({ table, name, type, nullable, values }: Column): string {
  const plain = values ? valuesOf(values) : driverTypes[type];
  if (!plain)
    throw new Error(`service/scripts/table-types.ts does not know ${type} (${table}.${name}): teach it`);
  return `    ${name}: ${plain}${nullable && plain !== "unknown" ? " | null" : ""};\n`;
}

/** The type of a column that a check limits to a list of texts. */
const valuesOf = (list: string) =>
  [...list.matchAll(/'([^']*)'::text/g)].map(([, value]) => JSON.stringify(value)).join(" | ");
