import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { emitOverdueEvents } from "../src/domains/billing/invoices/overdue.ts";
import {
  credit,
  creditAmount,
  eventsOf,
  invoiceOf,
  issued,
  link,
  pay,
} from "../src/domains/payments/payments/money.fixture.ts";
import { readPdf } from "../src/domains/sending/documents/pdf.fixture.ts";
import { startService, type TestCompany, type TestService } from "./harness.ts";

// The pass over overdue invoices works on every company there is, so this file lives in a year of its own.
const start = new Date("2019-03-02T11:00:00.000Z");
const taxedLine = { description: "Work", quantity: 1, unit_price: 1000, tax_rate: 7.5 };

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService({ now: start });
});
beforeEach(async () => {
  service.clock.set(start);
  company = await service.company();
});
afterAll(() => service.close());

/** An issued invoice of 1,075 with tax, of which the buyer withholds 50. */
const withheld = (fields: object = {}) =>
  issued(company, { lines: [taxedLine], withholding: { rate: 5 }, due_date: "2019-03-10", ...fields });

const certify = (id: number, body: object) => company.call(`PATCH /payments/${id}`, { body });

const amounts = (invoice: Record<string, unknown>) => [
  invoice.status,
  invoice.amount_due,
  invoice.amount_payable,
];

describe("what a buyer withholds", () => {
  test("is a percentage of the total without tax, and every answer shows it and what is left to pay", async () => {
    const { status, body } = await company.call("POST /invoices", {
      body: {
        customer_id: await company.customer(),
        lines: [taxedLine],
        discounts: [{ percent: 10 }],
        charges: [{ amount: 30 }],
        withholding: { rate: "7.5", reason: "Services" },
      },
    });
    expect(status).toBe(201);
    // 1,000 − 100 + 30 = 930 without tax.
    expect(body.invoice).toMatchObject({
      withholding: { rate: 7.5, reason: "Services" },
      withholding_amount: 69.75,
      total: 999.75,
      amount_due: 999.75,
      amount_payable: 930,
    });
    expect(await invoiceOf(company, body.invoice.id)).toEqual(body.invoice);
    const listed = await company.call("GET /invoices?include=lines&limit=1");
    expect(listed.body.invoices[0]).toEqual(body.invoice);
  });

  test("is nothing unless somebody says so", async () => {
    expect(await issued(company)).toMatchObject({
      withholding: null,
      withholding_amount: 0,
      amount_due: 1000,
      amount_payable: 1000,
    });
  });

  test.each([
    [{ rate: 0 }, "withholding.rate"],
    [{ rate: -1 }, "withholding.rate"],
    [{ rate: 100.0001 }, "withholding.rate"],
    [{ rate: 1.00001 }, "withholding.rate"],
    [{}, "withholding.rate"],
    [{ rate: 5, reason: "x".repeat(201) }, "withholding.reason"],
    [5, "withholding"],
  ])("%j is 422 in POST and PATCH, and nothing changes", async (withholding, field) => {
    const draft = await company.draft();
    for (const reply of [
      await company.call("POST /invoices", {
        body: { customer_id: draft.customer_id, lines: [taxedLine], withholding },
      }),
      await company.call(`PATCH /invoices/${draft.id}`, { body: { withholding } }),
    ]) {
      expect([reply.status, reply.body.errors[0].field]).toEqual([422, field]);
    }
    expect(await invoiceOf(company, draft.id)).toEqual(draft);
  });

  test("follows the lines of a draft, changes by PATCH, and null removes it", async () => {
    const draft = await company.draft({ lines: [taxedLine], withholding: { rate: 5 } });
    const change = async (body: object) =>
      (await company.call(`PATCH /invoices/${draft.id}`, { body })).body.invoice;
    const double = await change({ lines: [{ ...taxedLine, quantity: 2 }] });
    expect([double.withholding, double.withholding_amount]).toEqual([{ rate: 5 }, 100]);
    expect((await change({ withholding: { rate: 10 } })).withholding_amount).toBe(200);
    expect(await change({ withholding: null })).toMatchObject({ withholding: null, withholding_amount: 0 });
    expect((await change({ notes: "Later" })).withholding).toBeNull();
  });

  test("may be all of an invoice without tax: it is open, and nobody is asked for anything", async () => {
    const all = await issued(company, { withholding: { rate: 100 } });
    expect([...amounts(all), all.withholding_amount]).toEqual(["open", 1000, 0, 1000]);
  });
});

