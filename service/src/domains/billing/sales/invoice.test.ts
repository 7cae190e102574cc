import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
let company: TestCompany;
let customer_id: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  customer_id = await company.customer();
});
afterAll(() => service.close());

const lines = [
  {
    description: "Work",
    quantity: "0.75",
    unit_price: 98.5,
    tax_rate: 19,
    unit_code: "HUR",
    service_code: "998311",
  },
  { description: "Book", quantity: 3, unit_price: 10.555, tax_category: "E", exemption_reason: "books" },
];
const create = async (fields: object = {}, by = company) => {
  const { status, body, text } = await by.call("POST /sales", { body: { customer_id, lines, ...fields } });
  if (status !== 201) throw new Error(text);
  return body.sale;
};
const invoice = (id: number, by = company) => by.call(`POST /sales/${id}/invoice`);
const get = async (path: string) => (await company.call(`GET ${path}`)).body;
const withoutIds = (list: Record<string, unknown>[]) => list.map(({ id: _id, ...line }) => line);

describe("POST /sales/{id}/invoice", () => {
  describe("201", () => {
    test("makes one draft with the sale's customer, currency, lines and totals, and ties both together", async () => {
      const sale = await create({ currency: "USD", notes: "After 16:00", metadata: { till: 3 } });
      const { status, body } = await invoice(sale.id);
      expect(status).toBe(201);
      expect(body.success).toBe(true);
      const { id: invoice_id, portal_token } = body.invoice;
      expect(body.sale).toEqual({ ...sale, status: "invoiced", invoice_id, portal_token });
      const { subtotal, tax_total, total, taxes, notes, metadata } = sale;
      expect(body.invoice).toMatchObject({
        status: "draft",
        number: null,
        customer_id,
        currency: "USD",
        sale_id: sale.id,
        source: "api",
        invoice_date: "2026-11-15",
        due_date: "2026-12-15",
        ...{ subtotal, tax_total, total, taxes, notes, metadata },
      });
      expect(withoutIds(body.invoice.lines)).toEqual(withoutIds(sale.lines));
      expect((await get(`/invoices/${body.invoice.id}`)).invoice).toEqual(body.invoice);
      expect((await get(`/sales/${sale.id}`)).sale).toEqual(body.sale);
    });

    test("takes the lines as the sale has them, whatever became of the product since", async () => {
      const product = { name: "Pen", unit_price: 5, tax_rate: 7.5 };
      const { id: product_id } = (await company.call("POST /products", { body: product })).body.product;
      const sale = await create({ lines: [{ product_id, quantity: 2 }] });
      const changed = {
        unit_price: 6,
        tax_rate: 0,
        hs_code: "9608",
        exemption_reason: "new",
        name: "Renamed",
      };
      await company.call(`PATCH /products/${product_id}`, { body: changed });
      const { body } = await invoice(sale.id);
      expect(withoutIds(body.invoice.lines)).toEqual(withoutIds(sale.lines));
      expect(body.invoice.total).toBe(sale.total);
    });

    test("takes a sale of 500 lines", async () => {
      const sale = await create({ lines: Array(500).fill(lines[0]) });
      expect((await invoice(sale.id)).body.invoice.lines).toHaveLength(500);
    });

    test("ignores a body of any kind", async () => {
      const { id } = await create();
      const { status } = await company.call(`POST /sales/${id}/invoice`, {
        raw: "<a/>",
        headers: { "content-type": "application/xml" },
      });
      expect(status).toBe(201);
    });

    test("is one of ten that ask at once; the others are 422 and make nothing", async () => {
      const fresh = await service.company();
      const sale = await create({ customer_id: await fresh.customer() }, fresh);
      const replies = await Promise.all(Array.from({ length: 10 }, () => invoice(sale.id, fresh)));
      expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
      const { invoices } = (await fresh.call("GET /invoices")).body;
      expect(invoices.map(({ sale_id }: { sale_id: number }) => sale_id)).toEqual([sale.id]);
    });
  });

  describe("422", () => {
    test("the second time, in words that name the invoice", async () => {
      const { id, number } = await create();
      const first = (await invoice(id)).body.invoice;
      const { status, body } = await invoice(id);
      expect([status, body.code]).toEqual([422, "already_invoiced"]);
      expect(body.error).toBe(
        `Sale ${number} is already invoiced (invoice ${first.id}), so it can't be invoiced.`,
      );
    });

    test("a walk-in sale: it needs a customer first", async () => {
      const { id } = await create({ customer_id: null });
      const { status, body } = await invoice(id);
      expect([status, body.errors?.[0]?.field]).toEqual([422, "customer_id"]);
      expect((await get(`/sales/${id}`)).sale.status).toBe("open");
      await company.call(`PATCH /sales/${id}`, { body: { customer_id } });
      expect((await invoice(id)).status).toBe(201);
    });

    test("a cancelled sale", async () => {
      const { id, number } = await create();
      await company.call(`POST /sales/${id}/cancel`);
      const { status, body } = await invoice(id);
      expect([status, body.error]).toEqual([422, `Sale ${number} is cancelled, so it can't be invoiced.`]);
    });
  });

  test("404 for another company's sale, which stays open", async () => {
    const { id } = await create();
    expect((await invoice(id, await service.company())).status).toBe(404);
    expect((await get(`/sales/${id}`)).sale).toMatchObject({ status: "open", invoice_id: null });
  });

  test("403 where the subscription has no invoicing", async () => {
    const fresh = await service.company({ disable: ["invoicing"] });
    const { id } = await create({ customer_id: await fresh.customer() }, fresh);
    const { status, body } = await invoice(id, fresh);
    expect([status, body.code, body.feature]).toEqual([403, "feature_disabled", "invoicing"]);
  });
});

