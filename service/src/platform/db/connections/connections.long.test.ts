import pg from "pg";
import { afterEach, describe, expect, inject, onTestFinished, test } from "vitest";
import { openDatabaseProxy } from "../../../../test/database-proxy.ts";
import { migratedDatabase } from "../../../../test/fresh-database.ts";
import { startService, type TestService } from "../../../../test/harness.ts";
import { createConnections } from "./connections.ts";

let service: TestService;
afterEach(() => service?.close());

test("a client that has not begun to connect is not closed, which would end the process", async () => {
  const connections = createConnections();
  const client = new pg.Client({ connectionString: inject("connectionString") });
  connections.track(client);
  connections.startSilenceCheck().closeSilent();
  connections.closeReadOnly();
  await client.connect();
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await client.end();
});

describe("a database that turns read-only", () => {
  test("causes 503 with Retry-After for changes and is not ready; its connections are closed, and changes succeed as soon as it is writable", async () => {
    const database = await migratedDatabase();
    onTestFinished(database.drop);
    service = await startService({ env: { DATABASE_URL: database.connectionString } });
    const company = await service.company();
    const create = () => company.call("POST /customers", { body: { name: "Ada" } });
    expect((await create()).status).toBe(201);
    const administer = async (sql: string) => {
      const client = new pg.Client({
        connectionString: database.connectionString,
        options: "-c default_transaction_read_only=off",
      });
      await client.connect();
      await client.query(sql).finally(() => client.end());
    };
    const end =
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    await administer(`alter database ${database.name} set default_transaction_read_only = on`);
    await administer(end);
    await expect.poll(() => service.context.listener.alive()).toBe(true);
    const refused = await create();
    expect([refused.status, refused.body.code]).toEqual([503, "database_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // Connections that lead nowhere are closed meanwhile, so one probe may find the database gone.
    const probe = async () => {
      const response = await fetch(`${service.url}/readyz`);
      return { code: response.status, ...((await response.json()) as object) };
    };
    await expect.poll(probe).toMatchObject({ code: 503, checks: { database: true, writable: false } });
    expect((await company.call("GET /customers")).status).toBe(200);
    await administer(`alter database ${database.name} reset default_transaction_read_only`);
    await expect.poll(async () => (await create()).status, { timeout: 5_000 }).toBe(201);
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200);
  });
});

describe("a database machine that disappears without closing its connections", () => {
  test("and returns at the same address leaves no request waiting on connections to the old one", async () => {
    const wire = await openDatabaseProxy();
    service = await startService({ env: { DATABASE_URL: wire.connectionString } });
    const company = await service.company();
    const create = () => company.call("POST /customers", { body: { name: "Ada" } });
    await Promise.all(Array.from({ length: 8 }, create));
    wire.vanish();
    const during = await Promise.all(Array.from({ length: 8 }, create));
    for (const { status, body } of during) {
      if (status !== 201) expect([status, body.code]).toEqual([503, "database_unavailable"]);
    }
    await expect.poll(() => service.context.listener.alive()).toBe(true);
    const after = await Promise.all([create(), company.call("GET /customers"), create()]);
    expect(after.map(({ status }) => status)).toEqual([201, 200, 201]);
  });

  test("and stays away causes 503 for reads and changes", async () => {
    const wire = await openDatabaseProxy();
    service = await startService({ env: { DATABASE_URL: wire.connectionString } });
    const company = await service.company();
    await company.call("GET /customers");
    wire.silenceAll(true);
    const asked = [
      company.call("GET /customers"),
      company.call("POST /customers", { body: { name: "Ada" } }),
      fetch(`${service.url}/readyz`),
    ];
    // Probes do not wait for a database that hangs.
    expect((await Promise.race(asked)).status).toBe(503);
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([503, 503, 503]);
    wire.silenceAll(false);
    await expect.poll(() => service.context.listener.alive()).toBe(true);
    await expect
      .poll(async () => (await company.call("GET /customers")).status, { timeout: 12_000 })
      .toBe(200);
  });
});
