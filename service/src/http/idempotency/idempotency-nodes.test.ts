import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshDatabase, migratedDatabase } from "../../../test/fresh-database.ts";
import { callsTo, startService, type TestService, taxed } from "../../../test/harness.ts";
import { effects, recipes, replayed, send } from "./idempotency.fixture.ts";
import { respondOnce } from "./idempotency.ts";

// These tests lock tables to keep requests in progress, so they use a separate database.
let database: FreshDatabase;
let node: TestService;
let other: TestService;
const names = { node: `node ${randomUUID()}`, other: `other ${randomUUID()}` };
beforeAll(async () => {
  database = await migratedDatabase();
  const start = (name: string) => {
    const address = new URL(database.connectionString);
    address.searchParams.set("application_name", name);
    return startService({ env: { DATABASE_URL: address.href } });
  };
  [node, other] = [await start(names.node), await start(names.other)];
});
afterAll(async () => {
  await Promise.all([node.close(), other.close()]);
  await database.drop();
});

/** While the work runs, every statement that needs the locked rows has to wait. */
async function whileLocked<T>(statement: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(statement);
    return await work();
  } finally {
    await client.end();
  }
}

type Activity = { waiting: number; tried: number };

/** How many connections of a node wait for a lock after asking for a key's lock. */
async function activityOf(name: string): Promise<Activity> {
  const [row] = await node.context.db.query<Activity>(
    `select count(*) filter (where wait_event_type = 'Lock')::int as waiting,
       count(*) filter (where query ~ 'try_advisory' or wait_event_type = 'Lock')::int as tried
     from pg_stat_activity where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`,
    [name],
  );
  return row!;
}

const sometime = { timeout: 50_000, interval: 10 };

describe("duplicates in progress", () => {
  test.each([
    ["/customers", "customers"],
    ["/webhooks/endpoints", "webhook_endpoints"],
    ["/invoices", "invoice_lines"],
  ])("on two nodes are executed once, while the first is still in progress: POST %s", async (path, table) => {
    const own = await node.company({ profile: taxed });
    const elsewhere = { ...own, call: callsTo(other.url, own) };
    const request = await recipes[path]!(own);
    const before = await effects(node, own);
    const replies = await whileLocked(`lock table ${table} in share mode`, async () => {
      const first = send(own, request, "duplicates");
      await expect.poll(() => activityOf(names.node), sometime).toMatchObject({ waiting: 1 });
      const second = send(elsewhere, request, "duplicates");
      await expect
        .poll(async () => (await activityOf(names.other)).tried, sometime)
        .toBeGreaterThanOrEqual(1);
      return [first, second];
    });
    // A statement waits for its tables before it takes the lock of its key, so either of them may be executed.
    const both = await Promise.all(replies);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both.map((reply) => replayed(reply)).sort()).toEqual([null, "true"].sort());
    expect(both[1]!.text).toBe(both[0]!.text);
    expect(await effects(node, own)).toBe(before + 1);
  });

  test("on one node wait in memory and use one connection, however many they are", async () => {
    const own = await node.company();
    const request = await recipes["/customers"]!(own);
    const replies = await whileLocked("lock table customers in share mode", async () => {
      const duplicates = Array.from({ length: 30 }, () => send(own, request, "many"));
      await expect.poll(() => activityOf(names.node), sometime).toMatchObject({ waiting: 1 });
      // This request is answered after all of them have arrived, on the same node and the same few connections.
      expect((await own.call("POST /products", { body: { name: "Rice" } })).status).toBe(201);
      // Each of them that reached the database would wait for the table there, on a separate connection.
      expect((await activityOf(names.node)).waiting).toBe(1);
      return duplicates;
    }).then((duplicates) => Promise.all(duplicates));
    expect(replies.map((reply) => replayed(reply)).filter((value) => value === null)).toHaveLength(1);
  });

  test("with the same key of another company do not wait for each other", async () => {
    const [slow, quick] = [await node.company(), await node.company()];
    const request = await recipes["/customers"]!(slow);
    const [held] = await whileLocked(
      `select from company_counters where company_id = ${slow.id} for update`,
      async () => {
        const held = send(slow, request, "by chance");
        await expect.poll(() => activityOf(names.node), sometime).toMatchObject({ waiting: 1 });
        let status: number | undefined;
        void send(quick, request, "by chance").then((reply) => {
          status = reply.status;
        });
        await expect.poll(() => status, { ...sometime, timeout: 20_000 }).toBe(201);
        return [held];
      },
    );
    expect((await held!).status).toBe(201);
  });
});

test("two nodes that do work which may be repeated under one key answer what was stored first", async () => {
  const company = await node.company();
  const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const answers = [node, other].map(({ context }, index) => {
    const request = { key: "both", hash: Buffer.alloc(32, 1), caller: "caller", requestId: `req_${index}` };
    const call = { now: () => context.clock.now(), encryptionKeys: context.encryptionKeys };
    return respondOnce(context.db, company.id, request, call, async () => {
      started[index]!.resolve();
      // Neither stores its response before both have looked for one.
      await Promise.all(started.map(({ promise }) => promise));
      return { status: 200, body: JSON.stringify({ made_by: index }) };
    });
  });
  const [one, two] = (await Promise.all(answers)).map(({ status, body }) => [status, String(body)]);
  expect(one![0]).toBe(200);
  expect(two).toEqual(one);
});
