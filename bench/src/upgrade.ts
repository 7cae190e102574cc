import { setTimeout as delay } from "node:timers/promises";
import { nextVersion, startMigration } from "../../service/faults/next-migrations.fixture.ts";
import { openDatabase } from "../../service/src/platform/db/database.ts";
import type { Finding } from "./report.ts";
import { seedInvoices } from "./seed.ts";
import { freshDataDir, type RunningService, removeDataDir, startService } from "./service-process.ts";

const clients = 6;
const standstillMaxMs = 1000;

/**
 * A next version adds columns, indexes, constraints and a filled column to all invoices, while clients go on. With
 * `from` the service of that checkout serves, and every migration that was added since then is applied before.
 */
export async function measureUpgrade(invoices: number, from?: string): Promise<Finding[]> {
  const service = await startService(freshDataDir(), {}, from);
  const db = openDatabase({
    connectionString: service.connectionString,
    connectionsMax: 1,
    onError: () => undefined,
  });
  await seedInvoices(db, service.demo.company_id, invoices);
  const next = nextVersion("additions");
  const load = startLoad(service);
  // The figures of the seconds before are the baseline.
  await delay(5_000);
  const quiet = load.take();
  const startedAt = performance.now();
  const migration = startMigration(service.connectionString, next.folder);
  const code = await migration.ended();
  const seconds = (performance.now() - startedAt) / 1000;
  const during = load.take();
  await load.stop();
  const [counted] = await db.query<{ deadlocks: number }>(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  const [schema] = await db.query<{ version: number }>(
    "select max(number) as version from schema_migrations",
  );
  await db.close();
  await service.stop();
  removeDataDir(service.dataDir);
  next.remove();
  if (code !== 0) throw new Error(`the migration ended with ${code}: ${migration.lines().join("\n")}`);
  const name = (what: string) => `upgrade with ${invoices.toLocaleString("en")} invoices, ${what}`;
  const applied = migration.lines().at(-1)!.split(", ").length;
  const retries = migration.lines().filter((line) => line.includes("is waiting for a lock")).length;
  const zero = (what: string, measured: number, unit: string): Finding => ({
    name: name(what),
    measured,
    unit,
    target: "0",
    holds: measured === 0,
  });
  return [
    zero("failed requests", during.failed, `of ${during.answered}`),
    zero("deadlocks", counted!.deadlocks, ""),
    {
      name: name("longest time without a completed write"),
      measured: during.standstillMs,
      unit: "ms",
      baseline: quiet.standstillMs,
      target: `≤ ${standstillMaxMs}`,
      holds: during.standstillMs <= standstillMaxMs,
      note: `${seconds.toFixed(0)} s, ${retries} retries for locks, ${applied} migrations up to ${schema!.version}`,
    },
  ];
}

type Figures = { answered: number; failed: number; standstillMs: number };

/** Clients that create and issue invoices without retries, and how long no write was completed. */
function startLoad({ port, demo }: RunningService) {
  let stopped = false;
  let figures: Figures = { answered: 0, failed: 0, standstillMs: 0 };
  let lastAt = performance.now();
  const noteGap = () => {
    const now = performance.now();
    figures.standstillMs = Math.max(figures.standstillMs, now - lastAt);
    lastAt = now;
  };
  const post = async (path: string, body?: object): Promise<{ invoice?: { id: number } }> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${demo.app_id}:${demo.secret}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const parsed = (await response.json()) as { invoice?: { id: number } };
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    figures.answered += 1;
    noteGap();
    return parsed;
  };
  const line = { description: "Work", quantity: 1, unit_price: 100, tax_rate: 7.5 };
  const client = async () => {
    while (!stopped) {
      try {
        const { invoice } = await post("/invoices", { customer_id: demo.customer_id, lines: [line] });
        await post(`/invoices/${invoice!.id}/issue`);
      } catch (error) {
        figures.failed += 1;
        console.error(String(error));
      }
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    take: (): Figures => {
      noteGap();
      const taken = figures;
      figures = { answered: 0, failed: 0, standstillMs: 0 };
      return taken;
    },
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}
