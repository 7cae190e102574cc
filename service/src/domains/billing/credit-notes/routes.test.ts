import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import {
  credit,
  creditAmount,
  eventsOf,
  invoiceOf,
  issued,
  pay,
} from "../../payments/payments/money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const noteOf = async (company: TestCompany, id: number) =>
  (await company.call(`GET /credit_notes/${id}`)).body.credit_note;
const notesOf = async (company: TestCompany) => (await company.call("GET /credit_notes")).body.credit_notes;

describe("POST /invoices/{id}/credit_notes", () => {
  test("lowers what is due; at nothing the invoice is paid", async () => {
    const company = await service.company();
    const { id } = await issued(company);
    const body = { lines: [{ description: "Back", quantity: 1, unit_price: 400 }], reason: "Wrong price" };
    const first = await credit(company, id, body);
    expect(first.status).toBe(201);
    const now = service.clock.now().toISOString();
    expect(first.body.credit_note).toMatchObject({
      number: "CN-000001",
      invoice_id: id,
      currency: "NGN",
      subtotal: 400,
      tax_total: 0,
      total: 400,
      reason: "Wrong price",
      issued_at: now,
      sent_at: null,
      created_at: now,
      lines: [{ description: "Back", quantity: 1, unit_price: 400, total_amount: 400 }],
    });
    expect(first.body.invoice).toMatchObject({
      status: "open",
      amount_credited: 400,
      amount_due: 600,
      paid_at: null,
    });
    const second = await creditAmount(company, id, 600);
    expect(second.body.credit_note.number).toBe("CN-000002");
    expect(second.body.invoice).toMatchObject({
      status: "paid",
      amount_credited: 1000,
      amount_due: 0,
      paid_at: now,
    });
    expect(second.body.invoice).toEqual(await invoiceOf(company, id));
    expect(second.body.credit_note).toEqual(await noteOf(company, second.body.credit_note.id));
  });

  test.each([
    [
      "3 × 10.555 at 0 %",
      { quantity: 3, unit_price: "10.555" },
      { subtotal: 31.67, tax_total: 0, total: 31.67 },
    ],
    [
      "0.75 × 98.50 at 19 %",
      { quantity: "0.75", unit_price: 98.5, tax_rate: 19 },
      { subtotal: 73.88, tax_total: 14.04, total: 87.92 },
    ],
  ])("adds up as an invoice does: %s", async (_what, fields, totals) => {
    const company = await service.company();
    const lines = [{ description: "Work", ...fields }];
    const invoice = await issued(company, { lines });
    expect(invoice).toMatchObject(totals);
    const { body } = await credit(company, invoice.id, { lines });
    expect(body.credit_note).toMatchObject({ ...totals, taxes: invoice.taxes });
    expect(body.invoice).toMatchObject({ status: "paid", amount_due: 0, amount_credited: totals.total });
  });

  test("without lines credits all of the invoice's, whatever has become of its products", async () => {
    const company = await service.company();
    const product = { name: "Hour", unit_price: 98.5, tax_rate: 19 };
    const product_id = (await company.call("POST /products", { body: product })).body.product.id;
    const lines = [
      { product_id, quantity: "0.75" },
      {
        description: "Travel",
        quantity: 3,
        unit_price: "10.555",
        tax_category: "E",
        exemption_reason: "Abroad",
      },
    ];
    const invoice = await issued(company, { lines });
    const change = { name: "Other", unit_price: 1, tax_rate: 0, service_code: "S2", active: false };
    await company.call(`PATCH /products/${product_id}`, { body: change });
    const { status, body } = await credit(company, invoice.id, { reason: "Cancelled order" });
    expect(status).toBe(201);
    const content = ({ id: _id, ...line }: Record<string, unknown>) => line;
    expect(body.credit_note.lines.map(content)).toEqual(invoice.lines.map(content));
    for (const name of ["subtotal", "tax_total", "total", "taxes"]) {
      expect(body.credit_note[name]).toEqual(invoice[name]);
    }
    expect(body.invoice).toMatchObject({ status: "paid", amount_credited: invoice.total, amount_due: 0 });
  });

  test("with lines may have discounts and charges, so that a part of a discounted invoice is credited at its price", async () => {
    const company = await service.company();
    const line = { description: "Work", quantity: 2, unit_price: 100, tax_rate: 7.5 };
    const discounts = [{ percent: 10, reason: "Framework agreement" }];
    const charges = [{ amount: 5 }];
    const invoice = await issued(company, { lines: [line], discounts });
    const body = { lines: [{ ...line, quantity: 1 }], discounts, charges };
    const { status, body: credited } = await credit(company, invoice.id, body);
    expect(status).toBe(201);
    expect(credited.credit_note).toMatchObject({
      ...{ discounts, charges, subtotal: 100, discount_total: 10, charge_total: 5, tax_total: 7.13 },
      total: 102.13,
    });
    expect(credited.invoice.amount_due).toBe(91.37);
    const { credit_note } = (await credit(company, invoice.id, { lines: [{ ...line, quantity: "0.5" }] }))
      .body;
    expect(credit_note).toMatchObject({ discounts: [], total: 53.75 });
  });

  test("has discounts and charges only with lines, and none of more than there is", async () => {
    const company = await service.company();
    const lines = [{ description: "Work", quantity: 2, unit_price: 100 }];
    const { id } = await issued(company, { lines });
    for (const [body, field] of [
      [{ discounts: [{ percent: 10 }] }, "discounts"],
      [{ charges: [] }, "charges"],
      [{ lines, discounts: [{ amount: 201 }] }, "discounts[0]"],
    ] as const)
      expect((await credit(company, id, body)).body.errors).toMatchObject([{ field }]);
  });

  test.each([undefined, {}, { lines: null }])("whole is asked for by the body %j", async (body) => {
    const company = await service.company();
    expect((await credit(company, (await issued(company)).id, body)).body.credit_note.total).toBe(1000);
  });

  test("without lines is 422 once a part is credited: what is left has no lines of its own", async () => {
    const company = await service.company();
    const { id } = await issued(company);
    await creditAmount(company, id, 1);
    expect((await credit(company, id)).status).toBe(422);
    expect((await invoiceOf(company, id)).amount_credited).toBe(1);
  });

  test("at most what is left of the invoice, whatever has been paid", async () => {
    const company = await service.company();
    const { id } = await issued(company);
    const refused = await creditAmount(company, id, 1000.01);
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "lines"]);
    await pay(company, { invoice_id: id, amount: 900 });
    expect((await creditAmount(company, id, 300)).body.invoice).toMatchObject({
      status: "paid",
      amount_credited: 300,
      amount_due: 0,
      amount_to_refund: 200,
    });
    expect((await creditAmount(company, id, 700.01)).status).toBe(422);
    expect((await creditAmount(company, id, 700)).body.invoice.amount_credited).toBe(1000);
    expect((await creditAmount(company, id, 0.01)).status).toBe(422);
  });

  test("on a paid invoice: it stays paid since then, and the buyer is owed something", async () => {
    const company = await service.company();
    const { id } = await issued(company);
    const { invoice } = (await pay(company, { invoice_id: id, amount: 1000, paid_at: "2026-11-01" })).body;
    const { body } = await creditAmount(company, id, 250);
    expect(body.invoice).toEqual({
      ...invoice,
      amount_credited: 250,
      amount_due: 0,
      amount_to_refund: 250,
      updated_at: service.clock.now().toISOString(),
    });
  });

  test("on an invoice that was written off: it stays so until nothing is due", async () => {
    const company = await service.company();
    const { id } = await issued(company);
    await company.call(`POST /invoices/${id}/write_off`);
    expect((await creditAmount(company, id, 1)).body.invoice.status).toBe("uncollectible");
    expect((await creditAmount(company, id, 999)).body.invoice.status).toBe("paid");
  });

  test("on a draft or a void invoice is 422, and uses no number", async () => {
    const company = await service.company();
    const [draft, voided, open] = [await company.draft(), await issued(company), await issued(company)];
    await company.call(`POST /invoices/${voided.id}/void`);
    for (const { id } of [draft, voided]) {
      expect((await creditAmount(company, id, 1)).status).toBe(422);
      expect((await credit(company, id)).status).toBe(422);
    }
    expect((await company.call(`GET /invoices/${draft.id}`)).body.invoice).toEqual(draft);
    expect((await creditAmount(company, open.id, 1)).body.credit_note.number).toBe("CN-000001");
  });

  test.each([
    ["nothing", { lines: [{ description: "Nothing", quantity: 1, unit_price: 0 }] }, ["lines"]],
    ["no line", { lines: [] }, ["lines"]],
    ["a line without a price", { lines: [{ description: "x", quantity: 1 }] }, ["lines[0].unit_price"]],
    [
      "faults of every kind at once",
      { lines: [{ product_id: 9_007_199_254_740_991, quantity: 0 }], reason: "x".repeat(501) },
      ["lines[0].product_id", "lines[0].quantity", "reason"],
    ],
    ["more than 15 digits", { lines: [{ description: "x", quantity: 1e9, unit_price: 1e9 }] }, ["lines"]],
  ])("of %s is 422 with the field, and changes nothing", async (_what, body, fields) => {
    const company = await service.company();
    const invoice = await issued(company);
    const refused = await credit(company, invoice.id, body);
    expect(refused.status).toBe(422);
    expect(refused.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(fields);
    expect(await invoiceOf(company, invoice.id)).toEqual(invoice);
    expect(await notesOf(company)).toEqual([]);
  });

  test.each([
    ["JPY", "10.5", 11],
    ["KWD", "0.0005", 0.001],
  ])("is rounded as %s is", async (currency, unit_price, total) => {
    const company = await service.company();
    const { id } = await issued(company, { currency });
    expect((await creditAmount(company, id, unit_price)).body.credit_note).toMatchObject({ currency, total });
  });

  test("404 for another company's invoice, which stays as it is", async () => {
    const [ours, theirs] = [await service.company(), await service.company()];
    const invoice = await issued(theirs);
    expect((await credit(ours, invoice.id)).status).toBe(404);
    expect(await invoiceOf(theirs, invoice.id)).toEqual(invoice);
  });
});