describe("the customer's withholding_rate", () => {
  test("is the default of invoices, which null suppresses and another rate replaces", async () => {
    const customer_id = await company.customer({ withholding_rate: "5" });
    const draft = (fields: object) => company.draft({ customer_id, lines: [taxedLine], ...fields });
    expect(await draft({})).toMatchObject({ withholding: { rate: 5 }, withholding_amount: 50 });
    expect(await draft({ withholding: null })).toMatchObject({ withholding: null, withholding_amount: 0 });
    expect((await draft({ withholding: { rate: 2 } })).withholding_amount).toBe(20);
    expect(await draft({ discounts: [] })).toMatchObject({ discounts: [], withholding: { rate: 5 } });
  });

  test("meets the default discount of the same customer", async () => {
    const customer_id = await company.customer({ withholding_rate: 5, default_discount_percent: 10 });
    const draft = await company.draft({ customer_id, lines: [taxedLine] });
    expect(draft).toMatchObject({ discount_total: 100, withholding_amount: 45 });
    const plain = await company.draft({ customer_id, lines: [taxedLine], withholding: null });
    expect(plain).toMatchObject({ discount_total: 100, withholding: null });
  });

  test("holds for the invoices of sales and quotes, and is kept by recurring invoices", async () => {
    const customer_id = await company.customer({ withholding_rate: 5 });
    const body = { customer_id, lines: [taxedLine] };
    const { sale } = (await company.call("POST /sales", { body })).body;
    const ofSale = (await company.call(`POST /sales/${sale.id}/invoice`)).body.invoice;
    expect(ofSale).toMatchObject({ withholding: { rate: 5 }, withholding_amount: 50 });
    const { quote } = (await company.call("POST /quotes", { body: { ...body, valid_until: "2019-04-01" } }))
      .body;
    for (const step of ["send", "accept"])
      await company.call(`POST /quotes/${quote.id}/${step}`, { body: {} });
    const ofQuote = (await company.call(`POST /quotes/${quote.id}/invoice`)).body.invoice;
    expect(ofQuote).toMatchObject({ withholding: { rate: 5 }, withholding_amount: 50 });
    const schedule = { ...body, interval: "month", start_date: "2019-04-01" };
    const made = (await company.call("POST /recurring_invoices", { body: schedule })).body.recurring_invoice;
    expect(made).toMatchObject({ withholding: { rate: 5 }, withholding_amount: 50 });
    const changed = await company.call(`PATCH /recurring_invoices/${made.id}`, {
      body: { withholding: null },
    });
    expect(changed.body.recurring_invoice).toMatchObject({ withholding: null, withholding_amount: 0 });
  });

  test.each([0, -5, 100.1, 1.00001])("%d is 422", async (withholding_rate) => {
    const reply = await company.call("POST /customers", { body: { name: "A", withholding_rate } });
    expect([reply.status, reply.body.errors[0].field]).toEqual([422, "withholding_rate"]);
  });
});

