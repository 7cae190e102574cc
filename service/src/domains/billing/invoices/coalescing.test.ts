import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Reply, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
/** This many bodies of a company's drafts, told apart by their external_id. */
async function bodies(company: TestCompany, count: number): Promise<Record<string, unknown>[]> {
  const customer_id = await company.customer();
  return Array.from({ length: count }, (_, index) => ({ customer_id, lines, external_id: `e-${index}` }));
}
const postAll = (company: TestCompany, list: unknown[]): Promise<Reply[]> =>
  Promise.all(list.map((body) => company.call("POST /invoices", { body })));
const indexesWith = (replies: Reply[], status: number) =>
  replies.flatMap((reply, index) => (reply.status === status ? [index] : []));
const allBut = (count: number, ...bad: number[]) =>
  Array.from({ length: count }, (_, index) => index).filter((index) => !bad.includes(index));

describe("among 50 drafts made at once", () => {
  test("each caller gets its own, and all are stored", async () => {
    const company = await service.company();
    const list = await bodies(company, 50);
    const replies = await postAll(company, list);
    expect(indexesWith(replies, 201)).toEqual(allBut(50));
    expect(replies.map(({ body }) => body.invoice.external_id)).toEqual(list.map((body) => body.external_id));
    for (const { body } of replies.slice(0, 5)) {
      expect((await company.call(`GET /invoices/${body.invoice.id}`)).body.invoice).toEqual(body.invoice);
    }
    const { pagination } = (await company.call("GET /invoices?include=total_count")).body;
    expect(pagination.total_count).toBe(50);
  });

  test.each([
    ["an unknown customer", { customer_id: 9_007_199_254_740_991 }, "customer_id"],
    ["a customer_id that no column can hold", { customer_id: 1e19 }, "customer_id"],
    ["an external_id that is taken", { external_id: "taken" }, "external_id"],
    ["an external_id that a neighbour has", { external_id: "e-3" }, "external_id"],
    [
      "an unknown product",
      { lines: [{ quantity: 1, product_id: 9_007_199_254_740_991 }] },
      "lines[0].product_id",
    ],
    ["a faulty line", { lines: [{ description: "x", quantity: -1, unit_price: 1 }] }, "lines[0].quantity"],
  ])("%s fails alone", async (_what, fault, field) => {
    const company = await service.company();
    const list = await bodies(company, 50);
    await company.draft({ external_id: "taken" });
    list[20] = { ...list[20], ...fault };
    const replies = await postAll(company, list);
    // Of two that claim one external_id either may win.
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(1);
    expect([refused[0]!.status, refused[0]!.body.errors?.[0]?.field]).toEqual([422, field]);
    if (!("external_id" in fault && fault.external_id === "e-3"))
      expect(indexesWith(replies, 201)).toEqual(allBut(50, 20));
    const { pagination } = (await company.call("GET /invoices?include=total_count")).body;
    expect(pagination.total_count).toBe(50);
  });

  test("one of another company does not disturb, nor see, its neighbours", async () => {
    const [ours, theirs] = [await service.company(), await service.company()];
    const outsider = await theirs.customer();
    const [mine, others] = [await bodies(ours, 25), await bodies(theirs, 25)];
    mine[7] = { ...mine[7], customer_id: outsider };
    const [ofOurs, ofTheirs] = await Promise.all([postAll(ours, mine), postAll(theirs, others)]);
    expect(indexesWith(ofOurs!, 201)).toEqual(allBut(25, 7));
    expect(indexesWith(ofTheirs!, 201)).toEqual(allBut(25));
    const { invoices } = (await theirs.call("GET /invoices?limit=100")).body;
    expect(invoices.map(({ external_id }: { external_id: string }) => external_id).sort()).toEqual(
      others.map((body) => body.external_id).sort(),
    );
  });

  test("those with the same Idempotency-Key are one invoice", async () => {
    const company = await service.company();
    const body = { customer_id: await company.customer(), lines };
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        company.call("POST /invoices", { body, headers: { "idempotency-key": `key-${index % 5}` } }),
      ),
    );
    expect(indexesWith(replies, 201)).toEqual(allBut(50));
    expect(new Set(replies.map((reply) => reply.body.invoice.id)).size).toBe(5);
    const { pagination } = (await company.call("GET /invoices?include=total_count")).body;
    expect(pagination.total_count).toBe(5);
  });
});

test("a draft that fails under a key of the day before does not make its neighbours twice", async () => {
  const company = await service.company();
  const customer_id = await company.customer();
  const post = (body: object, key?: string) =>
    company.call("POST /invoices", {
      body: { customer_id, lines, ...body },
      headers: key ? { "idempotency-key": key } : {},
    });
  await post({ external_id: "taken" }, "yesterday");
  await service.context.db.query(
    "update idempotency_keys set created_at = created_at - interval '25 hours' where company_id = $1",
    [company.id],
  );
  const replies = await Promise.all(
    allBut(30).map((index) => (index === 12 ? post({ external_id: "taken" }, "yesterday") : post({}))),
  );
  expect(indexesWith(replies, 201)).toEqual(allBut(30, 12));
  expect([replies[12]!.status, replies[12]!.body.errors?.[0]?.field]).toEqual([422, "external_id"]);
  const { pagination } = (await company.call("GET /invoices?include=total_count")).body;
  expect(pagination.total_count).toBe(30);
});

describe("while drafts are made", () => {
  /** Resolves when this many sessions wait, directly or in line, for the session with this process id. */
  const waiting = (pid: number, count: number) =>
    vi.waitFor(
      async () => {
        const [row] = await service.context.db.query<{ count: number }>(
          `with recursive held(pid) as (
             select $1::int union select a.pid from pg_stat_activity a join held h on h.pid = any(pg_blocking_pids(a.pid))
           ) select count(*) - 1 as count from held`,
          [pid],
        );
        expect(row!.count).toBe(count);
      },
      { timeout: 30_000, interval: 20 },
    );

  // A draft takes the company's counter and then a share in its customer and products; whoever changes one of
  // those has it first and asks for the counter last. PostgreSQL would end a deadlock by failing one of them.
  test.each([
    ["customer", "/customers"],
    ["product", "/products"],
  ])("their %s can be changed: neither waits for the other for ever", async (_what, path) => {
    const company = await service.company();
    const customer_id = await company.customer();
    const product = (await company.call("POST /products", { body: { name: "Pen", unit_price: 5 } })).body
      .product;
    const changed = path === "/customers" ? customer_id : product.id;
    const body = { customer_id, lines: [{ product_id: product.id, quantity: 1 }] };
    const [draft, change] = await inTransaction(service.context.db, async (tx) => {
      const [mine] = await tx.query<{ pid: number }>(
        "select pg_backend_pid() as pid from company_counters where company_id = $1 for update",
        [company.id],
      );
      const asked = company.call("POST /invoices", { body });
      await waiting(mine!.pid, 1);
      const patched = company.call(`PATCH ${path}/${changed}`, { body: { name: "Renamed" } });
      await waiting(mine!.pid, 2);
      return [asked, patched] as const;
    }).then((replies) => Promise.all(replies));
    expect([draft.status, change.status]).toEqual([201, 200]);
  });
});
