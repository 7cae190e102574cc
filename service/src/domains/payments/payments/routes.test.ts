import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../../test/harness.ts";
import { eventsOf, eventTypesOf, invoiceOf, issued, pay, statusCounts, times } from "./money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe("POST /payments", () => {
  test("books a part, then the rest; the invoice is partially paid, then paid", async () => {
    const company = await service.company();
    const invoice = await issued(company);
    const first = await pay(company, { invoice_id: invoice.id, amount: "400.50", method: "cash" });
    expect(first.status).toBe(201);
    expect(first.body.payment).toMatchObject({
      invoice_id: invoice.id,
      amount: 400.5,
      currency: "NGN",
      method: "cash",
      reference: null,
      unallocated_amount: 0,
      amount_refunded: 0,
      source: "api",
      late: false,
      paid_at: service.clock.now().toISOString(),
    });
    expect(first.body.invoice).toMatchObject({
      status: "partially_paid",
      amount_paid: 400.5,
      amount_due: 599.5,
    });
    const second = await pay(company, { invoice_id: invoice.id, amount: 599.5 });
    expect(second.body.invoice).toMatchObject({ status: "paid", amount_paid: 1000, amount_due: 0 });
    expect(second.body.invoice).toEqual(await invoiceOf(company, invoice.id));
    expect((await eventTypesOf(company)).slice(-4)).toEqual([
      "payment.recorded",
      "invoice.partially_paid",
      "payment.recorded",
      "invoice.paid",
    ]);
  });

  test("reports all errors at once", async () => {
    const company = await service.company();
    const { id } = await issued(company);
    const { body } = await pay(company, { invoice_id: id, amount: 1.005, currency: "USD" });
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(["amount", "currency"]);
  });

  test("issues a draft, and emits that event first", async () => {
    const company = await service.company();
    const draft = await company.draft();
    const { status, body } = await pay(company, { invoice_id: draft.id, amount: 100 });
    expect([status, body.invoice.status, body.invoice.number]).toEqual([201, "paid", "INV-000001"]);
    expect((await eventTypesOf(company)).slice(-3)).toEqual([
      "invoice.issued",
      "payment.recorded",
      "invoice.paid",
    ]);
  });

  test.each([
    ["more than is due", { amount: 1000.01 }, "amount", "must not exceed the amount due, 1000 NGN"],
    ["too many decimals", { amount: 1.005 }, "amount", "must have at most 2 decimals in NGN"],
    ["nothing", { amount: 0 }, "amount", "must be more than 0"],
    [
      "another currency",
      { amount: 1, currency: "USD" },
      "currency",
      "must be NGN, the currency of the invoice",
    ],
    ["less than nothing", { amount: -1 }, "amount", "must be more than 0"],
    ["more digits than are exact", { amount: "1234567890123456" }, "amount", expect.any(String)],
    ["no amount", {}, "amount", "is required"],
    ["an unknown currency", { amount: 1, currency: "XXX" }, "currency", expect.any(String)],
    ["a method that is no short word", { amount: 1, method: "m".repeat(51) }, "method", expect.any(String)],
    ["a date that is none", { amount: 1, paid_at: "soon" }, "paid_at", expect.any(String)],
  ])("refuses %s, and changes nothing", async (_what, fields, field, message) => {
    const company = await service.company();
    const invoice = await issued(company);
    const { status, body } = await pay(company, { invoice_id: invoice.id, ...fields });
    expect([status, body.errors]).toEqual([422, [{ field, message }]]);
    expect(await invoiceOf(company, invoice.id)).toEqual(invoice);
    expect((await company.call("GET /payments")).body.payments).toEqual([]);
  });

  test("refuses a void and a paid invoice; takes money on one that was written off", async () => {
    const company = await service.company();
    const [voided, paid, lost] = [await issued(company), await issued(company), await issued(company)];
    await company.call(`POST /invoices/${voided.id}/void`);
    await pay(company, { invoice_id: paid.id, amount: 1000 });
    await company.call(`POST /invoices/${lost.id}/write_off`);
    const statuses = [];
    for (const { id } of [voided, paid, lost])
      statuses.push((await pay(company, { invoice_id: id, amount: 1000 })).status);
    expect(statuses).toEqual([422, 422, 201]);
    expect((await invoiceOf(company, lost.id)).status).toBe("paid");
  });

  test("404 for another company's invoice, and for one that does not exist", async () => {
    const [ours, theirs] = [await service.company(), await service.company()];
    const invoice = await issued(theirs);
    for (const invoice_id of [invoice.id, 9_007_199_254_740_991, 0, -1]) {
      expect((await pay(ours, { invoice_id, amount: 1 })).status).toBe(404);
    }
    expect(await invoiceOf(theirs, invoice.id)).toEqual(invoice);
  });

  test("the same reference with the same content is the same payment, with 200; with another, 422", async () => {
    const company = await service.company();
    const invoice = await issued(company);
    const body = { invoice_id: invoice.id, amount: "250", reference: "TRF-1", method: "bank_transfer" };
    const first = await pay(company, body);
    const again = await pay(company, { ...body, amount: 250 });
    expect([again.status, again.body.payment]).toEqual([200, first.body.payment]);
    expect((await invoiceOf(company, invoice.id)).amount_paid).toBe(250);
    const others = [
      { amount: 251 },
      { method: "cash" },
      { method: null },
      { note: "x" },
      { paid_at: "2026-11-01" },
      { currency: "USD" },
    ];
    for (const other of others) {
      const { status, body: refused } = await pay(company, { ...body, ...other });
      expect([other, status, refused.errors?.[0].field]).toEqual([other, 422, "reference"]);
    }
    // It is unique per invoice, not beyond.
    const next = await issued(company);
    expect((await pay(company, { ...body, invoice_id: next.id })).status).toBe(201);
  });

  test("the same reference is known also when the invoice is paid by it", async () => {
    const company = await service.company();
    const invoice = await issued(company);
    const body = { invoice_id: invoice.id, amount: 1000, reference: "ALL" };
    expect((await pay(company, body)).status).toBe(201);
    expect((await pay(company, body)).status).toBe(200);
  });

  test("of 40 at the same moment exactly as many as fit are booked", async () => {
    const company = await service.company();
    const invoice = await issued(company);
    const replies = await times(40, () => pay(company, { invoice_id: invoice.id, amount: 90 }));
    expect(statusCounts(replies)).toEqual({ 201: 11, 422: 29 });
    expect(await invoiceOf(company, invoice.id)).toMatchObject({ amount_paid: 990, amount_due: 10 });
  });

  test("20 requests with one reference at the same moment are one payment", async () => {
    const company = await service.company();
    const draft = await company.draft();
    const body = { invoice_id: draft.id, amount: 60, reference: "TWIN" };
    const replies = await times(20, () => pay(company, body));
    expect(statusCounts(replies)).toEqual({ 200: 19, 201: 1 });
    expect(new Set(replies.map((reply) => reply.body.payment.id)).size).toBe(1);
  });

  test("a draft stays a draft, without a number, when its payment is refused", async () => {
    const company = await service.company();
    const draft = await company.draft();
    expect((await pay(company, { invoice_id: draft.id, amount: 100.01 })).status).toBe(422);
    expect(await invoiceOf(company, draft.id)).toEqual(draft);
    expect((await pay(company, { invoice_id: draft.id, amount: 100 })).body.invoice.number).toBe(
      "INV-000001",
    );
  });

  test.each([
    ["NGN", 0.01, 0.001],
    ["JPY", 1, 0.1],
    ["KWD", 0.001, 0.0001],
  ])("takes as many decimals as %s has, and not one more", async (currency, smallest, tooSmall) => {
    const company = await service.company();
    const { id } = await issued(company, { currency });
    const refused = await pay(company, { invoice_id: id, amount: tooSmall });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "amount"]);
    const { body } = await pay(company, { invoice_id: id, amount: smallest, currency });
    expect(body.payment).toMatchObject({ amount: smallest, currency });
    expect(body.invoice.amount_paid).toBe(smallest);
  });

  test("is exact to the last of 15 digits", async () => {
    const company = await service.company();
    const line = { description: "Work", quantity: 1, unit_price: "9999999999999.99" };
    const { id } = await issued(company, { lines: [line] });
    const first = await pay(company, { invoice_id: id, amount: "9999999999999.98" });
    expect(first.text).toContain('"amount":9999999999999.98,');
    expect(first.body.invoice).toMatchObject({ status: "partially_paid", amount_due: 0.01 });
    expect((await pay(company, { invoice_id: id, amount: 0.02 })).status).toBe(422);
    expect((await pay(company, { invoice_id: id, amount: 0.01 })).body.invoice.status).toBe("paid");
  });

  test("keeps when it was paid, a date as the start of that day where the company is", async () => {
    const company = await service.company();
    const { id } = await issued(company);
    const paidAt = async (paid_at: string) =>
      (await pay(company, { invoice_id: id, amount: 500, paid_at })).body;
    expect((await paidAt("2026-11-10")).payment.paid_at).toBe("2026-11-09T23:00:00.000Z");
    const last = await paidAt("2026-11-12T10:00:00+02:00");
    expect(last.payment.paid_at).toBe("2026-11-12T08:00:00.000Z");
    expect(last.invoice).toMatchObject({ status: "paid", paid_at: last.payment.paid_at });
  });
});