describe("the events of a credit note", () => {
  test("the note as GET gives it; and the invoice only when it is paid by it", async () => {
    const company = await service.company();
    const invoice = await issued(company);
    const start = (await eventsOf(company)).length;
    const part = (await creditAmount(company, invoice.id, 400)).body;
    const rest = (await creditAmount(company, invoice.id, 600)).body;
    await creditAmount(company, (await issued(company)).id, 1);
    const reported = (await eventsOf(company))
      .slice(start)
      .filter(({ type }) => /credit_note|paid/.test(type));
    expect(reported.map(({ type }) => type)).toEqual([
      "credit_note.issued",
      "credit_note.issued",
      "invoice.paid",
      "credit_note.issued",
    ]);
    expect(reported[0]!.data).toEqual({ object: await noteOf(company, part.credit_note.id) });
    expect(reported[1]!.data).toEqual({ object: await noteOf(company, rest.credit_note.id) });
    expect(reported[2]!.data).toEqual({
      object: await invoiceOf(company, invoice.id),
      previous: part.invoice,
    });
  });

  test("an invoice that was paid before is not paid again", async () => {
    const company = await service.company();
    const { id } = await issued(company);
    await pay(company, { invoice_id: id, amount: 1000 });
    await credit(company, id);
    const types = (await eventsOf(company)).map(({ type }) => type);
    expect(types.filter((type) => type === "invoice.paid")).toHaveLength(1);
    expect(types.at(-1)).toBe("credit_note.issued");
  });
});
