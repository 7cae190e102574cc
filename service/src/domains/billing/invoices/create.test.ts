import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
let company: TestCompany;
let customer_id: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company({
    profile: { name: "Lagos Works Ltd", tax_id: "87654321-0001", line1: "4 Broad Street", city: "Lagos" },
  });
  customer_id = await company.customer({ email: "accounts@acme.example", address: "12 Marina" });
});
afterAll(() => service.close());

const lines = [{ description: "Work", quantity: 2, unit_price: 100, tax_rate: 7.5 }];
const post = (fields: object = {}, by = company) =>
  by.call("POST /invoices", { body: { customer_id, lines, ...fields } });
const create = async (fields: object = {}, by = company) => {
  const { status, body, text } = await post(fields, by);
  if (status !== 201) throw new Error(text);
  return body.invoice;
};
const faultsOf = async (fields: object) => {
  const { status, body } = await post(fields);
  expect([status, body.success, body.code]).toEqual([422, false, "invalid_request"]);
  return body.errors as { field: string; message: string }[];
};

describe("POST /invoices", () => {
  describe("201", () => {
    test("answers the whole draft", async () => {
      const { status, body } = await post();
      expect(status).toBe(201);
      expect(body).toEqual({
        success: true,
        invoice: {
          id: expect.any(Number),
          number: null,
          status: "draft",
          customer_id,
          customer: {
            name: "Acme Trading Ltd",
            email: "accounts@acme.example",
            phone: null,
            kind: "business",
            tax_id: null,
            registration_number: null,
            address: { line1: "12 Marina" },
          },
          supplier: {
            name: "Lagos Works Ltd",
            tax_id: "87654321-0001",
            registration_number: null,
            email: "owner@example.com",
            phone: null,
            address: { line1: "4 Broad Street", city: "Lagos", country: "NG" },
          },
          invoice_date: "2026-11-15",
          due_date: "2026-12-15",
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
          accounting_currency: "NGN",
          exchange_rate: 1,
          tax_total_accounting: 15,
          total_accounting: 215,
          amount_paid: 0,
          amount_credited: 0,
          amount_refunded: 0,
          credit_applied: 0,
          credit_applied_elsewhere: 0,
          amount_due: 215,
          amount_to_refund: 0,
          withholding: null,
          withholding_amount: 0,
          amount_payable: 215,
          overdue: false,
          irn: null,
          fiscal_status: "none",
          fiscal: null,
          sale_id: null,
          recurring_invoice_id: null,
          period_start: null,
          period_end: null,
          source: "api",
          portal_token: expect.any(String),
          external_id: null,
          notes: null,
          po_number: null,
          metadata: {},
          created_at: noon.toISOString(),
          updated_at: noon.toISOString(),
          issued_at: null,
          paid_at: null,
          voided_at: null,
          sent_at: null,
          viewed_at: null,
          reminders_paused: false,
          reminded_at: null,
          lines: [
            expect.objectContaining({ ...lines[0], net_amount: 200, tax_amount: 15, total_amount: 215 }),
          ],
        },
      });
    });

    test("answers what GET then gives", async () => {
      const { body } = await post();
      expect((await company.call(`GET /invoices/${body.invoice.id}`)).body.invoice).toEqual(body.invoice);
    });

    test("keeps external_id, notes and metadata as given", async () => {
      const given = {
        external_id: "po-1",
        notes: "Purchase order 4711\nÀ payer",
        metadata: { deep: [{ a: null }], n: 1.5 },
      };
      expect(await create(given)).toMatchObject(given);
    });

    test("takes null for whatever is optional", async () => {
      const nulls = {
        invoice_date: null,
        due_date: null,
        currency: null,
        notes: null,
        external_id: null,
        metadata: null,
      };
      const invoice = await create(nulls);
      expect(invoice).toMatchObject({
        invoice_date: "2026-11-15",
        due_date: "2026-12-15",
        currency: "NGN",
        metadata: {},
      });
    });

    test("tells unknown fields, of the invoice and of its lines", async () => {
      const { body } = await post({ pirce: 5, lines: [{ ...lines[0], qty: 1 }] });
      expect(body.warnings.sort()).toEqual(["unknown field: lines[0].qty", "unknown field: pirce"]);
    });

    test("does not let the caller set what is not his to set", async () => {
      const { body } = await post({
        status: "paid",
        number: "INV-000007",
        total: 1,
        portal_token: "mine",
        amount_paid: 9,
      });
      expect(body.invoice).toMatchObject({ status: "draft", number: null, total: 215, amount_paid: 0 });
      expect(body.invoice.portal_token).not.toBe("mine");
      expect(body.warnings).toHaveLength(5);
    });

    test("gives every invoice a portal token of its own with 128 random bits", async () => {
      const tokens = await Promise.all(
        Array.from({ length: 20 }, async () => (await create()).portal_token as string),
      );
      expect(new Set(tokens).size).toBe(20);
      // 22 characters of base64url are 128 bits.
      for (const token of tokens) expect(token).toMatch(/^pt_\d+_[\w-]{22}$/);
      expect(new Set(tokens.map((token) => token.slice(-22))).size).toBe(20);
    });

    test("is the same for text and numbers in the money fields", async () => {
      const text = await create({
        lines: [{ ...lines[0], quantity: "2.0", unit_price: "100.00", tax_rate: "7.5" }],
      });
      expect(text).toMatchObject({ subtotal: 200, tax_total: 15, total: 215 });
    });
  });

  describe("422", () => {
    const unknownCustomer = [{ field: "customer_id", message: "is not a customer of this company" }];

    test("another company's customer, as one that never was", async () => {
      const other = await service.company();
      for (const id of [await other.customer(), 9_007_199_254_740_991, 0, -1]) {
        expect([id, await faultsOf({ customer_id: id })]).toEqual([id, unknownCustomer]);
      }
    });

    test.each(["1e19", "1e300", "9223372036854775808", "99999999999999999999"])(
      "a customer_id of %s, which no record can have",
      async (id) => {
        const raw = JSON.stringify({ customer_id: "HERE", lines }).replace('"HERE"', id);
        const { status, body } = await company.call("POST /invoices", { raw });
        expect([status, body.errors?.[0]?.field]).toEqual([422, "customer_id"]);
      },
    );

    test("an external_id that another invoice of the company has", async () => {
      await create({ external_id: "twice" });
      expect(await faultsOf({ external_id: "twice" })).toEqual([
        { field: "external_id", message: "is already used by another invoice of this company" },
      ]);
    });

    test("everything of the wrong form, at once", async () => {
      const wrong = {
        customer_id: "7",
        invoice_date: "x",
        due_date: 5,
        currency: "euro",
        lines: [],
        notes: "",
        external_id: 5,
        metadata: 5,
      };
      expect((await faultsOf(wrong)).map(({ field }) => field).sort()).toEqual(Object.keys(wrong).sort());
    });

    test("everything that is well formed and still wrong, at once", async () => {
      const errors = await faultsOf({
        customer_id: 0,
        due_date: "2026-11-14",
        lines: [{ ...lines[0], product_id: 0 }],
      });
      const fields = errors.map(({ field }) => field).sort();
      expect(fields).toEqual(["customer_id", "due_date", "lines[0].product_id"]);
    });

    test("nothing at all", async () => {
      const { status, body } = await company.call("POST /invoices", { body: {} });
      expect(status).toBe(422);
      expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
        "customer_id",
        "lines",
      ]);
    });
  });
});
