import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newOperator } from "../src/commands/commands.fixture.ts";
import { readConfig } from "../src/config/config.ts";
import type { Context } from "../src/context.ts";
import { createLog } from "../src/platform/ops/log.ts";
import { makeEncryptionKey } from "../src/platform/security/secrets.ts";
import { openRuntime } from "../src/runtime.ts";
import { callsTo, makeCompany, type Reply, type TestCompany } from "../test/harness.ts";
import { findFaults } from "../test/migration-locks.ts";
import { startDurableCluster } from "./cluster.fixture.ts";
import { nextVersion, startMigration } from "./next-migrations.fixture.ts";
import { type Services, startServices } from "./services.fixture.ts";
import { giveUpAfterMs, size } from "./size.fixture.ts";

const poll = { timeout: giveUpAfterMs, interval: 20 };
const clients = 6;
const seeded = process.env.BILLFOLD_FAULTS === "short" ? 20_000 : 200_000;

const open = new AsyncDisposableStack();
let env: Record<string, string>;
let context: Context;
let services: Services;
let companies: TestCompany[];
let load: Load;
beforeAll(async () => {
  const cluster = await startDurableCluster();
  open.defer(cluster.close);
  env = {
    DATABASE_URL: cluster.connectionString,
    BILLFOLD_ENCRYPTION_KEYS: makeEncryptionKey("upgrade"),
  };
  const log = createLog({ level: "silent", write: () => undefined });
  const runtime = await openRuntime(readConfig(env), { use: "command", log });
  open.defer(runtime.close);
  context = runtime.context;
  services = await startServices(["api", "all"], env);
  open.defer(services.close);
  const url = `http://127.0.0.1:${services.ports[0]}`;
  companies = await Promise.all([1, 2].map(() => makeCompany(context, url, {})));
  for (const company of companies) await seed(company);
  load = startLoad(companies, services.ports);
  open.defer(load.stop);
}, 120_000);
afterAll(() => open.disposeAsync());

test("the additions of the next version are written as migrations have to be", () => {
  const file = path.join(import.meta.dirname, "next-migrations", "additions.sql");
  expect(findFaults(readFileSync(file, "utf8"))).toEqual([]);
});

test(
  "a migration that does not get its locks lets requests through between its attempts, and no request fails",
  async () => {
    const next = nextVersion("additions");
    open.defer(next.remove);
    // A report that somebody left open holds a lock that the migration conflicts with.
    const report = new pg.Client({ connectionString: env.DATABASE_URL! });
    await report.connect();
    await report.query("begin; select count(*) from customers where id < 0; select from invoices limit 1");
    const migration = startMigration(env.DATABASE_URL!, next.folder);
    const attempts = () => migration.lines().filter((line) => line.includes("is waiting for a lock")).length;
    const answeredAt: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt++) {
      await expect.poll(attempts, poll).toBeGreaterThanOrEqual(attempt);
      answeredAt.push(load.answered());
      // Every client, not just one of them, gets answers before the next attempts.
      await load.reach(load.answered() + 2 * clients);
    }
    expect(answeredAt).toEqual([...new Set(answeredAt)].sort((a, b) => a - b));
    expect(load.failures()).toEqual([]);
    await migration.kill();
    await report.query("rollback");
    await report.end();
  },
  size.timeoutMs,
);

test(
  "a populated database is upgraded under load by a migration that is killed again and again: no request fails, and there is no deadlock",
  async () => {
    const next = nextVersion("additions");
    open.defer(next.remove);
    const done = async () => {
      const [row] = await context.db.query<{ steps_done: number }>(
        "select steps_done from schema_migration_progress",
      );
      return row?.steps_done ?? 0;
    };
    for (const steps of [3, 7, 9, 12]) {
      const interrupted = startMigration(env.DATABASE_URL!, next.folder);
      await expect.poll(done, poll).toBeGreaterThanOrEqual(steps);
      await interrupted.kill();
    }
    const migration = startMigration(env.DATABASE_URL!, next.folder);
    expect([await migration.ended(), migration.lines().at(-1)]).toEqual([
      0,
      expect.stringMatching(/^applied \d+_additions\.sql$/),
    ]);
    await load.reach(load.answered() + 10 * clients);
    expect(load.failures()).toEqual([]);
    expect(
      await context.db.query("select count(*)::int as missing from invoices where line_total is null"),
    ).toEqual([{ missing: 0 }]);
    expect(
      await context.db.query("select indexrelid::regclass::text from pg_index where not indisvalid"),
    ).toEqual([]);
    expect(
      await context.db.query("select deadlocks from pg_stat_database where datname = current_database()"),
    ).toEqual([{ deadlocks: 0 }]);
    // The rows were inserted without events, which the comparison of the books rightly reports.
    const others = services.errors().filter((line) => !line.includes("the books of a company differ"));
    expect(others).toEqual([]);
    console.log(`${load.answered()} requests, 0 failed; ${clients} clients, ${2 * seeded} invoices`);
  },
  size.timeoutMs,
);