describe("an invoiced sale", () => {
  test("can't be changed or cancelled: 422, in words that name the invoice", async () => {
    const { id, number } = await create();
    const made = (await invoice(id)).body.invoice;
    for (const [operation, done] of [
      [`PATCH /sales/${id}`, "changed"],
      [`POST /sales/${id}/cancel`, "cancelled"],
    ] as const) {
      const { status, body } = await company.call(operation, { body: { notes: "late" } });
      expect([status, body.error]).toEqual([
        422,
        `Sale ${number} is already invoiced (invoice ${made.id}), so it can't be ${done}.`,
      ]);
    }
  });

  test("is open again when its draft is deleted, and can be invoiced anew, once", async () => {
    const sale = await create();
    const first = (await invoice(sale.id)).body.invoice;
    await company.call(`DELETE /invoices/${first.id}`);
    expect((await get(`/sales/${sale.id}`)).sale).toEqual(sale);
    const second = await invoice(sale.id);
    expect(second.status).toBe(201);
    expect(second.body.invoice.id).not.toBe(first.id);
    expect((await invoice(sale.id)).status).toBe(422);
  });

  test("stays invoiced when its invoice is issued and voided", async () => {
    const { id } = await create();
    const made = (await invoice(id)).body.invoice;
    for (const action of ["issue", "void"]) await company.call(`POST /invoices/${made.id}/${action}`);
    expect((await get(`/sales/${id}`)).sale).toMatchObject({ status: "invoiced", invoice_id: made.id });
  });

  test("stays as it was sold when its draft is changed", async () => {
    const sale = await create();
    const made = (await invoice(sale.id)).body.invoice;
    await company.call(`PATCH /invoices/${made.id}`, { body: { lines: [{ ...lines[0], quantity: 9 }] } });
    expect((await get(`/sales/${sale.id}`)).sale).toMatchObject({ total: sale.total, lines: sale.lines });
  });

  test("deleting its draft while it is being invoiced again leaves sale and invoice of one mind", async () => {
    const sale = await create();
    const first = (await invoice(sale.id)).body.invoice;
    await Promise.all([company.call(`DELETE /invoices/${first.id}`), invoice(sale.id), invoice(sale.id)]);
    const { status, invoice_id } = (await get(`/sales/${sale.id}`)).sale;
    expect(invoice_id === null ? "open" : "invoiced").toBe(status);
  });
});
