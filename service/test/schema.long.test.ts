import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { driverTypes, tableTypes } from "../scripts/table-types.ts";
import { invoiceListing } from "../src/domains/billing/invoices/list.ts";
import { quoteListing } from "../src/domains/billing/quotes/queries.ts";
import { saleListing } from "../src/domains/billing/sales/queries.ts";
import { customerListing } from "../src/domains/catalog/customers/queries.ts";
import { productListing } from "../src/domains/catalog/products/queries.ts";
import { paymentListing } from "../src/domains/payments/payments/queries.ts";
import { createConnections } from "../src/platform/db/connections/connections.ts";
import { openReadPool } from "../src/platform/db/connections/read-pool.ts";
import { type Database, openDatabase, type Queryable, type Statement } from "../src/platform/db/database.ts";
import { encodeSortCursor } from "../src/platform/db/lists/list-order.ts";
import { type Listing, type PageRequest, readPage } from "../src/platform/db/lists/page.ts";
import { migrate } from "../src/platform/db/migrations/migrate.ts";
import { dumpSchema } from "../src/platform/db/migrations/schema-dump.ts";
import { freshDatabase } from "./fresh-database.ts";

const committed = readFileSync(new URL("../schema.sql", import.meta.url), "utf8");

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function emptyDatabase(): Promise<Database> {
  const { connectionString, drop } = await freshDatabase();
  const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
  cleanUps.push(drop, () => db.close());
  return db;
}

describe("service/schema.sql", () => {
  test("is what the migrations create; if not, run: node service/scripts/generate.ts", async () => {
    const db = await emptyDatabase();
    await migrate(db);
    expect(await dumpSchema(db)).toBe(committed);
  });

  test("loads into an empty database and describes it completely", async () => {
    const db = await emptyDatabase();
    await db.query(committed);
    expect(await dumpSchema(db)).toBe(committed);
  });

  test("names every table that the migrations create", () => {
    for (const table of [
      "companies",
      "api_keys",
      "invoices",
      "invoice_lines",
      "idempotency_keys",
      "webhook_endpoints",
      "webhook_deliveries",
      "webhook_attempts",
      "webhook_inbox",
      "payment_links",
      "payments",
      "refunds",
      "credit_notes",
      "credit_note_lines",
      "schema_migration_progress",
      "schema_migrations",
    ]) {
      expect(committed).toContain(`table ${table} (`);
    }
  });
});

describe("the types of rows", () => {
  test("are those of the tables; if not, run: node service/scripts/generate.ts", async () => {
    const db = await emptyDatabase();
    await migrate(db);
    const types = readFileSync(new URL("../src/platform/db/tables.ts", import.meta.url), "utf8");
    expect(await tableTypes(db)).toBe(types);
  });

  test("are those that a connection returns for a value of each type", async () => {
    const db = await emptyDatabase();
    const samples: Record<string, string> = {
      boolean: "true",
      bytea: "\\x00",
      date: "2026-11-15",
      jsonb: '{"a": 1}',
      "text[]": "{a}",
      "timestamp with time zone": "2026-11-15T11:00:00Z",
    };
    const given: Record<string, string> = {};
    for (const type of Object.keys(driverTypes)) {
      const [row] = await db.query<{ value: unknown }>(`select '${samples[type] ?? "1"}'::${type} as value`);
      const { value } = row!;
      const name = (value as object).constructor.name;
      given[type] = name === "Array" ? "string[]" : /^(Date|Buffer)$/.test(name) ? name : typeof value;
    }
    expect(given).toEqual({ ...driverTypes, jsonb: "object" });
  });
});

test("every constraint is named by what it requires, and none by PostgreSQL", async () => {
  const db = await emptyDatabase();
  await migrate(db);
  // PostgreSQL ends the name of a check in _check, and numbers a name that is taken. Its names of keys and references
  // contain their columns, so they say what they require.
  const unnamed = await db.query<{ name: string }>(`select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'x') and conname ~ '_(check|excl|(check|fkey|key|excl)[0-9]+)$'`);
  expect(unnamed).toEqual([]);
});

