import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../src/platform/db/database.ts";
import { dumpSchema } from "../src/platform/db/migrations/schema-dump.ts";
import { type FreshDatabase, freshDatabase, migratedDatabase } from "./fresh-database.ts";
import { programStatements } from "./program-statements.ts";

/**
 * A dump restores keys before indexes, and indexes by name; migrations create them in another order. Tables without
 * records are the hard case: all their indexes cost the same, and PostgreSQL uses the one that was created last.
 */
const closers: (() => Promise<unknown>)[] = [];
let migrated: FreshDatabase;
let ours: Database;
let statements: Map<string, string>;
beforeAll(async () => {
  migrated = await migratedDatabase();
  ours = open(migrated);
  statements = new Map((await programStatements()).map(({ name, text }) => [name, text]));
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

function open({ connectionString, drop }: FreshDatabase): Database {
  const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
  closers.push(drop, () => db.close());
  return db;
}

type Plan = { Plans?: Plan[]; [about: string]: unknown };

/** These find the same single record, or the few of one invoice, so it makes no difference which of them is used. */
const equals: Record<string, string> = {
  api_keys_app_id: "api_keys_pkey",
  memberships_user: "memberships_pkey",
  payments_by_invoice: "payments_reference_in_use",
};

/** Ends the pending deliveries of an endpoint, and may find them among all pending ones of the company. */
const eitherWay = new Set(["endpoint_end_pending"]);

/** The tables that a plan reads, in order, and their indexes. */
const scansOf = (plan: Plan): string[] => [
  ...(plan["Relation Name"] ? [`${plan["Node Type"]} of ${plan["Relation Name"]}`] : []),
  ...(plan["Index Name"] ? [equals[String(plan["Index Name"])] ?? String(plan["Index Name"])] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
];

async function planOf(db: Database, text: string): Promise<string> {
  const [row] = await db.query<{ "QUERY PLAN": string }>(`explain (generic_plan, format json) ${text}`);
  return scansOf((JSON.parse(row!["QUERY PLAN"]) as [{ Plan: Plan }])[0].Plan).join(", ");
}

async function expectSamePlans(other: Database): Promise<void> {
  expect(statements.size).toBeGreaterThan(300);
  const differing: Record<string, string[]> = {};
  for (const [name, text] of statements) {
    // Tests that ran earlier in this process may have registered statements about tables of their own.
    const wanted = await planOf(ours, text).catch((error: { code?: string }) => {
      if (error.code !== "42P01") throw error;
    });
    if (wanted === undefined) continue;
    const plan = await planOf(other, text);
    if (plan !== wanted && !eitherWay.has(name)) differing[name] = [wanted, plan];
  }
  expect(differing).toEqual({});
}

const indexLine = /^CREATE (?:UNIQUE )?INDEX .*;\n/gm;

test.each([
  ["by name", (indexes: string[]) => indexes],
  ["in the opposite order", (indexes: string[]) => indexes.reverse()],
])(
  "every statement has the plan of the migrated database where keys are created first and then indexes %s",
  async (_order, arranged) => {
    const schema = await dumpSchema(ours);
    const other = open(await freshDatabase());
    await other.query(schema.replace(indexLine, "") + arranged(schema.match(indexLine)!).join(""));
    await expectSamePlans(other);
  },
);

const run = promisify(execFile);

/** The reason why a dump cannot be restored here, if any: pg_dump refuses a server that is newer than itself. */
async function toolsMissing(): Promise<string | undefined> {
  const printed = await run("pg_dump", ["--version"]).catch(() => undefined);
  if (!printed) return "pg_dump is not installed";
  const [row] = await ours.query<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  );
  const version = Number(/\d+/.exec(printed.stdout)![0]);
  return version < row!.version ? `pg_dump ${version} is older than PostgreSQL ${row!.version}` : undefined;
}

test("every statement has the plan of the migrated database after pg_dump and pg_restore", async (context) => {
  const missing = await toolsMissing();
  if (missing) return context.skip(missing);
  const restored = await freshDatabase();
  const file = `/tmp/${restored.name}.dump`;
  await run("pg_dump", ["--format=custom", `--file=${file}`, migrated.connectionString]);
  await run("pg_restore", [`--dbname=${restored.connectionString}`, "--no-owner", file]);
  await run("rm", [file]);
  await expectSamePlans(open(restored));
});
