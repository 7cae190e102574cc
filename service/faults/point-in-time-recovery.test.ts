import { execFile } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { checkInstallation } from "../src/commands/doctor/installation.ts";
import { deactivateInstallation } from "../src/platform/ops/installation.ts";
import { freePort } from "../test/free-port.ts";
import { startService, type TestCompany, type TestService } from "../test/harness.ts";
import { eventGaps } from "./events.fixture.ts";

/** PostgreSQL as Debian installs it; the embedded one has neither pg_basebackup nor another major version. */
const programs = "/usr/lib/postgresql/15/bin";
const isInstalled = existsSync(path.join(programs, "pg_basebackup"));
if (!isInstalled) {
  console.warn(`Skipped: point-in-time recovery needs ${programs} (Debian: apt install postgresql-15).`);
}

const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-pitr-"));
const archive = path.join(folder, "archive");
// PostgreSQL refuses to run as root.
const account =
  process.getuid?.() === 0 ? statSync("/var/lib/postgresql", { throwIfNoEntry: false }) : undefined;
const as = account ? { uid: account.uid, gid: account.gid } : {};
const started: string[] = [];

const run = (program: string, ...words: string[]) =>
  promisify(execFile)(path.join(programs, program), words, {
    ...as,
    cwd: "/",
    env: { PATH: process.env.PATH, LC_ALL: "C" },
  });

function owned(name: string): string {
  mkdirSync(name, { recursive: true, mode: 0o700 });
  if (account) chownSync(name, account.uid, account.gid);
  return name;
}

async function startServer(cluster: string, settings: readonly string[]): Promise<string> {
  const port = await freePort();
  appendFileSync(
    path.join(cluster, "postgresql.conf"),
    [
      `port = ${port}`,
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      ...settings,
      "",
    ].join("\n"),
  );
  started.push(cluster);
  // Its output goes to a file: a pipe would stay open as long as the server.
  await run(
    "pg_ctl",
    "--pgdata",
    cluster,
    "--log",
    path.join(folder, "archive", `${port}.log`),
    "--wait",
    "start",
  );
  return `postgres://billfold@127.0.0.1:${port}/billfold`;
}

const stopServer = async (cluster: string) => {
  started.splice(started.indexOf(cluster), 1);
  await run("pg_ctl", "--pgdata", cluster, "--mode", "fast", "--wait", "stop");
};

async function onServer<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const services: TestService[] = [];
async function serve(url: string): Promise<TestService> {
  const service = await startService({ env: { DATABASE_URL: url }, now: new Date() });
  services.push(service);
  return service;
}

afterAll(async () => {
  for (const service of services) await service.close();
  for (const cluster of [...started]) await stopServer(cluster);
  rmSync(folder, { recursive: true, force: true });
});

type Acknowledged = { id: number; number: string };

async function issueMany(company: TestCompany, count: number): Promise<Acknowledged[]> {
  const made: Acknowledged[] = [];
  const customer_id = await company.customer();
  for (let index = 0; index < count; index += 1) {
    const { id } = await company.draft({ customer_id });
    const issued = await company.call(`POST /invoices/${id}/issue`);
    const paid = await company.call("POST /payments", {
      body: { invoice_id: id, amount: 40, method: "cash" },
    });
    expect([issued.status, paid.status]).toEqual([200, 201]);
    made.push({ id, number: issued.body.invoice.number });
  }
  return made;
}

test.runIf(isInstalled)(
  "a recovery to a point in time has everything acknowledged before it and nothing after it; deactivated, the copy is quiet",
  async () => {
    if (account) chownSync(folder, account.uid, account.gid);
    for (const name of ["archive", "primary", "base"]) owned(path.join(folder, name));
    const primary = path.join(folder, "primary");
    await run(
      "initdb",
      "--pgdata",
      primary,
      "--username=billfold",
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C",
    );
    const url = await startServer(primary, [
      "archive_mode = on",
      `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
    ]);
    await onServer(url.replace(/billfold$/, "postgres"), "create database billfold");
    const original = await serve(url);
    const company = await original.company();
    const early = await issueMany(company, 10);
    const base = path.join(folder, "base");
    const { port } = new URL(url);
    await run(
      "pg_basebackup",
      "--pgdata",
      base,
      "--checkpoint=fast",
      "--host=127.0.0.1",
      `--port=${port}`,
      "--username=billfold",
    );

    const before = [...early, ...(await issueMany(company, 10))];
    const [moment] = await onServer<{ now: string }>(url, "select clock_timestamp()::text as now");
    const mistakes = await issueMany(company, 10);
    const lost = (await company.call("GET /events?limit=1&after=110")).body.events[0].id as string;
    // The WAL up to here is archived when the server has written the next file.
    const [wal] = await onServer<{ file: string }>(url, "select pg_walfile_name(pg_switch_wal()) as file");
    await expect.poll(() => existsSync(path.join(archive, wal!.file)), { timeout: 60_000 }).toBe(true);

    writeFileSync(path.join(base, "recovery.signal"), "");
    if (account) chownSync(path.join(base, "recovery.signal"), account.uid, account.gid);
    const recovered = await startServer(base, [
      "archive_mode = off",
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${moment!.now}'`,
      "recovery_target_action = 'promote'",
    ]);
    const inRecovery = () => onServer<{ is: boolean }>(recovered, "select pg_is_in_recovery() as is");
    await expect.poll(async () => (await inRecovery())[0]!.is, { timeout: 60_000 }).toBe(false);

    const copy = await serve(recovered);
    const { db } = copy.context;
    const stored = await db.query<Acknowledged & { amount_paid: string }>(
      "select id, number, amount_paid from invoices where company_id = $1 order by id",
      [company.id],
    );
    expect(stored).toEqual(before.map((invoice) => ({ ...invoice, amount_paid: "40" })));
    expect(stored.map(({ number }) => number)).not.toContain(mistakes[0]!.number);
    expect(await db.query(eventGaps)).toEqual([]);
    // A recovered server looks like a standby that was promoted: nothing but the operator can tell that it is a copy.
    expect(copy.context.activity.quiet()).toBeUndefined();
    const examined = await checkInstallation({ ...copy.context, db } as never);
    expect(examined).toMatchObject([{ level: "note", says: expect.stringContaining("timeline 1, now 2") }]);
    await deactivateInstallation(db);
    await copy.context.activity.refresh();
    const call = { ...company, serviceUrl: copy.url };
    const asked = await fetch(`${call.serviceUrl}/api/v1/customers`, {
      method: "POST",
      headers: { "x-api-key": company.appId, "x-api-secret": company.secret },
      body: "{}",
    });
    expect([asked.status, ((await asked.json()) as { code: string }).code]).toEqual([503, "inactive_copy"]);
    const read = await fetch(`${copy.url}/api/v1/events/${lost}`, {
      headers: { "x-api-key": company.appId, "x-api-secret": company.secret },
    });
    expect(read.status).toBe(404);
  },
  300_000,
);
