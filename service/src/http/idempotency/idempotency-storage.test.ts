import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshDatabase, migratedDatabase } from "../../../test/fresh-database.ts";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { waitsFor } from "../../../test/locked-rows.ts";
import { purgeIdempotencyKeys, responseRetentionMs } from "./idempotency.ts";

// This uses a separate database: a trigger and a purge would affect every company in the shared one.
let database: FreshDatabase;
let service: TestService;
let company: TestCompany;
let customerId: number;
beforeAll(async () => {
  database = await migratedDatabase();
  service = await startService({ env: { DATABASE_URL: database.connectionString } });
  company = await service.company();
  customerId = await company.customer();
});
afterAll(async () => {
  await service?.close();
  await database?.drop();
});

const count = async (table: string) => {
  const [row] = await service.context.db.query<{ count: number }>(`select count(*) from ${table}`);
  return row!.count;
};
const everything = async () => [
  await count("invoices"),
  await count("customers"),
  await count("webhook_endpoints"),
  await count("events"),
  await count("idempotency_keys"),
];

const bodies = {
  "POST /invoices": () => ({
    customer_id: customerId,
    lines: [{ description: "Work", quantity: 1, unit_price: 100 }],
  }),
  "POST /customers": () => ({ name: "Acme Trading Ltd" }),
  "POST /webhooks/endpoints": () => ({ url: "https://hooks.example/billfold" }),
};
const send = (operation: keyof typeof bodies, key: string) =>
  company.call(operation, { body: bodies[operation](), headers: { "Idempotency-Key": key } });

/** Storing the response to a key that starts with `doomed` fails, after the effect was made. */
async function whileKeepingFails(work: () => Promise<void>): Promise<void> {
  const { db } = service.context;
  await db.query(`create function doom() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
    create trigger doom before insert on idempotency_keys for each row when (new.key like 'doomed%') execute function doom()`);
  try {
    await work();
  } finally {
    await db.query("drop trigger doom on idempotency_keys; drop function doom()");
  }
}

describe("effect and response are stored together or not at all", () => {
  test.each(Object.keys(bodies) as (keyof typeof bodies)[])(
    "%s: when the response can't be stored, nothing is done, and a retry works",
    async (operation) => {
      const key = `doomed ${operation}`;
      const before = await everything();
      await whileKeepingFails(async () => {
        const failed = await send(operation, key);
        expect(failed.status).toBe(500);
        expect(failed.body).toMatchObject({ success: false, code: "internal_error" });
        expect(failed.text).not.toContain("the disk is full");
        expect(await everything()).toEqual(before);
      });
      const retried = await send(operation, key);
      expect([retried.status, retried.headers.get("idempotency-replayed")]).toEqual([201, null]);
      const again = await send(operation, key);
      expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([retried.text, "true"]);
    },
  );

  test("one that fails does not affect the others in its batch", async () => {
    const before = await count("invoices");
    await whileKeepingFails(async () => {
      const keys = Array.from({ length: 20 }, (_, index) =>
        index === 7 ? "doomed neighbour" : `neighbour ${index}`,
      );
      const statuses = (await Promise.all(keys.map((key) => send("POST /invoices", key)))).map(
        ({ status }) => status,
      );
      expect(statuses).toEqual(keys.map((key) => (key.startsWith("doomed") ? 500 : 201)));
    });
    expect(await count("invoices")).toBe(before + 19);
  });

  test("events have no gaps after all of that", async () => {
    const rows = await service.context.db.query<{ sequence: number }>(
      "select sequence from events where company_id = $1 order by 1",
      [company.id],
    );
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  });
});

describe("the purge", () => {
  test("removes the responses that are older than 24 hours, and no others", async () => {
    const { db } = service.context;
    await send("POST /customers", "old");
    const old = await count("idempotency_keys");
    expect(old).toBeGreaterThan(0);
    service.clock.advance(responseRetentionMs - 1);
    expect(await purgeIdempotencyKeys(db, service.clock.now())).toBe(0);
    const kept = await send("POST /customers", "young");
    service.clock.advance(1);
    expect(await purgeIdempotencyKeys(db, service.clock.now())).toBe(old);
    expect(await db.query("select key from idempotency_keys")).toEqual([{ key: "young" }]);
    expect((await send("POST /customers", "young")).text).toBe(kept.text);
    expect(await purgeIdempotencyKeys(db, service.clock.now())).toBe(0);
  });

  test("does not remove a key that is used again during the purge", async () => {
    const { db } = service.context;
    const first = await send("POST /customers", "again");
    service.clock.advance(responseRetentionMs);
    const now = service.clock.now();
    const text = "update idempotency_keys set created_at = $2 where company_id = $1 and key = 'again'";
    const reused = { text, values: [company.id, now] };
    expect(await waitsFor(db, reused, () => purgeIdempotencyKeys(db, now))).toBe(true);
    expect((await send("POST /customers", "again")).text).toBe(first.text);
  });
});
