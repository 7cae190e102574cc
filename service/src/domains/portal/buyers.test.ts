import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { eventsOf, placedOrder, placeOrder } from "./portal.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const customersOf = async (company: TestCompany) =>
  (await company.call("GET /customers?limit=100")).body.customers;

describe("a buyer whom nobody knows", () => {
  test("becomes a customer, a consumer, and it is told before the sale", async () => {
    const company = await service.company();
    const customer = { name: "Ada Obi", email: "ada@example.com", phone: "0803 000 0000" };
    const { order, invoice } = await placedOrder(company, { customer });
    const [made, ...others] = await customersOf(company);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ ...customer, kind: "consumer" });
    expect([order.customer_id, invoice.customer_id]).toEqual([made.id, made.id]);
    expect(invoice.customer).toMatchObject({ ...customer, kind: "consumer", tax_id: null });
    expect((await company.call(`GET /invoices/${invoice.id}`)).body.invoice).toEqual(invoice);
    const reported = await eventsOf(company);
    expect(reported.map(({ type, sequence }) => [sequence, type])).toEqual([
      [1, "customer.created"],
      [2, "sale.created"],
      [3, "invoice.created"],
      [4, "payment_link.created"],
    ]);
    expect(reported[0]!.data.object).toEqual(made);
  });

  test("is what the three fields say, and nothing that stands beside them", async () => {
    const company = await service.company();
    const known = await company.customer();
    const more = {
      customer_id: known,
      tax_id: "1-1",
      kind: "government",
      external_id: "x",
      metadata: { a: 1 },
    };
    const { body } = await placeOrder(company, { customer: { name: "Ada", ...more } });
    expect(body.warnings).toEqual(Object.keys(more).map((name) => `unknown field: customer.${name}`));
    const made = (await customersOf(company)).find(({ id }: { id: number }) => id === body.order.customer_id);
    expect(made).toMatchObject({
      name: "Ada",
      kind: "consumer",
      tax_id: null,
      external_id: null,
      metadata: {},
    });
    expect(made.id).not.toBe(known);
  });

  test("needs only a name, and is then new each time", async () => {
    const company = await service.company();
    const customer = { name: "Walk-in" };
    const [first, second] = [
      await placedOrder(company, { customer }),
      await placedOrder(company, { customer }),
    ];
    expect(first.order.customer_id).not.toBe(second.order.customer_id);
  });

  test("gives the link an email address, and a phone number that can be called from anywhere, or none", async () => {
    const company = await service.company();
    const linkFor = async (phone: string) => {
      await placedOrder(company, { customer: { name: "Ada", email: "ada@example.com", phone } });
      return (await company.call("GET /payments/links?limit=1")).body.payment_links[0];
    };
    expect(await linkFor("+234 803-000 0000")).toMatchObject({
      email: "ada@example.com",
      phone: "+2348030000000",
    });
    // Known by now, with the number of the first time.
    expect(await linkFor("0803 000 0000")).toMatchObject({ phone: "+2348030000000" });
    await placedOrder(company, {
      customer: { name: "Bola", email: "bola@example.com", phone: "0803 000 0000" },
    });
    const { payment_links } = (await company.call("GET /payments/links?limit=1")).body;
    expect(payment_links[0].phone).toBeNull();
  });
});

describe("a buyer whose email address a customer has", () => {
  test("is that customer, in whichever case it is written, and nothing of it is overwritten", async () => {
    const company = await service.company();
    const known = {
      name: "Ada Stores Ltd",
      email: "Ada@Example.com",
      phone: "+2348030000001",
      tax_id: "1-1",
    };
    const id = await company.customer(known);
    const customer = { name: "somebody else", email: "ada@example.COM", phone: "+1" };
    const { order, invoice } = await placedOrder(company, { customer });
    expect(order.customer_id).toBe(id);
    expect(invoice.customer).toMatchObject(known);
    expect(await customersOf(company)).toEqual([expect.objectContaining({ id, ...known })]);
  });

  test("is the oldest, where several have it", async () => {
    const company = await service.company();
    const email = "ada@example.com";
    const first = await company.customer({ email });
    await company.customer({ email });
    expect((await placedOrder(company, { customer: { name: "Ada", email } })).order.customer_id).toBe(first);
  });

  test("is nobody to another company", async () => {
    const [ours, theirs] = [await service.company(), await service.company()];
    const email = "ada@example.com";
    const known = await theirs.customer({ email });
    const { order } = await placedOrder(ours, { customer: { name: "Ada", email } });
    expect(order.customer_id).not.toBe(known);
    expect(await customersOf(ours)).toHaveLength(1);
  });
});

describe("who comes several times at the same moment", () => {
  test("is one customer, made and told once", async () => {
    const company = await service.company();
    const customer = { name: "Ada", email: "ada@example.com" };
    const replies = await Promise.all(Array.from({ length: 30 }, () => placeOrder(company, { customer })));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(new Set(replies.map(({ body }) => body.order.customer_id)).size).toBe(1);
    expect(await customersOf(company)).toHaveLength(1);
    const { events } = (await company.call("GET /events?type=customer.created")).body;
    expect(events).toHaveLength(1);
  });

  test("also on two nodes", async () => {
    const elsewhere = await startService();
    try {
      const company = await service.company();
      const there = (fields: object) =>
        fetch(`${elsewhere.url}/api/v1/portal/orders`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${company.appId}:${company.secret}`,
            "content-type": "application/json",
          },
          body: JSON.stringify({ lines: [{ description: "Work", quantity: 1, unit_price: 1 }], ...fields }),
        }).then(({ status }) => status);
      for (let round = 0; round < 10; round++) {
        const customer = { name: "Ada", email: `ada-${round}@example.com` };
        const statuses = await Promise.all([
          placeOrder(company, { customer }).then(({ status }) => status),
          there({ customer }),
        ]);
        expect(statuses).toEqual([201, 201]);
      }
      expect(await customersOf(company)).toHaveLength(10);
    } finally {
      await elsewhere.close();
    }
  });
});
