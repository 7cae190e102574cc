import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { revokeKey } from "../../tenancy/keys/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Event = { type: string; sequence: number };

const list = (company: TestCompany, query: Record<string, string | number>) =>
  company.call(`GET /events?${new URLSearchParams(query as Record<string, string>)}`);

describe("GET /events?wait=", () => {
  /** As a client follows the feed: a wait may end early, and is then begun again. */
  const follow = async (company: TestCompany, query: Record<string, string | number>) => {
    for (let asked = 1; ; asked += 1) {
      const { status, body } = await list(company, { wait: 20, ...query });
      expect(status).toBe(200);
      if (body.events.length > 0) return { asked, events: body.events as Event[] };
    }
  };
  /** Something of another request's takes long enough for those sent before it to be waiting. */
  const pause = (company: TestCompany) => list(company, { type: "credit_note.issued", wait: 1 });

  test.each([
    ["customer.created", (company: TestCompany) => company.customer()],
    ["invoice.created", (company: TestCompany, customer_id: number) => company.draft({ customer_id })],
  ])("is answered by what another request changes: %s", async (type, change) => {
    const company = await service.company();
    const customerId = await company.customer();
    const following = [follow(company, { after: 1 }), follow(company, { after: 1, type })];
    await pause(company);
    await change(company, customerId);
    for (const { asked, events } of await Promise.all(following)) {
      expect(events).toEqual([expect.objectContaining({ sequence: 2, type })]);
      expect(asked).toBeLessThan(10);
    }
  });

  test("is not answered by another company's events, nor by those of another type", async () => {
    const [ours, theirs] = [await service.company(), await service.company()];
    await ours.customer();
    const following = follow(ours, { after: 0, type: "product.created" });
    await pause(ours);
    await theirs.call("POST /products", { body: { name: "Theirs" } });
    await ours.customer();
    await ours.call("POST /products", { body: { name: "Ours" } });
    expect((await following).events).toEqual([
      expect.objectContaining({ company_id: ours.id, sequence: 3, type: "product.created" }),
    ]);
  });

  test("is 200 and an empty list when nothing came", async () => {
    const { status, body } = await list(await service.company(), { wait: 1, include: "total_count" });
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        events: [],
        pagination: {
          limit: 25,
          has_more: false,
          next_cursor: null,
          total_count: 0,
          total_count_capped: false,
        },
      },
    ]);
  });

  test("holds no connection to the database: many wait while others work", async () => {
    const companies = await Promise.all(Array.from({ length: 4 }, () => service.company()));
    const following = companies.flatMap((company) =>
      Array.from({ length: 10 }, () => follow(company, { after: 0 })),
    );
    await pause(companies[0]!);
    const { pool } = service.context.db;
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
    await Promise.all(companies.map((company) => company.customer()));
    for (const { events } of await Promise.all(following))
      expect(events.map(({ sequence }) => sequence)).toEqual([1]);
  });

  test("ends when the key is revoked, and tells nothing of what comes after", async () => {
    const company = await service.company();
    await company.customer();
    const waiting = list(company, { after: 1, wait: 30 });
    await pause(company);
    const { db, clock } = service.context;
    await inTransaction(db, (tx) => revokeKey({ tx, now: clock.now() }, company.id, company.appId));
    expect((await waiting).body.events).toEqual([]);
    expect((await list(company, { after: 1 })).status).toBe(401);
  });

  test("ends when the service is stopped, which need not wait for it", async () => {
    const stopped = await startService();
    const company = await stopped.company();
    await company.customer();
    const waiting = list(company, { after: 1, wait: 30 });
    await pause(company);
    const started = performance.now();
    await stopped.close();
    expect(performance.now() - started).toBeLessThan(15_000);
    const { status, body } = await waiting;
    expect([status, body.events]).toEqual([200, []]);
  });
});
