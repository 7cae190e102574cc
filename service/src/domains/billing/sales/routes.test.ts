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
const post = (fields: object = {}, by = company) => by.call("POST /sales", { body: { lines, ...fields } });
const create = async (fields: object = {}, by = company) => {
  const { status, body, text } = await post(fields, by);
  if (status !== 201) throw new Error(text);
  return body.sale;
};
const get = async (id: number) => (await company.call(`GET /sales/${id}`)).body.sale;
const patch = (id: number, body: unknown, by = company) => by.call(`PATCH /sales/${id}`, { body });
const act = (id: number, action: string, by = company) => by.call(`POST /sales/${id}/${action}`);

describe("POST /sales", () => {
  describe("201", () => {
    test("answers the whole sale, a walk-in's without a customer", async () => {
      const fresh = await service.company();
      const { status, body } = await post({}, fresh);
      expect(status).toBe(201);
      expect(body).toEqual({
        success: true,
        sale: {
          id: expect.any(Number),
          number: "SO-000001",
          status: "open",
          customer_id: null,
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
          booking_date: null,
          invoice_id: null,
          portal_token: null,
          source: "api",
          external_id: null,
          notes: null,
          po_number: null,
          metadata: {},
          created_at: noon.toISOString(),
          updated_at: noon.toISOString(),
          lines: [
            expect.objectContaining({ ...lines[0], net_amount: 200, tax_amount: 15, total_amount: 215 }),
          ],
        },
      });
      expect((await fresh.call(`GET /sales/${body.sale.id}`)).body).toEqual(body);
    });

    test("keeps every field as it was given", async () => {
      const given = {
        customer_id,
        currency: "USD",
        booking_date: "2026-12-24",
        notes: "After 16:00",
        external_id: "pos-1",
        metadata: { till: 3 },
      };
      expect(await create(given)).toMatchObject(given);
    });

    test("takes null for whatever is optional", async () => {
      const nulls = { customer_id: null, currency: null, notes: null, external_id: null, metadata: null };
      const all = { ...nulls, booking_date: null };
      expect(await create(all)).toMatchObject({ ...all, currency: "NGN", metadata: {} });
    });

    test("numbers without gaps, also after refusals", async () => {
      const fresh = await service.company();
      expect((await create({ external_id: "x" }, fresh)).number).toBe("SO-000001");
      expect((await post({ external_id: "x" }, fresh)).status).toBe(422);
      expect((await post({ customer_id: 0 }, fresh)).status).toBe(422);
      expect((await create({}, fresh)).number).toBe("SO-000002");
    });

    test("tells unknown fields", async () => {
      expect((await post({ pirce: 1 })).body.warnings).toEqual(["unknown field: pirce"]);
    });
  });

  describe("422", () => {
    test.each([
      [{ customer_id: 0 }, "customer_id"],
      [{ customer_id: "7" }, "customer_id"],
      [{ customer_id: 1e19 }, "customer_id"],
      [{ currency: "XYZ" }, "currency"],
      [{ currency: "ngn" }, "currency"],
      [{ lines: undefined }, "lines"],
      [{ lines: [] }, "lines"],
      [{ lines: [{ ...lines[0], quantity: 0 }] }, "lines[0].quantity"],
      [{ booking_date: "2026-02-30" }, "booking_date"],
      [{ external_id: "" }, "external_id"],
      [{ metadata: [] }, "metadata"],
    ])("%j", async (fields, field) => {
      const { status, body } = await post(fields);
      expect([status, body.errors?.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
    });

    test("another company's customer", async () => {
      const theirs = await (await service.company()).customer();
      expect((await post({ customer_id: theirs })).body.errors).toEqual([
        { field: "customer_id", message: "is not a customer of this company" },
      ]);
    });

    test("an external_id that another sale of the company has", async () => {
      await create({ external_id: "twice" });
      expect((await post({ external_id: "twice" })).body.errors).toEqual([
        { field: "external_id", message: "is already used by another sale of this company" },
      ]);
    });
  });
});

describe("GET /sales/{id}", () => {
  test("304 by the ETag, and 404 for another company's sale", async () => {
    const { id } = await create();
    const { headers } = await company.call(`GET /sales/${id}`);
    const again = await company.call(`GET /sales/${id}`, {
      headers: { "if-none-match": headers.get("etag")! },
    });
    expect(again.status).toBe(304);
    expect((await (await service.company()).call(`GET /sales/${id}`)).status).toBe(404);
  });
});

describe("PATCH /sales/{id}", () => {
  test("200 changes what is sent and nothing else", async () => {
    const before = await create({ customer_id, external_id: "s-1", metadata: { a: 1 } });
    const { status, body } = await patch(before.id, { notes: "After 16:00" });
    expect([status, body]).toEqual([200, { success: true, sale: { ...before, notes: "After 16:00" } }]);
    expect(await get(before.id)).toEqual(body.sale);
  });

  test("200 replaces the lines and computes the totals anew", async () => {
    const { id } = await create();
    const { body } = await patch(id, {
      lines: [{ description: "B", quantity: 3, unit_price: 10.555 }],
      currency: "JPY",
    });
    expect(body.sale).toMatchObject({
      currency: "JPY",
      subtotal: 32,
      total: 32,
      lines: [{ description: "B" }],
    });
    expect(body.sale.lines).toHaveLength(1);
  });

  test("200 clears with null, the customer too", async () => {
    const { id } = await create({ customer_id, notes: "x", currency: "USD" });
    const { body } = await patch(id, { customer_id: null, notes: null, currency: null });
    expect(body.sale).toMatchObject({ customer_id: null, notes: null, currency: "NGN" });
  });

  test.each([[{ lines: null }], [{ lines: [] }], [{ customer_id: 0 }], [{ currency: "x" }], [{ notes: 5 }]])(
    "422 for %j, and nothing is changed",
    async (body) => {
      const before = await create();
      const reply = await patch(before.id, { ...body, external_id: "changed" });
      expect([reply.status, reply.body.errors[0].field]).toEqual([422, Object.keys(body)[0]]);
      expect(await get(before.id)).toEqual(before);
    },
  );

  test("422 once it is cancelled, in words", async () => {
    const { id, number } = await create();
    await act(id, "cancel");
    const { status, body } = await patch(id, { notes: "x" });
    expect([status, body.error]).toEqual([422, `Sale ${number} is cancelled, so it can't be changed.`]);
  });

  test("404 for another company's sale, before 422 for a faulty body", async () => {
    const other = await service.company();
    expect((await patch((await create()).id, { notes: 5 }, other)).status).toBe(404);
  });
});

describe("POST /sales/{id}/cancel", () => {
  test("200 cancels an open sale, with whatever body", async () => {
    const before = await create();
    const { status, body } = await company.call(`POST /sales/${before.id}/cancel`, { raw: "{nonsense" });
    expect([status, body]).toEqual([200, { success: true, sale: { ...before, status: "cancelled" } }]);
  });

  test("422 for the second time", async () => {
    const { id, number } = await create();
    await act(id, "cancel");
    const { status, body } = await act(id, "cancel");
    expect([status, body.code, body.error]).toEqual([
      422,
      "invalid_state",
      `Sale ${number} is cancelled, so it can't be cancelled.`,
    ]);
  });

  test("404 for another company's sale, which stays open", async () => {
    const { id } = await create();
    expect((await act(id, "cancel", await service.company())).status).toBe(404);
    expect((await get(id)).status).toBe("open");
  });
});
