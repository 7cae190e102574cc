import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { responseRetentionMs } from "../../http/idempotency/idempotency.ts";
import { inTransaction } from "../../platform/db/database.ts";
import { setPlan } from "../tenancy/plans/service.ts";
import { eventsOf, placedOrder, placeOrder } from "./portal.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status);
const keyed = (key = randomUUID()) => ({ "idempotency-key": key });

/** How much there is of everything that an order makes. */
async function countsOf(company: TestCompany) {
  const [counts] = await service.context.db.query<Record<string, number>>(
    `select (select count(*) from sales where company_id = $1) as sales,
       (select count(*) from invoices where company_id = $1) as invoices,
       (select count(*) from payment_links where company_id = $1) as links,
       (select count(*) from customers where company_id = $1) as customers,
       (select count(*) from events where company_id = $1) as events,
       (select invoices_used from company_counters where company_id = $1) as invoices_used,
       (select payment_links_used from company_counters where company_id = $1) as links_used`,
    [company.id],
  );
  return counts!;
}

describe("40 orders at once", () => {
  test("are each stored and answered as they came, numbered without gaps, and told without gaps", async () => {
    const company = await service.company();
    const customer_id = await company.customer();
    const replies = await Promise.all(
      numbers(40).map((index) => placeOrder(company, { customer_id, external_id: `e-${index}` })),
    );
    expect(statusesOf(replies)).toEqual(replies.map(() => 201));
    expect(replies.map(({ body }) => body.invoice.external_id)).toEqual(
      numbers(40).map((index) => `e-${index}`),
    );
    const given = replies.map(({ body }) => body.order.number).sort();
    expect(given).toEqual(numbers(40).map((index) => `SO-${String(index + 1).padStart(6, "0")}`));
    for (const { body } of replies.slice(0, 5)) {
      expect((await company.call(`GET /sales/${body.order.id}`)).body.sale).toEqual(body.order);
      expect((await company.call(`GET /invoices/${body.invoice_id}`)).body.invoice).toEqual(body.invoice);
    }
    expect(await countsOf(company)).toMatchObject({ sales: 40, invoices: 40, links: 40, events: 121 });
    const reported = [...(await eventsOf(company))];
    expect(reported.map(({ sequence }) => sequence)).toEqual(numbers(100).map((index) => index + 1));
  });

  test("share their series with sales that are made meanwhile, without a gap or a deadlock", async () => {
    const company = await service.company();
    const customer_id = await company.customer();
    const lines = [{ description: "Work", quantity: 1, unit_price: 1 }];
    const replies = await Promise.all(
      numbers(40).map((index) =>
        index % 2 === 0
          ? placeOrder(company, { customer_id })
          : company.call("POST /sales", { body: { customer_id, lines } }),
      ),
    );
    expect(statusesOf(replies)).toEqual(replies.map(() => 201));
    const given = replies.map(({ body }) => (body.order ?? body.sale).number).sort();
    expect(given).toEqual(numbers(40).map((index) => `SO-${String(index + 1).padStart(6, "0")}`));
  });

  test("of several companies do not mix", async () => {
    const companies = [await service.company(), await service.company(), await service.company()];
    const replies = await Promise.all(
      numbers(39).map((index) => placeOrder(companies[index % 3]!, { customer: { name: `Buyer ${index}` } })),
    );
    expect(statusesOf(replies)).toEqual(replies.map(() => 201));
    for (const company of companies) {
      expect(await countsOf(company)).toMatchObject({
        sales: 13,
        invoices: 13,
        links: 13,
        customers: 13,
        events: 52,
      });
    }
  });

  test.each([
    ["an unknown customer", { customer_id: 999_999_999 }],
    ["an external_id that is taken", { external_id: "taken" }],
    ["a faulty line", { lines: [{ description: "x", quantity: -1, unit_price: 1 }] }],
  ])("%s fails alone", async (_what, fault) => {
    const company = await service.company();
    const customer_id = await company.customer();
    await placedOrder(company, { customer_id, external_id: "taken" });
    const replies = await Promise.all(
      numbers(40).map((index) => placeOrder(company, { customer_id, ...(index === 20 && fault) })),
    );
    expect(statusesOf(replies)).toEqual(numbers(40).map((index) => (index === 20 ? 422 : 201)));
    expect(await countsOf(company)).toMatchObject({ sales: 40, invoices: 40, links: 40, events: 121 });
  });
});

