import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction, type Transaction } from "../src/platform/db/database.ts";
import { type Reply, startService, type TestCompany, type TestService } from "./harness.ts";

// Two changes that lock the same rows in opposite order would deadlock: the database aborts one of them, and its
// caller gets a 500 for a valid request.
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const line = { description: "Work", quantity: 1, unit_price: 100 };
const rounds = Array.from({ length: 60 }, (_, round) => round);
const statusesOf = (replies: Reply[]) => [...new Set(replies.map(({ status }) => status))].sort();

describe("concurrent changes all get a response when", () => {
  test("a customer changes while it is invoiced", async () => {
    const customer_id = await company.customer();
    const sale = (await company.call("POST /sales", { body: { lines: [line] } })).body.sale.id;
    const replies = await Promise.all(
      rounds.flatMap((round) => [
        company.call(`PATCH /customers/${customer_id}`, { body: { name: `Name ${round}` } }),
        company.call("POST /invoices", { body: { customer_id, lines: [line] } }),
        company.call("POST /sales", { body: { customer_id, lines: [line] } }),
        company.call(`PATCH /sales/${sale}`, { body: { customer_id: round % 2 ? customer_id : null } }),
      ]),
    );
    expect(statusesOf(replies)).toEqual([200, 201]);
  });

  test("a product changes while it is sold", async () => {
    const product = (await company.call("POST /products", { body: { name: "Hour", unit_price: 1 } })).body
      .product.id;
    const customer_id = await company.customer();
    const body = { customer_id, lines: [{ product_id: product, quantity: 1 }] };
    const replies = await Promise.all(
      rounds.flatMap((round) => [
        company.call(`PATCH /products/${product}`, { body: { name: `Name ${round}` } }),
        company.call("POST /invoices", { body }),
        company.call("POST /sales", { body }),
      ]),
    );
    expect(statusesOf(replies)).toEqual([200, 201]);
  });

  test("a sale changes while its invoice is created and deleted", async () => {
    const customer_id = await company.customer();
    const { sale } = (await company.call("POST /sales", { body: { customer_id, lines: [line] } })).body;
    const invoiceAndDelete = async () => {
      const made = await company.call(`POST /sales/${sale.id}/invoice`);
      if (made.status !== 201) return [made];
      return [made, await company.call(`DELETE /invoices/${made.body.invoice.id}`)];
    };
    const replies = await Promise.all(
      rounds.flatMap((round) => [
        invoiceAndDelete(),
        company
          .call(`PATCH /sales/${sale.id}`, { body: { notes: `Note ${round}` } })
          .then((reply) => [reply]),
      ]),
    );
    expect(statusesOf(replies.flat()).filter((status) => status >= 500)).toEqual([]);
  });

  test("one external_id is used by a new invoice and by an old one", async () => {
    const customer_id = await company.customer();
    const drafts = await Promise.all(rounds.map(() => company.draft({ customer_id })));
    const replies = await Promise.all(
      drafts.flatMap(({ id }, round) => {
        const external_id = `wanted-${round >> 2}`;
        return [
          company.call(`PATCH /invoices/${id}`, { body: { external_id } }),
          company.call("POST /invoices", { body: { customer_id, external_id, lines: [line] } }),
        ];
      }),
    );
    expect(statusesOf(replies).filter((status) => status >= 500)).toEqual([]);
  });

  describe("an external_id is being written elsewhere:", () => {
    const setIdSql = "update invoices set external_id = 'taken' where company_id = $1 and id = $2";
    const lockCountersSql = "select from company_counters where company_id = $1 for no key update";
    const refusal = { code: "invalid_request", errors: [{ field: "external_id" }] };
    /** Resolves when another session waits for this transaction. */
    async function waitedFor(tx: Transaction): Promise<void> {
      const { db } = service.context;
      const [own] = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
      const waiting = "select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))";
      await expect.poll(() => db.query(waiting, [own!.pid]), { interval: 10 }).not.toHaveLength(0);
    }

    test("a PATCH waits for the company's counters before it writes it, as a batch of drafts does", async () => {
      const own = await service.company();
      const [{ id }, other] = [await own.draft(), await own.draft()];
      const { setting } = await inTransaction(service.context.db, async (tx) => {
        await tx.query(lockCountersSql, [own.id]);
        const setting = own.call(`PATCH /invoices/${id}`, { body: { external_id: "taken" } });
        await waitedFor(tx);
        // If the PATCH had written it already, each would wait for the other.
        await tx.query("set local lock_timeout = '500ms'");
        await tx.query(setIdSql, [own.id, other.id]);
        return { setting };
      });
      expect((await setting).body).toMatchObject(refusal);
    });

    /** The response to a draft that the database aborted; undefined if the test was too late to cause that. */
    async function createInDeadlock(): Promise<Reply | undefined> {
      const own = await service.company();
      const { id } = await own.draft();
      const body = { customer_id: await own.customer(), external_id: "taken", lines: [line] };
      let creating: Promise<Reply> | undefined;
      const wasAborted = await inTransaction(service.context.db, async (tx) => {
        await tx.query(setIdSql, [own.id, id]);
        creating = own.call("POST /invoices", { body });
        await waitedFor(tx);
        await tx.query(lockCountersSql, [own.id]);
      }).then(
        () => false,
        () => true,
      );
      const reply = await creating;
      return wasAborted || reply?.status === 503 ? undefined : reply;
    }

    test("a draft that is aborted because of a deadlock is tried again", async () => {
      // Whoever has waited for a second looks for a deadlock, once, and is aborted if there is one: that is the draft,
      // unless it has looked before the other lock is asked for, as happens on a busy machine.
      let reply: Reply | undefined;
      for (let tries = 0; !reply && tries < 10; tries++) reply = await createInDeadlock();
      expect(reply?.body).toMatchObject(refusal);
    });
  });

  test("an endpoint is deleted while something is sent to it", async () => {
    const url = "https://hooks.example/";
    const replies = await Promise.all(
      rounds.map(async () => {
        const owner = await service.company();
        const made = await owner.call("POST /webhooks/endpoints", { body: { url } });
        const { id } = made.body.endpoint;
        const body = { endpoint_id: id };
        return Promise.all([
          owner.call("POST /webhooks/test", { body }),
          owner.call(`DELETE /webhooks/endpoints/${id}`),
          owner.call("POST /webhooks/test", { body }),
          owner.call("POST /webhooks/replay", { body: { ...body, failed: true } }),
        ]);
      }),
    );
    expect(statusesOf(replies.flat()).filter((status) => ![200, 422].includes(status))).toEqual([]);
  });

  test("an endpoint is created and deleted while it is tested, rotated and replayed", async () => {
    const owner = await service.company();
    const url = "https://hooks.example/";
    const { id } = (await owner.call("POST /webhooks/endpoints", { body: { url } })).body.endpoint;
    const { delivery } = (await owner.call("POST /webhooks/test")).body;
    const replies = await Promise.all(
      rounds.flatMap((round) => [
        owner.call(`PATCH /webhooks/endpoints/${id}`, {
          body: { status: round % 2 ? "enabled" : "disabled" },
        }),
        owner.call("POST /webhooks/test", { body: { endpoint_id: id } }),
        owner.call(`POST /webhooks/deliveries/${delivery.id}/replay`),
        owner.call("POST /webhooks/replay", { body: round % 2 ? { failed: true } : { since: "2026-01-01" } }),
        owner.call(`POST /webhooks/endpoints/${id}/rotate_secret`),
        owner.customer().then(() => owner.call("GET /webhooks/deliveries?limit=100")),
      ]),
    );
    expect(statusesOf(replies).filter((status) => ![200, 422].includes(status))).toEqual([]);
    // Whichever change was last, every pending delivery has an endpoint.
    await owner.call(`PATCH /webhooks/endpoints/${id}`, { body: { status: "enabled" } });
    await Promise.all([
      owner.call(`PATCH /webhooks/endpoints/${id}`, { body: { status: "disabled" } }),
      ...rounds.flatMap(() => [
        owner.call("POST /webhooks/test", { body: { endpoint_id: id } }),
        owner.call(`POST /webhooks/deliveries/${delivery.id}/replay`),
        owner.call("POST /webhooks/replay", { body: { failed: true } }),
      ]),
    ]);
    expect((await owner.call("GET /webhooks/deliveries?status=pending")).body.deliveries).toEqual([]);
  });
});
