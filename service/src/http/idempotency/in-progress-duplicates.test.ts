import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { callsTo, startService, type TestService, taxed } from "../../../test/harness.ts";
import { inTransaction } from "../../platform/db/database.ts";
import { customerBody, effects, expectMismatch, recipes, replayed, send } from "./idempotency.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const waitOptions = { timeout: 30_000, interval: 20 };

describe("duplicates in progress", () => {
  test.each(["/invoices", "/customers", "/sales/{id}/invoice", "/webhooks/endpoints"])(
    "fifty at once on one node are executed once: POST %s",
    async (path) => {
      const own = await service.company({ profile: taxed });
      const request = await recipes[path]!(own);
      const before = await effects(service, own);
      const single = await effectsOfOne(path);
      const replies = await Promise.all(Array.from({ length: 50 }, () => send(own, request, "duplicates")));
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(replies[0]!.status).toBe(201);
      expect(replies.filter((reply) => replayed(reply) === null)).toHaveLength(1);
      expect(await effects(service, own)).toBe(before + single);
    },
  );

  test.each(["/invoices", "/customers", "/webhooks/endpoints"])(
    "at once on two nodes are executed once: POST %s",
    async (path) => {
      const other = await startService();
      try {
        const own = await service.company({ profile: taxed });
        const request = await recipes[path]!(own);
        const before = await effects(service, own);
        const elsewhere = { ...own, call: callsTo(other.url, own) };
        const nodes = Array.from({ length: 25 }, () => [own, elsewhere]).flat();
        const duplicates = nodes.map((node) => send(node, request, "duplicates"));
        const replies = await Promise.all(duplicates);
        expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
        expect(replies[0]!.status).toBe(201);
        expect(replies.filter((reply) => replayed(reply) === null)).toHaveLength(1);
        expect(await effects(service, own)).toBe(before + 1);
      } finally {
        await other.close();
      }
    },
  );

  test.each(["/invoices", "/portal/orders"])(
    "POST %s waits for the other node's request under its key, and is then refused",
    async (path) => {
      const other = await startService();
      try {
        const own = await service.company();
        const request = await recipes[path]!(own);
        const { id } = await own.draft();
        const before = await effects(service, own);
        const { db } = service.context;
        const draftsTried = async () =>
          (await db.query<{ last_value: number }>("select last_value from invoices_id_seq"))[0]!.last_value;
        const tried = await draftsTried();
        // This lock keeps the other node from finishing until this node has tried.
        const replies = await inTransaction(db, async (tx) => {
          const [held] = await tx.query<{ pid: number }>(
            "select pg_backend_pid() as pid from invoices where company_id = $1 and id = $2 for update",
            [own.id, id],
          );
          const elsewhere = { ...own, call: callsTo(other.url, own) };
          const issued = send(elsewhere, { operation: `POST /invoices/${id}/issue` }, "shared");
          await vi.waitFor(async () => {
            const blocked = "select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))";
            expect(await db.query(blocked, [held!.pid])).toHaveLength(1);
          }, waitOptions);
          const here = send(own, request, "shared");
          const triedAgain = vi.waitFor(
            async () => expect(await draftsTried()).toBeGreaterThanOrEqual(tried + 2),
            waitOptions,
          );
          await Promise.race([here, triedAgain]);
          return [issued, here];
        }).then((asked) => Promise.all(asked));
        expect(replies.map(({ status }) => status)).toEqual([200, 422]);
        expectMismatch(replies[1]!);
        expect(await effects(service, own)).toBe(before + 1);
      } finally {
        await other.close();
      }
    },
  );

  test("with different bodies: of several requests at once under one key, one is executed", async () => {
    const own = await service.company();
    const one = await recipes["/invoices"]!(own);
    const before = await effects(service, own);
    const replies = await Promise.all([
      send(own, one, "both"),
      send(own, { operation: "POST /customers", body: customerBody }, "both"),
      send(own, { ...one, body: { ...one.body, notes: "other" } }, "both"),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    for (const refused of replies.filter(({ status }) => status === 422)) expectMismatch(refused);
    expect(await effects(service, own)).toBe(before + 1);
  });

  async function effectsOfOne(path: string): Promise<number> {
    const own = await service.company();
    const request = await recipes[path]!(own);
    const before = await effects(service, own);
    await send(own, request, "alone");
    return (await effects(service, own)) - before;
  }
});