describe("the quota of invoices", () => {
  test("of 7 lets exactly 7 of 40 through; the others are 429 and leave nothing, no customer and no number", async () => {
    const company = await service.company({ quotaInvoices: 7 });
    const replies = await Promise.all(
      numbers(40).map((index) => placeOrder(company, { customer: { name: `Buyer ${index}` } })),
    );
    expect(statusesOf(replies).sort()).toEqual([...numbers(7).map(() => 201), ...numbers(33).map(() => 429)]);
    const refused = replies.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({ code: "quota_exceeded", quota: "invoices", limit: 7, used: 7 });
    expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(await countsOf(company)).toEqual({
      ...{ sales: 7, invoices: 7, links: 7, customers: 7, events: 28 },
      ...{ invoices_used: 7, links_used: 7 },
    });
    await inTransaction(service.context.db, (tx) =>
      setPlan({ tx, now: service.clock.now() }, company.id, { quotaInvoices: null }),
    );
    expect((await placedOrder(company, { customer: { name: "Next" } })).order.number).toBe("SO-000008");
  });

  test("is shared with POST /invoices, and told before a fault of the body", async () => {
    const company = await service.company({ quotaInvoices: 1 });
    await company.draft();
    expect((await placeOrder(company, { customer: { name: "Ada" } })).status).toBe(429);
    expect((await placeOrder(company, { lines: [] })).status).toBe(429);
  });
});

describe("the throttle", () => {
  test("is the key's, as for every POST", async () => {
    const company = await service.company({ postRate: 1 });
    const replies = await Promise.all(numbers(121).map(() => placeOrder(company)));
    expect(statusesOf(replies)).toContain(429);
  });
});

describe("an Idempotency-Key", () => {
  test("gives the first answer again, byte by byte, and makes nothing new", async () => {
    const company = await service.company();
    const headers = keyed();
    const fields = { customer: { name: "Ada", email: "ada@example.com" }, pirce: 1, notes: "„ọlá”\u0001" };
    const first = await placeOrder(company, fields, headers);
    const counts = await countsOf(company);
    const again = await placeOrder(company, fields, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect([first, again].map((reply) => reply.headers.get("idempotency-replayed"))).toEqual([null, "true"]);
    expect(await countsOf(company)).toEqual(counts);
    expect((await placeOrder(company, { ...fields, notes: "other" }, headers)).body.code).toBe(
      "idempotency_mismatch",
    );
  });

  test("gives an order without a link again without one", async () => {
    const company = await service.company({ quotaPaymentLinks: 0 });
    const headers = keyed();
    const fields = { customer_id: await company.customer() };
    const [first, again] = [
      await placeOrder(company, fields, headers),
      await placeOrder(company, fields, headers),
    ];
    expect(first.body.checkout_url).toBeNull();
    expect(again.text).toBe(first.text);
  });

  test.each([1, 2])("makes one order of 20 at the same moment, by %i node(s)", async (nodes) => {
    const elsewhere = nodes === 2 ? await startService() : undefined;
    try {
      const company = await service.company();
      const headers = keyed();
      const fields = { customer: { name: "Ada", email: "ada@example.com" } };
      const there = async () => {
        const response = await fetch(`${elsewhere!.url}/api/v1/portal/orders`, {
          method: "POST",
          headers: {
            ...headers,
            authorization: `Bearer ${company.appId}:${company.secret}`,
            "content-type": "application/json",
          },
          body: JSON.stringify({
            lines: [{ description: "Work", quantity: 1, unit_price: 1 }],
            ...fields,
          }),
        });
        return { status: response.status, text: await response.text() };
      };
      const here = () =>
        placeOrder(
          company,
          { lines: [{ description: "Work", quantity: 1, unit_price: 1 }], ...fields },
          headers,
        );
      const replies = await Promise.all(
        numbers(20).map((index) => (elsewhere && index % 2 === 1 ? there() : here())),
      );
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(await countsOf(company)).toMatchObject({ sales: 1, invoices: 1, links: 1, customers: 1 });
    } finally {
      await elsewhere?.close();
    }
  });

  test("is free again after a day", async () => {
    const company = await service.company();
    const headers = keyed();
    const fields = { customer_id: await company.customer() };
    const first = await placeOrder(company, fields, headers);
    service.clock.advance(responseRetentionMs);
    const fresh = await placeOrder(company, fields, headers);
    expect([fresh.status, fresh.headers.get("idempotency-replayed")]).toEqual([201, null]);
    expect(fresh.body.invoice_id).not.toBe(first.body.invoice_id);
    expect((await placeOrder(company, fields, headers)).text).toBe(fresh.text);
  });

  test("keeps a refusal, but not a quota's", async () => {
    const company = await service.company({ quotaInvoices: 0 });
    const fields = { customer: { name: "Ada" } };
    const headers = keyed();
    expect((await placeOrder(company, fields, headers)).status).toBe(429);
    await inTransaction(service.context.db, (tx) =>
      setPlan({ tx, now: service.clock.now() }, company.id, { quotaInvoices: null }),
    );
    expect((await placeOrder(company, fields, headers)).status).toBe(201);
    const faulty = keyed();
    const refused = await placeOrder(company, { customer_id: 999_999_999 }, faulty);
    const again = await placeOrder(company, { customer_id: 999_999_999 }, faulty);
    expect([refused.status, again.headers.get("idempotency-replayed")]).toEqual([422, "true"]);
  });
});