test(
  "a node of the version before starts on the newer schema and serves, until a migration comes that it can't run with",
  async () => {
    await load.stop();
    await services.kill(1);
    await services.start(1);
    const atRestarted = startLoad(companies, services.ports.slice(1));
    await atRestarted.reach(10 * clients);
    await atRestarted.stop();
    expect(atRestarted.failures()).toEqual([]);
    await services.stop();
    const next = nextVersion("additions", "contraction");
    open.defer(next.remove);
    const migration = startMigration(env.DATABASE_URL!, next.folder);
    expect([await migration.ended(), migration.lines()]).toEqual([
      0,
      [
        expect.stringMatching(/_contraction\.sql can't be applied while an older version is running/),
        expect.stringMatching(/^applied \d+_contraction\.sql$/),
      ],
    ]);
    const operator = await newOperator();
    open.defer(operator.cleanUp);
    const refused = await operator.run(["serve"], env);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(
        /The database has migration \d+_contraction\.sql, which versions before it can't run with/,
      ),
    ]);
  },
  size.timeoutMs,
);

type Load = {
  answered(): number;
  /** Responses other than the expected ones, and requests without one; there should be none. */
  failures(): string[];
  /** Resolves when this many requests have been answered. */
  reach(count: number): Promise<void>;
  stop(): Promise<void>;
};

/** Clients that create, issue and pay invoices and read lists at all nodes, without ever retrying. */
function startLoad(companies: readonly TestCompany[], ports: readonly number[]): Load {
  let answered = 0;
  let stopped = false;
  const failures: string[] = [];
  const client = async (index: number) => {
    const company = companies[index % companies.length]!;
    for (let round = 0; !stopped; round++) {
      const port = ports[(index + round) % ports.length]!;
      const call = callsTo(`http://127.0.0.1:${port}`, company);
      const ask = async (operation: string, status: number, body?: object): Promise<Reply["body"]> => {
        const reply = await call(operation, body && { body }).catch((error: Error) => error);
        if (!(reply instanceof Error) && reply.status === status) {
          answered += 1;
          return reply.body;
        }
        failures.push(`${operation}: ${reply instanceof Error ? reply.message : reply.text}`);
        throw reply;
      };
      await invoiceOnce(ask).catch(() => undefined);
    }
  };
  const running = Array.from({ length: clients }, (_, index) => client(index));
  return {
    answered: () => answered,
    failures: () => failures,
    reach: (count) => expect.poll(() => answered, poll).toBeGreaterThanOrEqual(count),
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}

async function invoiceOnce(
  ask: (operation: string, status: number, body?: object) => Promise<Reply["body"]>,
): Promise<void> {
  const { customer } = await ask("POST /customers", 201, { name: "Ada Stores Ltd" });
  const line = { description: "Work", quantity: 1, unit_price: 100 };
  const { invoice } = await ask("POST /invoices", 201, { customer_id: customer.id, lines: [line] });
  await ask(`POST /invoices/${invoice.id}/issue`, 200);
  await ask("POST /payments", 201, { invoice_id: invoice.id, amount: 40, method: "cash" });
  await ask(`GET /invoices/${invoice.id}`, 200);
  await ask("GET /invoices?limit=10", 200);
  await ask("GET /customers?q=ada", 200);
}

/** Drafts directly in the table, so that filling a column and building indexes take a while. */
async function seed(company: TestCompany): Promise<void> {
  const customerId = await company.customer();
  await context.db.query(
    `insert into invoices (company_id, status, customer_id, invoice_date, due_date, currency, subtotal, tax_total,
       total, taxes, fiscal_status, source, portal_secret, metadata, created_at, updated_at)
     select $1, 'draft', $2, date '2025-01-01', date '2025-02-01', 'NGN', 100, 0, 100, '[]', 'none', 'api',
       'x7Qm0wz9Lr3TnVbY2cKd5A', '{}', now() - n * interval '1 minute', now()
     from generate_series(1, $3::int) n`,
    [company.id, customerId, seeded],
  );
}
