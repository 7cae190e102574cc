import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Event = {
  id: string;
  type: string;
  sequence: number;
  created_at: string;
  data: { object: Record<string, unknown>; previous?: Record<string, unknown> };
};

const eventsOf = async (company: TestCompany): Promise<Event[]> => {
  const rows = await service.context.db.query<{ body: string }>(
    "select body from events where company_id = $1 order by sequence",
    [company.id],
  );
  return rows.map(({ body }) => JSON.parse(body));
};
const lines = [{ description: "Work", quantity: "0.75", unit_price: 98.5, tax_rate: 19 }];

/** What one call wrote: the answer, and the events that came with it. */
async function watched(company: TestCompany, operation: string, body?: unknown) {
  const before = (await eventsOf(company)).length;
  service.clock.advance(1000);
  const reply = await company.call(operation, body === undefined ? {} : { body });
  if (reply.status >= 300) throw new Error(`${operation}: ${reply.text}`);
  return { reply, events: (await eventsOf(company)).slice(before) };
}

describe("the body of an event", () => {
  test("has exactly the members of the contract", async () => {
    const company = await service.company();
    const { reply, events } = await watched(company, "POST /customers", { name: "Ada" });
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^evt_\w+$/),
        type: "customer.created",
        sequence: 1,
        created_at: service.clock.now().toISOString(),
        api_version: "v1",
        company_id: company.id,
        actor: { type: "key", id: company.appId },
        request_id: reply.headers.get("x-request-id"),
        data: { object: reply.body.customer },
      },
    ]);
  });

  test("of a draft, which is made in a batch, has the same members", async () => {
    const company = await service.company();
    const customer_id = await company.customer();
    const { reply, events } = await watched(company, "POST /invoices", { customer_id, lines });
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^evt_\w+$/),
        type: "invoice.created",
        sequence: 2,
        created_at: service.clock.now().toISOString(),
        api_version: "v1",
        company_id: company.id,
        actor: { type: "key", id: company.appId },
        request_id: reply.headers.get("x-request-id"),
        data: { object: reply.body.invoice },
      },
    ]);
  });

  test("names the request id that the caller chose", async () => {
    const company = await service.company();
    const headers = { "x-request-id": "partner-42" };
    await company.call("POST /customers", { body: { name: "Ada" }, headers });
    const customer_id = await company.customer();
    await company.call("POST /invoices", { body: { customer_id, lines }, headers });
    const ids = (await eventsOf(company)).map(
      (event) => (event as unknown as { request_id: string }).request_id,
    );
    expect([ids[0], ids[2]]).toEqual(["partner-42", "partner-42"]);
  });

  test("survives every character that text may have", async () => {
    const company = await service.company();
    const name = `"quotes" \\ back\n\t\u2028 'single' 😀 Ọlá </script> $1 %s`;
    await company.draft({
      customer_id: await company.customer({ name }),
      notes: name,
      metadata: { [name]: name },
    });
    const [customer, invoice] = await eventsOf(company);
    expect(customer!.data.object.name).toBe(name);
    expect(invoice!.data.object).toMatchObject({
      notes: name,
      metadata: { [name]: name },
      customer: { name },
    });
  });

  test("has an id that no other event has, of whatever company", async () => {
    const [a, b] = [await service.company(), await service.company()];
    for (const company of [a, b]) for (let count = 0; count < 12; count += 1) await company.customer();
    const ids = [...(await eventsOf(a)), ...(await eventsOf(b))].map(({ id }) => id);
    expect(new Set(ids).size).toBe(24);
  });
});

describe("every change writes its event, whose object is what GET then gives", () => {
  const get = async (company: TestCompany, path: string) => {
    const { body } = await company.call(`GET ${path}`);
    return body[path.split("/")[1]!.slice(0, -1)];
  };

  /** One event of this type, with the object as GET gives it, and what was there before on an update. */
  async function expectOne(
    company: TestCompany,
    operation: string,
    body: unknown,
    type: string,
    path: string,
  ) {
    const before = await get(company, path);
    const { events } = await watched(company, operation, body);
    expect([operation, events.map((event) => event.type)]).toEqual([operation, [type]]);
    expect(events[0]!.data.object).toEqual(await get(company, path));
    if (type.endsWith(".updated")) expect(events[0]!.data.previous).toEqual(before);
    expect([undefined, before]).toContainEqual(events[0]!.data.previous);
  }

  test.each([
    ["customer", "/customers", { name: "Ada" }, { phone: "1" }],
    ["product", "/products", { name: "Pen", unit_price: "1.50" }, { unit_price: 2.25 }],
    ["sale", "/sales", { lines }, { notes: "x" }],
  ])("%s.created and %s.updated", async (noun, path, body, patch) => {
    const company = await service.company();
    const { reply, events } = await watched(company, `POST ${path}`, body);
    const { id } = reply.body[noun];
    expect(events.map(({ type }) => type)).toEqual([`${noun}.created`]);
    expect(events[0]!.data).toEqual({ object: await get(company, `${path}/${id}`) });
    await expectOne(company, `PATCH ${path}/${id}`, patch, `${noun}.updated`, `${path}/${id}`);
  });

  test("invoice.created, updated, issued, written_off and voided", async () => {
    const company = await service.company();
    const customer_id = await company.customer();
    const { reply, events } = await watched(company, "POST /invoices", { customer_id, lines });
    const path = `/invoices/${reply.body.invoice.id}`;
    expect(events[0]!.data).toEqual({ object: await get(company, path) });
    await expectOne(company, `PATCH ${path}`, { lines: [...lines, ...lines] }, "invoice.updated", path);
    await expectOne(company, `POST ${path}/issue`, undefined, "invoice.issued", path);
    await expectOne(company, `POST ${path}/write_off`, undefined, "invoice.written_off", path);
    await expectOne(company, `POST ${path}/void`, undefined, "invoice.voided", path);
  });

  test("invoice.deleted, with the draft as it last was", async () => {
    const company = await service.company();
    const draft = await company.draft();
    const { events } = await watched(company, `DELETE /invoices/${draft.id}`);
    expect(events.map(({ type, data }) => [type, data.object])).toEqual([["invoice.deleted", draft]]);
  });

  test("sale.cancelled", async () => {
    const company = await service.company();
    const { id } = (await company.call("POST /sales", { body: { lines } })).body.sale;
    await expectOne(company, `POST /sales/${id}/cancel`, undefined, "sale.cancelled", `/sales/${id}`);
  });

  test("a sale that becomes an invoice: both tell, and both tell when the draft is deleted", async () => {
    const company = await service.company();
    const body = { customer_id: await company.customer(), lines };
    const { id } = (await company.call("POST /sales", { body })).body.sale;
    const made = await watched(company, `POST /sales/${id}/invoice`);
    const { invoice } = made.reply.body;
    expect(made.events.map(({ type, data }) => [type, data.object])).toEqual([
      ["invoice.created", await get(company, `/invoices/${invoice.id}`)],
      ["sale.invoiced", await get(company, `/sales/${id}`)],
    ]);
    const invoiced = await get(company, `/sales/${id}`);
    const deleted = await watched(company, `DELETE /invoices/${invoice.id}`);
    const object = await get(company, `/sales/${id}`);
    expect(deleted.events.map(({ type }) => type)).toEqual(["invoice.deleted", "sale.updated"]);
    expect(deleted.events[1]!.data).toEqual({ object, previous: invoiced });
  });
});
