import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { freePort } from "../../../../test/free-port.ts";
import { migratedDatabase } from "../../../../test/fresh-database.ts";
import { startService, testEncryptionKey } from "../../../../test/harness.ts";
import { newOperator } from "../../../commands/commands.fixture.ts";
import { openDatabase } from "../database.ts";
import { isTransactionPooler } from "./pooler.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const version = spawnSync("pgbouncer", ["--version"], {
  encoding: "utf8",
  env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
});
const isMissing = version.status !== 0;
if (isMissing) console.log("SKIPPED: pgbouncer is not installed, so nothing is tested through it");

/** A real PgBouncer in front of a new database; returns the URL that leads through it. */
async function startPooler(mode: "session" | "transaction" | "statement", poolSize = 30): Promise<string> {
  const database = await migratedDatabase();
  cleanUps.push(database.drop);
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-pooler-"));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const { hostname, port, username, password } = new URL(database.connectionString);
  const listenPort = await freePort();
  const file = path.join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
ignore_startup_parameters = options
`,
  );
  chmodSync(file, 0o644);
  // PgBouncer does not run as root.
  const user = process.getuid?.() === 0 ? ["--user=nobody"] : [];
  const child = spawn("pgbouncer", ["--quiet", ...user, file], {
    stdio: "ignore",
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const ended = once(child, "exit");
  cleanUps.push(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await expect.poll(() => accepts(listenPort), { timeout: 10_000 }).toBe(true);
  return `postgresql://${username}@127.0.0.1:${listenPort}/${database.name}?sslmode=disable`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

describe.skipIf(isMissing)("PgBouncer", () => {
  test.each(["transaction", "statement"] as const)(
    "in %s mode is recognised at the start, which ends with words that say what to do",
    async (mode) => {
      const url = await startPooler(mode);
      const operator = await newOperator();
      cleanUps.push(operator.cleanUp);
      const env = { DATABASE_URL: url, BILLFOLD_ENCRYPTION_KEYS: testEncryptionKey };
      const { code, stderr } = await operator.run(["serve"], env);
      expect([code, stderr]).toEqual([
        1,
        "billfold: The service can't start, because a connection pooler in transaction mode is in front of the database. Set pool_mode = session for this user, or point DATABASE_URL directly at the database: prepared statements, LISTEN and session settings need a dedicated connection.\n",
      ]);
      const doctor = await operator.run(["doctor"], env);
      expect(doctor.stdout).toMatch(/problem +database .*connection pooler in transaction mode/);
    },
    180_000,
  );

  test.each([1, 2])("in transaction mode with a pool of %i is recognised too", async (poolSize) => {
    const connectionString = await startPooler("transaction", poolSize);
    const db = openDatabase({ connectionString, connectionsMax: 2, onError: () => undefined });
    cleanUps.push(db.close);
    expect(await isTransactionPooler(db)).toBe(true);
  });

  test("in session mode works: changes, reads, notifications and background work", async () => {
    const service = await startService({ env: { DATABASE_URL: await startPooler("session") } });
    cleanUps.push(service.close);
    const company = await service.company();
    const created = await Promise.all(
      Array.from({ length: 20 }, () => company.call("POST /customers", { body: { name: "Ada" } })),
    );
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 201));
    const list = await company.call("GET /customers?limit=100");
    expect(list.body.customers).toHaveLength(20);
    expect(service.context.listener.alive()).toBe(true);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });
});

test("a direct connection is not taken for a pooler", async () => {
  const { connectionString, drop } = await migratedDatabase();
  cleanUps.push(drop);
  const db = openDatabase({ connectionString, connectionsMax: 2, onError: () => undefined });
  cleanUps.push(db.close);
  expect(await isTransactionPooler(db)).toBe(false);
});
