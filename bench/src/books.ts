import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { bodyHashSql } from "../../service/src/domains/webhooks/events/queries.ts";
import { type Database, inTransaction, openDatabase } from "../../service/src/platform/db/database.ts";
import { childrenOf, cpuMs, peakMegabytes } from "./processes.ts";
import type { Finding } from "./report.ts";
import { freshDataDir, type RunningService, removeDataDir, startService } from "./service-process.ts";

const perSecondMin = 1_000_000 / 120;
const root = new URL("../../", import.meta.url);

/**
 * `billfold books check` and `billfold verify` for a company with so many events: invoices with two lines that were
 * created, issued and paid, which are four events each.
 */
export async function measureBooks(events: number): Promise<Finding[]> {
  const service = await startService(freshDataDir(), { BILLFOLD_ROLE: "api" });
  const { demo, dataDir, connectionString } = service;
  const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
  try {
    await seedEvents(service, db, events);
    const checked = await run(db, ["books", "check", "--company", `${demo.company_id}`, "--json"], service);
    const file = path.join(dataDir, "books.jsonl");
    await exportTo(service, file);
    const verified = await run(db, ["verify", file, "--json"], service);
    return [finding("books check", checked), finding("verify", verified)];
  } finally {
    await db.close();
    await service.stop();
    removeDataDir(dataDir);
  }
}

type Run = { events: number; seconds: number; nodeMs: number; databaseMs: number; megabytes: number };

function finding(name: string, { events, seconds, nodeMs, databaseMs, megabytes }: Run): Finding {
  const perEvent = (ms: number) => `${((ms * 1000) / events).toFixed(0)} µs`;
  return {
    name: `billfold ${name}, ${events.toLocaleString("en")} events`,
    measured: events / seconds,
    unit: "/s",
    target: `≥ ${perSecondMin.toFixed(0)}`,
    holds: events / seconds >= perSecondMin,
    note: `processor time per event: Node ${perEvent(nodeMs)}, PostgreSQL ${perEvent(databaseMs)}; ${megabytes.toFixed(0)} MB`,
  };
}

/** The command in a process of its own, with the processor time that it and the database take. */
async function run(
  db: Database,
  words: string[],
  { connectionString, dataDir }: RunningService,
): Promise<Run> {
  const server = await serverOf(db);
  const databaseBefore = totalMs(server);
  const ownBefore = cpuMs("self").ended;
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["service/src/main.ts", ...words], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: connectionString, BILLFOLD_DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, peakMegabytes(child.pid!));
  }, 200);
  const text = (await child.stdout.toArray()).join("");
  const code = child.exitCode ?? (await new Promise((resolve) => child.once("exit", resolve)));
  clearInterval(watch);
  const seconds = (performance.now() - startedAt) / 1000;
  const result = JSON.parse(text) as { success: boolean; events: number };
  if (code !== 0 || !result.success) throw new Error(`${words.join(" ")}: ${text.slice(0, 2000)}`);
  return {
    events: result.events,
    seconds,
    nodeMs: cpuMs("self").ended - ownBefore,
    databaseMs: totalMs(server) - databaseBefore,
    megabytes,
  };
}

/** Connections that were closed count as ended children of the server. */
function totalMs(server: number): number {
  const { own, ended } = cpuMs(server);
  return childrenOf(server).reduce((sum, pid) => sum + ownMs(pid), own + ended);
}