describe("the amount payable", () => {
  test("is settled first by money, then by the certificate", async () => {
    const { id } = await withheld();
    const money = (await pay(company, { invoice_id: id, amount: 1025 })).body.invoice;
    expect(amounts(money)).toEqual(["partially_paid", 50, 0]);
    const tax = await pay(company, { invoice_id: id, amount: 50, method: "withholding_tax" });
    expect(amounts(tax.body.invoice)).toEqual(["paid", 0, 0]);
  });

  test("is the same once the certificate came first, and falls by money alone", async () => {
    const { id } = await withheld();
    const tax = await pay(company, { invoice_id: id, amount: 50, method: "withholding_tax" });
    expect(amounts(tax.body.invoice)).toEqual(["partially_paid", 1025, 1025]);
    expect(amounts((await pay(company, { invoice_id: id, amount: 1000 })).body.invoice)).toEqual([
      "partially_paid",
      25,
      25,
    ]);
    expect(amounts((await pay(company, { invoice_id: id, amount: 25 })).body.invoice)).toEqual([
      "paid",
      0,
      0,
    ]);
  });

  test("grows by what a certificate falls short of, and shrinks by no more than is due", async () => {
    const { id } = await withheld();
    await pay(company, { invoice_id: id, amount: 20, method: "withholding_tax" });
    expect(amounts(await invoiceOf(company, id))).toEqual(["partially_paid", 1055, 1025]);
    await pay(company, { invoice_id: id, amount: 60, method: "withholding_tax" });
    expect(amounts(await invoiceOf(company, id))).toEqual(["partially_paid", 995, 995]);
    const tooMuch = await pay(company, { invoice_id: id, amount: 995.01, method: "withholding_tax" });
    expect([tooMuch.status, tooMuch.body.errors[0].field]).toEqual([422, "amount"]);
  });

  test("is 0 after a credit note for all, and lower after one for a part", async () => {
    const whole = await withheld();
    await credit(company, whole.id);
    expect(amounts(await invoiceOf(company, whole.id))).toEqual(["paid", 0, 0]);
    const part = await withheld();
    await creditAmount(company, part.id, 75);
    expect(amounts(await invoiceOf(company, part.id))).toEqual(["open", 1000, 950]);
  });

  test("comes back when a payment is reversed", async () => {
    const { id } = await withheld();
    await pay(company, { invoice_id: id, amount: 1025 });
    const { payment } = (await pay(company, { invoice_id: id, amount: 50, method: "withholding_tax" })).body;
    const reversed = await company.call(`POST /payments/${payment.id}/reverse`, { body: { reason: "No" } });
    expect(amounts(reversed.body.invoice)).toEqual(["partially_paid", 50, 0]);
    const again = await pay(company, { invoice_id: id, amount: 50, method: "withholding_tax" });
    expect(amounts(again.body.invoice)).toEqual(["paid", 0, 0]);
  });

  test("is what links and the checkout ask for", async () => {
    const { id } = await withheld();
    const refused = await link(company, { amount: 1025.01, invoice_id: id });
    expect(refused.body.errors).toEqual([
      {
        field: "amount",
        message: "must not exceed the amount payable, 1025 NGN: the buyer withholds the rest of what is due",
      },
    ]);
    const { body } = await link(company, { amount: 1025, invoice_id: id });
    const page = async (query = "") =>
      (await fetch(`${service.url}/checkout/${body.reference}${query}`)).text();
    expect(await page()).toMatch(/Withholding tax \(5%\) deducted by the buyer<\/dt><dd>-₦50\.00/);
    expect(await page("?lang=fr")).toMatch(/Retenue à la source \(5\s%\) déduite par l’acheteur/);
    expect(await page()).toMatch(/To pay now<\/dt><dd>₦1,025\.00/);
    await pay(company, { invoice_id: id, amount: 25 });
    expect(await page()).toMatch(/To pay now<\/dt><dd>₦1,000\.00/);
    await pay(company, { invoice_id: id, amount: 1000 });
    expect(await page()).not.toContain("To pay now");
    expect((await link(company, { amount: 1, invoice_id: id })).status).toBe(422);
  });

  test("is on the PDF, below what is due", async () => {
    const { id } = await withheld();
    const headers = { authorization: `Bearer ${company.appId}:${company.secret}` };
    const file = await fetch(`${service.url}/api/v1/invoices/${id}.pdf`, { headers });
    const { text } = readPdf(Buffer.from(await file.arrayBuffer()));
    expect(text.replaceAll(" \n", "\n")).toContain(
      "Amount due\n₦1,075.00\nWithholding tax (5%) deducted by the buyer\n−₦50.00\nAmount payable\n₦1,025.00",
    );
  });
});

describe("an invoice of which only withheld tax is left", () => {
  const overdueIds = async () =>
    (await company.call("GET /invoices?status=overdue")).body.invoices.map(({ id }: { id: number }) => id);
  const overdueEvents = async () =>
    (await eventsOf(company)).filter(({ type }) => type === "invoice.overdue").length;

  test("is not overdue, whenever that happens, and is again once the payment is reversed", async () => {
    const { id } = await withheld();
    const other = await withheld();
    const { payment } = (await pay(company, { invoice_id: id, amount: 1025 })).body;
    service.clock.set(new Date("2019-04-01T11:00:00.000Z"));
    expect((await invoiceOf(company, id)).overdue).toBe(false);
    expect(await overdueIds()).toEqual([other.id]);
    await emitOverdueEvents(service.context);
    expect(await overdueEvents()).toBe(1);
    await pay(company, { invoice_id: other.id, amount: 1025 });
    expect((await invoiceOf(company, other.id)).overdue).toBe(false);
    expect(await overdueIds()).toEqual([]);
    await company.call(`POST /payments/${payment.id}/reverse`, { body: { reason: "Bounced" } });
    expect((await invoiceOf(company, id)).overdue).toBe(true);
    expect(await overdueIds()).toEqual([id]);
    await emitOverdueEvents(service.context);
    expect(await overdueEvents()).toBe(2);
  });
});

