import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import {
  creditAmount,
  eventsOf,
  invoiceOf,
  issued,
  pay,
  refund,
  statusCounts,
  times,
} from "./money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const reverse = (company: TestCompany, id: number, reason = "Recorded twice") =>
  company.call(`POST /payments/${id}/reverse`, { body: { reason } });
const paid = async (company: TestCompany, invoiceId: number, amount: number, fields: object = {}) =>
  (await pay(company, { invoice_id: invoiceId, amount, ...fields })).body.payment;

describe("POST /payments/{id}/reverse", () => {
  test("keeps the payment and makes the invoice owed again", async () => {
    const company = await service.company();
    const invoice = await issued(company);
    const first = await paid(company, invoice.id, 400);
    const second = await paid(company, invoice.id, 600);
    expect(await invoiceOf(company, invoice.id)).toMatchObject({ status: "paid", amount_due: 0 });

    const reversed = await reverse(company, second.id);
    expect(reversed.status).toBe(200);
    expect(reversed.body.payment).toEqual({
      ...second,
      allocations: [],
      reversed_at: service.clock.now().toISOString(),
      reversal_reason: "Recorded twice",
    });
    expect((await company.call(`GET /payments/${second.id}`)).body.payment).toEqual(reversed.body.payment);
    const owed = { status: "partially_paid", amount_paid: 400, amount_due: 600, paid_at: null };
    expect(reversed.body.invoice).toMatchObject(owed);
    expect(await invoiceOf(company, invoice.id)).toEqual(reversed.body.invoice);

    expect((await reverse(company, first.id)).body.invoice).toMatchObject({
      status: "open",
      amount_paid: 0,
      amount_due: 1000,
      paid_at: null,
    });
  });

  test("emits payment.reversed, then the invoice as it is owed again, both with their previous state", async () => {
    const company = await service.company();
    const before = await issued(company);
    const payment = await paid(company, before.id, 1000);
    const settled = await invoiceOf(company, before.id);
    const known = await eventsOf(company);
    const { body } = await reverse(company, payment.id);
    expect((await eventsOf(company)).slice(known.length)).toMatchObject([
      { type: "payment.reversed", data: { object: body.payment, previous: payment } },
      { type: "invoice.updated", data: { object: body.invoice, previous: settled } },
    ]);
  });

  test("is audited with its reason", async () => {
    const company = await service.company();
    const payment = await paid(company, (await issued(company)).id, 10);
    await reverse(company, payment.id, "Wrong customer");
    const [entry] = await service.context.db.query(
      "select action, details ->> 'reason' as reason, details ->> 'amount' as amount from audit_entries where company_id = $1 and subject = $2 order by id desc limit 1",
      [company.id, `payment/${payment.id}`],
    );
    expect(entry).toEqual({ action: "payment.reversed", reason: "Wrong customer", amount: "10" });
  });

  test("a second time is 422 and changes nothing; of 20 at once exactly one is done", async () => {
    const company = await service.company();
    const invoice = await issued(company);
    await paid(company, invoice.id, 300);
    const payment = await paid(company, invoice.id, 700);
    expect(statusCounts(await times(20, () => reverse(company, payment.id)))).toEqual({ 200: 1, 422: 19 });
    const refused = await reverse(company, payment.id);
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
    expect(await invoiceOf(company, invoice.id)).toMatchObject({ amount_paid: 300, amount_due: 700 });
    expect((await refund(company, payment.id)).body.code).toBe("invalid_state");
  });

  test("is refused for a refunded payment, and for money from a gateway", async () => {
    const company = await service.company();
    const invoice = await issued(company);
    const refunded = await paid(company, invoice.id, 100);
    await refund(company, refunded.id, { amount: 1 });
    const byGateway = await company.recordPayment(50);
    for (const [id, message] of [
      [refunded.id, "was refunded"],
      [byGateway, "was taken by a payment gateway"],
    ] as const) {
      const reply = await reverse(company, id);
      expect([reply.status, reply.body.code]).toEqual([422, "invalid_state"]);
      expect(reply.body.error).toContain(message);
    }
    expect(await invoiceOf(company, invoice.id)).toMatchObject({ amount_paid: 100, amount_refunded: 1 });
  });

  test("needs a reason", async () => {
    const company = await service.company();
    const payment = await paid(company, (await issued(company)).id, 10);
    for (const body of [{}, { reason: null }, { reason: " " }, { reason: "x".repeat(501) }]) {
      const reply = await company.call(`POST /payments/${payment.id}/reverse`, { body });
      expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([422, "reason"]);
    }
  });

  test("frees the reference: the right payment is recorded under it, and found when it is repeated", async () => {
    const company = await service.company();
    const invoice = await issued(company);
    const wrong = await paid(company, invoice.id, 1000, { reference: "TRF-1" });
    await reverse(company, wrong.id);
    const right = { invoice_id: invoice.id, amount: 900, reference: "TRF-1" };
    const [first, again] = [await pay(company, right), await pay(company, right)];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(first.body.payment.id).not.toBe(wrong.id);
    expect(again.body.payment).toEqual(first.body.payment);
  });

  test("leaves an invoice paid that its credit notes cover, and a written-off one as it is", async () => {
    const company = await service.company();
    const covered = await issued(company);
    const whole = await paid(company, covered.id, 1000);
    await creditAmount(company, covered.id, 1000);
    expect((await reverse(company, whole.id)).body.invoice).toMatchObject({
      status: "paid",
      amount_paid: 0,
      amount_due: 0,
      paid_at: expect.any(String),
    });
    const lost = await issued(company);
    const part = await paid(company, lost.id, 1);
    await company.call(`POST /invoices/${lost.id}/write_off`);
    expect((await reverse(company, part.id)).body.invoice).toMatchObject({
      status: "uncollectible",
      amount_paid: 0,
      amount_due: 1000,
    });
  });

  test("payments and reversals at the same moment leave what the payments that count have paid", async () => {
    const company = await service.company();
    const invoice = await issued(company);
    const payments = await times(5, () => paid(company, invoice.id, 100));
    const replies = await Promise.all([
      ...payments.map(({ id }) => reverse(company, id)),
      ...Array.from({ length: 5 }, () => pay(company, { invoice_id: invoice.id, amount: 100 })),
    ]);
    expect(statusCounts(replies)).toEqual({ 200: 5, 201: 5 });
    expect(await invoiceOf(company, invoice.id)).toMatchObject({
      status: "partially_paid",
      amount_paid: 500,
      amount_due: 500,
    });
  });

  test("another company's payment is 404 and stays as it is", async () => {
    const [ours, theirs] = [await service.company(), await service.company()];
    const payment = await paid(theirs, (await issued(theirs)).id, 10);
    expect((await reverse(ours, payment.id)).status).toBe(404);
    expect((await theirs.call(`GET /payments/${payment.id}`)).body.payment).toEqual(payment);
  });
});