describe("the events of a payment", () => {
  test("payment and invoice as GET gives them, and the invoice as it was before", async () => {
    const company = await service.company();
    const draft = await company.draft();
    const before = await eventsOf(company);
    const { payment, invoice } = (await pay(company, { invoice_id: draft.id, amount: 40 })).body;
    const [issuing, recorded, partly, ...more] = (await eventsOf(company)).slice(before.length);
    expect([issuing!.type, recorded!.type, partly!.type, more]).toEqual([
      "invoice.issued",
      "payment.recorded",
      "invoice.partially_paid",
      [],
    ]);
    expect(issuing!.data.previous).toEqual(draft);
    expect(issuing!.data.object).toMatchObject({ status: "open", number: "INV-000001", amount_paid: 0 });
    expect(recorded!.data).toEqual({ object: payment });
    expect(partly!.data).toEqual({ object: invoice, previous: issuing!.data.object });
    expect((await company.call(`GET /payments/${payment.id}`)).body.payment).toEqual(payment);
    expect(await invoiceOf(company, draft.id)).toEqual(invoice);
  });

  test("no event for a duplicate by reference", async () => {
    const company = await service.company();
    const body = { invoice_id: (await issued(company)).id, amount: 1, reference: "TWIN" };
    await pay(company, body);
    const before = await eventsOf(company);
    expect((await pay(company, body)).status).toBe(200);
    expect(await eventsOf(company)).toEqual(before);
  });
});