describe("a certificate", () => {
  test("comes with the payment, or later by PATCH, and null clears it", async () => {
    const { id } = await withheld();
    const first = await pay(company, {
      invoice_id: id,
      amount: 20,
      method: "withholding_tax",
      certificate_number: "WHT/1",
    });
    expect(first.body.payment).toMatchObject({ method: "withholding_tax", certificate_number: "WHT/1" });
    const second = (await pay(company, { invoice_id: id, amount: 30, method: "withholding_tax" })).body
      .payment;
    expect(second.certificate_number).toBeNull();
    const { status, body } = await certify(second.id, { certificate_number: "WHT/2" });
    expect(status).toBe(200);
    expect(body.payment).toEqual({ ...second, certificate_number: "WHT/2" });
    expect((await company.call(`GET /payments/${second.id}`)).body.payment).toEqual(body.payment);
    expect((await eventsOf(company)).at(-1)).toMatchObject({
      type: "payment.updated",
      data: { object: body.payment, previous: second },
    });
    expect((await certify(second.id, { certificate_number: null })).body.payment).toEqual(second);
  });

  test("is 422 for another method, with the payment and later", async () => {
    const { id } = await withheld();
    const wrong = await pay(company, { invoice_id: id, amount: 1, method: "cash", certificate_number: "1" });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, "certificate_number"]);
    const { payment } = (await pay(company, { invoice_id: id, amount: 1 })).body;
    const later = await certify(payment.id, { certificate_number: "1" });
    expect([later.status, later.body.errors[0].field]).toEqual([422, "certificate_number"]);
    const long = await certify(payment.id, { certificate_number: "x".repeat(51) });
    expect(long.status).toBe(422);
  });

  test("is not added to a reversed payment", async () => {
    const { id } = await withheld();
    const { payment } = (await pay(company, { invoice_id: id, amount: 50, method: "withholding_tax" })).body;
    await company.call(`POST /payments/${payment.id}/reverse`, { body: { reason: "No" } });
    const reply = await certify(payment.id, { certificate_number: "WHT/1" });
    expect([reply.status, reply.body.code]).toEqual([422, "invalid_state"]);
  });

  test("does not make a repeated request another payment", async () => {
    const { id } = await withheld();
    const body = { invoice_id: id, amount: 50, method: "withholding_tax", reference: "R-1" };
    const { payment } = (await pay(company, body)).body;
    await certify(payment.id, { certificate_number: "WHT/1" });
    const repeated = await pay(company, body);
    expect([repeated.status, repeated.body.payment.id]).toEqual([200, payment.id]);
    expect((await pay(company, { ...body, certificate_number: "WHT/2" })).status).toBe(422);
  });

  test("that is missing is reported with its invoice and customer, as JSON and CSV, until it is there", async () => {
    const customer_id = await company.customer({ name: "Oba, Ltd" });
    const invoice = await withheld({ customer_id });
    const record = async (fields: object) =>
      (await pay(company, { invoice_id: invoice.id, amount: 10, method: "withholding_tax", ...fields })).body
        .payment;
    const missing = await record({});
    const received = await record({ certificate_number: "WHT/1" });
    const reversed = await record({});
    await company.call(`POST /payments/${reversed.id}/reverse`, { body: { reason: "No" } });
    await pay(company, { invoice_id: invoice.id, amount: 1, method: "cash" });
    const report = async (query = "") =>
      (await company.call(`GET /reports/withholding${query}`)).body.withheld_taxes;
    const entry = {
      payment_id: missing.id,
      invoice_id: invoice.id,
      invoice_number: invoice.number,
      customer_name: "Oba, Ltd",
      allocations: [{ invoice_id: invoice.id, invoice_number: invoice.number, amount: 10 }],
      amount: 10,
      currency: "NGN",
      certificate_number: null,
      paid_at: missing.paid_at,
      created_at: missing.created_at,
    };
    expect(await report()).toEqual([entry]);
    const ids = (list: { payment_id: number }[]) => list.map(({ payment_id }) => payment_id);
    expect(ids(await report("?certificate=received"))).toEqual([received.id]);
    expect(ids(await report("?certificate=any"))).toEqual([received.id, missing.id]);
    const csv = (await company.call("GET /reports/withholding.csv")).text;
    expect(csv.split("\r\n")[1]).toContain(`${missing.id},${invoice.id},${invoice.number},"Oba, Ltd",10`);
    await certify(missing.id, { certificate_number: "WHT/2" });
    expect(await report()).toEqual([]);
  });

  test("is reported to its own company only, and to keys with reports:read", async () => {
    const { id } = await withheld();
    await pay(company, { invoice_id: id, amount: 50, method: "withholding_tax" });
    const other = await service.company();
    expect((await other.call("GET /reports/withholding?certificate=any")).body.withheld_taxes).toEqual([]);
    const reader = await service.company({ scopes: ["payments:read"] });
    for (const path of ["/reports/withholding", "/reports/withholding.csv"])
      expect((await reader.call(`GET ${path}`)).status).toBe(403);
  });

  test("of another company's payment is 404", async () => {
    const { id } = await withheld();
    const { payment } = (await pay(company, { invoice_id: id, amount: 50, method: "withholding_tax" })).body;
    const other = await service.company();
    const reply = await other.call(`PATCH /payments/${payment.id}`, { body: { certificate_number: "1" } });
    expect(reply.status).toBe(404);
    expect((await company.call(`GET /payments/${payment.id}`)).body.payment).toEqual(payment);
  });
});
