import { setTimeout as delay } from "node:timers/promises";
import { findDueRecurring } from "../../service/src/domains/billing/recurring-invoices/queries.ts";
import { type Database, openDatabase } from "../../service/src/platform/db/database.ts";
import { cpuMs, databaseCpuMs } from "./processes.ts";
import { type Finding, median } from "./report.ts";
import { freshDataDir, type RunningService, removeDataDir, startService } from "./service-process.ts";

const calls = 200;

/**
 * Measures what recurring invoices cost while they wait, by the statement that looks for those that are due and by the
 * processor time of an otherwise idle service, with few and with many of them; and how fast those that are due are made.
 */
export async function measureRecurring(waiting: number, due: number, seconds: number): Promise<Finding[]> {
  const service = await startService(freshDataDir());
  const { connectionString } = service;
  const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
  const template = await createSchedule(service);
  const few = { lookMs: await look(db), idleMs: await idle(service, seconds) };
  await copy(db, template, waiting, "date '2090-01-01'");
  const many = { lookMs: await look(db), idleMs: await idle(service, seconds) };
  const perSecond = await make(db, template, due);
  await db.close();
  await service.stop();
  removeDataDir(service.dataDir);
  const against = `${waiting.toLocaleString("en")} schedules that wait, against one`;
  return [
    {
      name: `looking for what is due among ${against}`,
      measured: many.lookMs,
      unit: "ms",
      baseline: few.lookMs,
      ratio: many.lookMs / few.lookMs,
      target: "≤ 1.5",
      holds: many.lookMs / few.lookMs <= 1.5,
    },
    {
      name: `processor time of an idle service and its database with ${against}`,
      measured: many.idleMs,
      unit: "ms/min",
      baseline: few.idleMs,
      ratio: many.idleMs / few.idleMs,
      target: "≤ 1.5",
      holds: many.idleMs / few.idleMs <= 1.5,
    },
    {
      name: `recurring invoices of one company, ${due.toLocaleString("en")} due at once, made and issued`,
      measured: perSecond,
      unit: "/s",
      target: "≥ 50/s",
      holds: perSecond >= 50,
      note: `100,000 take ${(100_000 / perSecond / 60).toFixed(0)} minutes`,
    },
  ];
}

async function createSchedule({ port, demo }: RunningService): Promise<number> {
  const lines = [{ description: "Hosting", quantity: 1, unit_price: 100, tax_rate: 7.5 }];
  const rule = { interval: "month", start_date: "2090-01-01", action: "issue" };
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/recurring_invoices`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.app_id}:${demo.secret}`, "content-type": "application/json" },
    body: JSON.stringify({ customer_id: demo.customer_id, lines, ...rule }),
  });
  const { recurring_invoice } = (await response.json()) as { recurring_invoice: { id: number } };
  return recurring_invoice.id;
}

/** More schedules like the first one, with their next date. */
async function copy(db: Database, template: number, count: number, date: string): Promise<void> {
  await db.query(
    `insert into recurring_invoices (company_id, status, customer_id, currency, interval, interval_count, start_date, action,
       missed, document, next_date, next_run_at, created_at, updated_at)
     select company_id, status, customer_id, currency, interval, interval_count, ${date}, action, missed, document, ${date},
       ${date}::timestamptz, created_at, updated_at
     from recurring_invoices, generate_series(1, $2) where id = $1`,
    [template, count],
  );
  await db.query("vacuum analyze recurring_invoices");
}

async function look(db: Database): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const from = performance.now();
    await findDueRecurring(db, new Date(), 100);
    times.push(performance.now() - from);
  }
  return median(times.slice(calls / 4));
}

/** Milliseconds of processor time per minute. */
async function idle({ pid }: RunningService, seconds: number): Promise<number> {
  const used = () => cpuMs(pid).own + databaseCpuMs(pid);
  // What was just written is read and sorted by the database's own processes for a while.
  await delay(3 * seconds * 1000);
  const before = used();
  await delay(2 * seconds * 1000);
  return ((used() - before) / (2 * seconds)) * 60;
}

async function make(db: Database, template: number, count: number): Promise<number> {
  const made = async () =>
    (
      await db.query<{ count: number }>(
        "select count(*)::int4 as count from invoices where recurring_invoice_id is not null",
      )
    )[0]!.count;
  await copy(db, template, count, "current_date");
  while ((await made()) === 0) await delay(20);
  const [from, startedWith] = [performance.now(), await made()];
  while ((await made()) < count) await delay(100);
  return ((count - startedWith) / (performance.now() - from)) * 1000;
}
