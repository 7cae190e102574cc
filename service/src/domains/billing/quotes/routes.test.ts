import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
let company: TestCompany;
let customer_id: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  customer_id = await company.customer();
});
afterAll(() => service.close());

const lines = [{ description: "Work", quantity: 2, unit_price: 100, tax_rate: 7.5 }];
const post = (fields: object = {}, by = company) =>
  by.call("POST /quotes", { body: { customer_id, lines, ...fields } });
const create = async (fields: object = {}, by = company) => {
  const { status, body, text } = await post(fields, by);
  if (status !== 201) throw new Error(text);
  return body.quote;
};
const get = async (id: number, by = company) => (await by.call(`GET /quotes/${id}`)).body.quote;
const patch = (id: number, body: unknown, by = company) => by.call(`PATCH /quotes/${id}`, { body });

describe("POST /quotes", () => {
  test("201 answers the whole quote, a draft without an address, valid for 30 days", async () => {
    const fresh = await service.company();
    const buyer = await fresh.customer();
    const { status, body } = await post({ customer_id: buyer }, fresh);
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      quote: {
        id: expect.any(Number),
        number: "QUO-000001",
        status: "draft",
        url: null,
        customer_id: buyer,
        quote_date: "2026-11-15",
        valid_until: "2026-12-15",
        currency: "NGN",
        prices_include_tax: false,
        discounts: [],
        charges: [],
        subtotal: 200,
        discount_total: 0,
        charge_total: 0,
        tax_total: 15,
        taxes: [{ category: "S", rate: 7.5, taxable_amount: 200, tax_amount: 15 }],
        total: 215,
        sent_at: null,
        viewed_at: null,
        accepted_by: null,
        accepted_at: null,
        declined_by: null,
        declined_at: null,
        decline_reason: null,
        sale_id: null,
        invoice_id: null,
        source: "api",
        external_id: null,
        notes: null,
        po_number: null,
        metadata: {},
        created_at: noon.toISOString(),
        updated_at: noon.toISOString(),
        lines: [expect.objectContaining({ ...lines[0], net_amount: 200, tax_amount: 15, total_amount: 215 })],
      },
    });
    expect((await fresh.call(`GET /quotes/${body.quote.id}`)).body).toEqual(body);
  });

  test("201 keeps every field as it was given, also when it is sent", async () => {
    const given = {
      currency: "USD",
      quote_date: "2026-11-01",
      valid_until: "2026-11-30",
      po_number: "PO-1",
      notes: "After 16:00",
      external_id: "crm-1",
    };
    const made = await create({ ...given, metadata: { url: "/q/own", deal: 3 } });
    expect(made).toMatchObject(given);
    const sent = await company.call(`POST /quotes/${made.id}/send`);
    expect(sent.body.quote).toMatchObject({ ...given, metadata: { url: "/q/own", deal: 3 } });
  });

  test("201 numbers without gaps, also after refusals", async () => {
    const fresh = await service.company();
    const own = { customer_id: await fresh.customer() };
    expect((await create({ ...own, external_id: "x" }, fresh)).number).toBe("QUO-000001");
    expect((await post({ ...own, external_id: "x" }, fresh)).status).toBe(422);
    expect((await post({ ...own, valid_until: "2020-01-01" }, fresh)).status).toBe(422);
    expect((await create(own, fresh)).number).toBe("QUO-000002");
  });

  test.each([
    [{ customer_id: null }, "customer_id", "must be a whole number"],
    [{ customer_id: 0 }, "customer_id", "is not a customer of this company"],
    [
      { quote_date: "2026-11-15", valid_until: "2026-11-14" },
      "valid_until",
      "must not be before quote_date (2026-11-15)",
    ],
    [{ lines: [] }, "lines", "must have at least one entry"],
  ])("422 for %j", async (fields, field, message) => {
    const { status, body } = await post(fields);
    expect([status, body.errors]).toEqual([422, [{ field, message }]]);
  });

  test("422 for another company's customer, and for an external_id that is taken", async () => {
    const other = await (await service.company()).customer();
    expect((await post({ customer_id: other })).body.errors[0].field).toBe("customer_id");
    await create({ external_id: "taken" });
    expect((await post({ external_id: "taken" })).body.errors).toEqual([
      { field: "external_id", message: "is already used by another quote of this company" },
    ]);
  });
});

describe("PATCH /quotes/{id}", () => {
  test("200 changes what is sent and nothing else, with an event that has both versions", async () => {
    const before = await create({ notes: "old" });
    const { body } = await patch(before.id, { notes: "new", valid_until: "2027-01-31" });
    expect(body.quote).toEqual({ ...before, notes: "new", valid_until: "2027-01-31" });
    const { events } = (await company.call("GET /events?type=quote.updated&limit=100")).body;
    expect(events.at(-1).data).toEqual({ object: body.quote, previous: before });
  });

  test("200 prices new lines and a new currency, and null restores a default", async () => {
    const { id } = await create({ currency: "USD", valid_until: "2026-11-20" });
    const { body } = await patch(id, {
      lines: [{ description: "More", quantity: 3, unit_price: 10 }],
      currency: null,
      valid_until: null,
    });
    expect(body.quote).toMatchObject({ currency: "NGN", total: 30, valid_until: "2026-12-15" });
    expect(body.quote.lines).toHaveLength(1);
  });

  test("422 for one that was sent: what the buyer sees stays as it is", async () => {
    const { id, number } = await create();
    await company.call(`POST /quotes/${id}/send`);
    const { status, body } = await patch(id, { notes: "late" });
    expect([status, body.code, body.error]).toEqual([
      422,
      "invalid_state",
      `Quote ${number} is sent, so it can't be changed. Only drafts can.`,
    ]);
    expect((await get(id)).notes).toBeNull();
  });

  test("404 for another company's quote, which stays as it is", async () => {
    const { id } = await create({ notes: "ours" });
    const other = await service.company();
    expect((await patch(id, { notes: "theirs" }, other)).status).toBe(404);
    expect((await other.call(`GET /quotes/${id}`)).status).toBe(404);
    expect((await get(id)).notes).toBe("ours");
  });
});