describe("on a small table, where all indexes look equally good to the planner", () => {
  const textOf = async (listing: Listing, filters: Record<string, unknown>, request: PageRequest = {}) => {
    let text = "";
    const query = async (sql: Statement | string) => {
      text ||= typeof sql === "string" ? sql : sql.text;
      return [];
    };
    await readPage({ query }, listing, 1, "2026-11-15", request, filters);
    return text;
  };
  const planOf = async (db: Queryable, sql: string) =>
    (await db.query<Record<"QUERY PLAN", string>>(`explain (generic_plan) ${sql}`))
      .map((line) => line["QUERY PLAN"])
      .join("\n");

  test("references are checked by the key that they refer to", async () => {
    const db = await emptyDatabase();
    await migrate(db);
    const references = await db.query<{ target: string; key: string; columns: string[] }>(`
      select distinct c.confrelid::regclass::text as target, c.conindid::regclass::text as key,
        (select array_agg(a.attname::text order by k.place) from unnest(c.confkey) with ordinality k(number, place)
         join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as columns
      from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`);
    expect(references.length).toBeGreaterThan(10);
    for (const { target, key, columns } of references) {
      const condition = columns.map((column, index) => `${column} = $${index + 1}`).join(" and ");
      const plan = await planOf(db, `select 1 from ${target} where ${condition} for key share`);
      expect(plan).toMatch(new RegExp(`using ${key} on ${target}\\b`));
      expect(plan).not.toContain("Filter");
    }
  });

  test.each(["invoice", "credit_note"])("a registration is found by its %s", async (kind) => {
    const db = await emptyDatabase();
    await migrate(db);
    const sql = `select 1 from fiscal_documents where company_id = $1 and ${kind}_id = $2 for no key update`;
    expect(await planOf(db, sql)).toContain(`using fiscal_documents_${kind} on`);
  });

  test("overdue invoices that are not marked yet are found by their own index", async () => {
    const db = await emptyDatabase();
    await migrate(db);
    const plan = await planOf(db, await textOf(invoiceListing, { overdue: "2026-11-15" }));
    expect(plan).toContain("using invoices_payable_unmarked on");
  });

  test.each([invoiceListing, saleListing, quoteListing])(
    "a search among $name finds a number by its index",
    async (listing) => {
      const db = await emptyDatabase();
      await migrate(db);
      const plan = await planOf(db, await textOf(listing, { q: ["%7%", "INV7"] }));
      expect(plan).toContain(`using ${listing.table}_number on`);
    },
  );

  test.each([
    ["invoices", "invoice_date", "2026-11-15", { status: "open" }, "invoices_issued_by_date", invoiceListing],
    ["payments", "paid_at", "2026-11-15T00:00:00.000Z", {}, "payments_by_paid_at_and_id", paymentListing],
    ["customers", "name", "Ada", {}, "customers_by_name", customerListing],
    ["products", "name", "Ada", {}, "products_by_name", productListing],
  ] as const)("%s by %s are read in the order of an index, also after a cursor", async (...row) => {
    const [, name, at, filters, index, listing] = row;
    const db = await emptyDatabase();
    await migrate(db);
    for (const sort of [name, `-${name}`]) {
      for (const request of [{ sort }, { sort, cursor: encodeSortCursor(sort, { at, id: 1 }) }]) {
        const plan = await planOf(db, await textOf(listing, filters, request));
        const used = plan.match(new RegExp(`using \\w+ on ${listing.table}`, "g"));
        expect(new Set(used)).toEqual(new Set([`using ${index} on ${listing.table}`]));
      }
    }
  });

  test("an index is used also where a scan is quickest now, because the table will grow", async () => {
    const { connectionString, drop } = await freshDatabase();
    const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
    const readers = openReadPool({
      connectionString,
      shortReads: 1,
      slowReads: 1,
      connections: createConnections(),
    });
    cleanUps.push(
      drop,
      () => db.close(),
      () => readers.close(),
    );
    await migrate(db);
    await db.query(`insert into companies (name, email, status, created_at, updated_at)
      select 'c' || n, 'a@example.com', 'pending', now(), now() from generate_series(1, 5) n`);
    await db.query("analyze companies");
    const sql = "select name from companies where id = $1";
    for (const ours of [db, readers]) {
      expect(await planOf(ours, sql)).toContain("using companies_pkey on companies");
    }
  });
});

describe("the dump", () => {
  test("includes storage options, identity, generated columns, comments, triggers and partial indexes", async () => {
    const db = await emptyDatabase();
    await db.query(`create unlogged table things (
        id bigint generated always as identity primary key, name text collate "C" not null default 'it''s',
        loud text generated always as (upper(name)) stored, parent bigint references things on delete cascade
      ) with (fillfactor = 70);
      create index things_name on things (lower(name)) where parent is null;
      comment on table things is 'what''s here'; comment on index things_name is 'search';
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger keep before delete on things for each row execute function refuse();`);
    const dumped = await dumpSchema(db);
    for (const part of [
      "create unlogged table things (",
      "id bigint generated always as identity not null",
      `name text collate "C" default 'it''s'::text not null`,
      "loud text generated always as (upper(name)) stored",
      ") with (fillfactor = 70);",
      "CREATE INDEX things_name ON things USING btree (lower(name)) WHERE parent IS NULL;",
      "comment on table things is 'what''s here';",
      "comment on index things_name is 'search';",
      "CREATE TRIGGER keep BEFORE DELETE ON things FOR EACH ROW EXECUTE FUNCTION refuse();",
      "alter table things add constraint things_parent_fkey FOREIGN KEY (parent) REFERENCES things(id) ON DELETE CASCADE;",
    ]) {
      expect(dumped).toContain(part);
    }
    const copy = await emptyDatabase();
    await copy.query(dumped);
    expect(await dumpSchema(copy)).toBe(dumped);
  });

  test("refuses kinds of objects that it would omit", async () => {
    const db = await emptyDatabase();
    await db.query(
      "create view all_there_is as select 1; create type mood as enum ('good'); create sequence loose",
    );
    await expect(dumpSchema(db)).rejects.toThrow(/all_there_is.*loose.*mood/);
  });
});