function ownMs(pid: number): number {
  try {
    return cpuMs(pid).own;
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

async function serverOf(db: Database): Promise<number> {
  const [row] = await db.query<{ file: string }>("select pg_read_file('postmaster.pid') as file");
  return Number(row!.file.split("\n")[0]);
}

async function exportTo({ port, demo }: RunningService, file: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/books/export`, {
    headers: { authorization: `Bearer ${demo.app_id}:${demo.secret}` },
  });
  if (response.status !== 200) throw new Error(`export: ${response.status} ${await response.text()}`);
  await pipeline(Readable.fromWeb(response.body as never), createWriteStream(file));
}

// Ids of the first invoice that appear nowhere else in its events, so that they can be replaced in the text.
const first = { invoices: 7_000_000_001, invoice_lines: 7_100_000_001, payments: 7_200_000_001 };
const eventsPerInvoice = 4;
const linesPerInvoice = 2;

/** One invoice by the API, and the others as copies of its rows and events under ids and numbers of their own. */
async function seedEvents(service: RunningService, db: Database, events: number): Promise<void> {
  const companyId = service.demo.company_id;
  for (const [table, id] of Object.entries(first))
    await db.query(`alter table ${table} alter column id restart with ${id}`);
  const number = await makeFirst(service);
  const count = Math.ceil(events / eventsPerInvoice);
  const copies = await Promise.all(Object.keys(first).map((table) => copySql(db, table, number)));
  const chunk = 10_000;
  for (let from = 0; from < count; from += chunk) {
    await inTransaction(db, async (tx) => {
      await tx.query("set local session_replication_role = replica");
      await tx.query("set local synchronous_commit = off");
      await tx.query("set local statement_timeout = 0");
      await tx.query("set local enable_seqscan = on");
      const to = Math.min(from + chunk, count);
      for (const sql of copies) await tx.query(sql, [companyId, from + 1, to]);
      await tx.query(eventsSql(number), [companyId, from + 1, to]);
    });
  }
  await db.query(
    "update number_series set last_number = last_number + $2 where company_id = $1 and series like 'INV%'",
    [companyId, count],
  );
  await db.query("vacuum analyze");
  await db.query("checkpoint");
}

async function makeFirst({ port, demo }: RunningService): Promise<string> {
  const post = async (address: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${address}`, {
      method: "POST",
      headers: { authorization: `Bearer ${demo.app_id}:${demo.secret}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.status >= 300) throw new Error(`${address}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { invoice: { id: number; number: string; total: number } };
  };
  const lines = ["Consulting", "Travel"].map((description) => ({
    description,
    quantity: 3,
    unit_price: 1999.5,
    tax_rate: 7.5,
  }));
  const { invoice } = await post("/invoices", { customer_id: demo.customer_id, lines });
  const issued = await post(`/invoices/${invoice.id}/issue`, {});
  await post("/payments", { invoice_id: invoice.id, amount: issued.invoice.total });
  return issued.invoice.number;
}

/** A text in which the ids and the number of the first invoice are those of copy `n`. */
function replaced(text: string, number: string): string {
  const [, prefix, digits] = /^(.*?)(\d+)$/.exec(number)!;
  const lines = Array.from({ length: linesPerInvoice }, (_, index) => first.invoice_lines + index);
  const ids = [
    [first.invoices, `${first.invoices} + n`],
    [first.payments, `${first.payments} + n`],
    ...lines.map((id) => [id, `${id} + n * ${linesPerInvoice}`]),
  ];
  const withNumber = `replace(${text}, '${number}', '${prefix}' || lpad((${Number(digits)} + n)::text, ${digits!.length}, '0'))`;
  return ids.reduce((sql, [id, becomes]) => `replace(${sql}, '${id}', (${becomes})::text)`, withNumber);
}

async function copySql(db: Database, table: string, number: string): Promise<string> {
  const columns = await db.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'",
    [table],
  );
  const names = columns.map(({ name }) => name);
  const [key, id] =
    table === "payments"
      ? ["id", first.payments]
      : [table === "invoices" ? "id" : "invoice_id", first.invoices];
  return `insert into ${table} (${names.join(", ")}) select ${names.map((name) => `c.${name}`).join(", ")}
    from (select to_jsonb(r)::text as text from ${table} r where r.company_id = $1 and r.${key} = ${id}) r
    cross join generate_series($2::int8, $3::int8) n
    cross join lateral jsonb_populate_record(null::${table}, (${replaced("r.text", number)})::jsonb) c`;
}

// Chained as they are inserted: the service's own loop would take longer than the copies.
const eventsSql = (number: string) => `with original as (
    select e.* from events e where e.company_id = $1 and e.body like '%${first.invoices}%' order by sequence limit ${eventsPerInvoice}
  ), copies as materialized (
    select o.sequence + n * ${eventsPerInvoice} as sequence, o.type, o.created_at, uuid_send(gen_random_uuid()) as salt,
      replace(${replaced("o.body", number)}, '"sequence":' || o.sequence || ',', '"sequence":' || o.sequence + n * ${eventsPerInvoice} || ',') as body
    from original o cross join generate_series($2::int8, $3::int8) n
  ), hashed as materialized (
    select c.*, ${bodyHashSql("c.salt", "c.body")} as body_hash from copies c
  ), chained as materialized (
    select h.*, chained_hash(k.chain_hash, h.sequence, h.body_hash) over (order by h.sequence) as hash
    from hashed h cross join company_counters k where k.company_id = $1
  ), inserted as (
    insert into events (company_id, sequence, type, created_at, body, salt, body_hash, hash)
    select $1, sequence, type, created_at, body, salt, body_hash, hash from chained order by sequence
  )
  update company_counters set event_sequence = c.sequence, chained_sequence = c.sequence, chain_hash = c.hash
  from (select sequence, hash from chained order by sequence desc limit 1) c where company_id = $1`;
