import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
// The routes and loops do not load these.
import "../src/platform/db/connections/connections.ts";
import "../src/platform/db/listener.ts";
import "../src/platform/db/migrations/migration-state.ts";
import "../src/platform/db/server-report.ts";
import "../src/platform/ops/installation.ts";
import { registeredStatements } from "../src/platform/db/database.ts";
import { type FreshDatabase, migratedDatabase } from "./fresh-database.ts";
import { programStatements } from "./program-statements.ts";
import { handWrittenColumns } from "./row-types.ts";

let database: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await migratedDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

type Field = { name: string; tableID: number; columnID: number };

/** The columns that a statement returns, as PostgreSQL describes them without running it. */
const describe = (text: string): Promise<Field[]> =>
  new Promise((resolve, reject) => {
    let fields: Field[] = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: "", text, types: [] }, true);
        connection.describe({ type: "S", name: "" }, true);
        connection.sync();
      },
      handleRowDescription(message: { fields: Field[] }) {
        fields = message.fields;
      },
      handleReadyForQuery: () => resolve(fields),
      handleError: reject,
    } as pg.Submittable);
  });

/** Of each statement, the columns of tables that it returns under their own names: `id as invoice_id` is not one. */
async function returnedColumns(names: ReadonlySet<string>): Promise<Map<string, Map<string, string>>> {
  const { rows } = await client.query<{ relation: number; number: number; table: string; name: string }>(
    `select c.oid::int as relation, a.attnum as number, c.relname as table, a.attname as name
     from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace`,
  );
  const tables = new Map(rows.map((row) => [`${row.relation} ${row.number} ${row.name}`, row.table]));
  const returned = new Map<string, Map<string, string>>();
  await programStatements();
  for (const [name, text] of registeredStatements()) {
    if (!names.has(name)) continue;
    const columns = new Map<string, string>();
    for (const field of await describe(text)) {
      const table = tables.get(`${field.tableID} ${field.columnID} ${field.name}`);
      if (table) columns.set(field.name, `Tables["${table}"]["${field.name}"]`);
    }
    returned.set(name, columns);
  }
  return returned;
}

test("the type of a statement's row takes a table's columns from the generated types", async () => {
  const written = handWrittenColumns();
  const statements = new Set(written.map(({ statement }) => statement));
  const returned = await returnedColumns(statements);
  const found = written.flatMap(({ statement, column, place }) => {
    const type = returned.get(statement)?.get(column);
    return type ? [`${place}: ${type} is written by hand for ${statement}`] : [];
  });
  // Aggregates and columns with other names may be written by hand, and many are.
  expect(written.length).toBeGreaterThan(100);
  // A statement that is missing here stands in a file that this test has to load.
  expect([...statements].filter((name) => !returned.has(name))).toEqual([]);
  expect([...new Set(found)].sort()).toEqual([]);
});
