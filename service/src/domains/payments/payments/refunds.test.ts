import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { eventsOf, invoiceOf, issued, pay, refund, statusCounts, times } from "./money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A payment of so much on an invoice of 1,000. */
async function paid(company: TestCompany, amount: number | string = 1000, fields: object = {}) {
  const invoice = await issued(company, fields);
  return (await pay(company, { invoice_id: invoice.id, amount })).body.payment;
}
const paymentOf = async (company: TestCompany, id: number) =>
  (await company.call(`GET /payments/${id}`)).body.payment;

describe("POST /payments/{id}/refund", () => {
  test("of a part, then of the rest: noted on payment and invoice, whose claim stays as it is", async () => {
    const company = await service.company();
    const payment = await paid(company);
    const part = await refund(company, payment.id, { amount: "300.10", reason: "Returned" });
    expect(part.status).toBe(200);
    expect(part.body.refund).toEqual({
      id: expect.any(Number),
      amount: 300.1,
      reason: "Returned",
      status: "done",
      failure: null,
      created_at: service.clock.now().toISOString(),
      settled_at: service.clock.now().toISOString(),
    });
    expect(part.body.payment).toEqual({ ...payment, amount_refunded: 300.1, refunds: [part.body.refund] });
    const rest = await refund(company, payment.id);
    expect([rest.body.refund.amount, rest.body.payment.amount_refunded]).toEqual([699.9, 1000]);
    expect(rest.body.payment).toEqual(await paymentOf(company, payment.id));
    expect(await invoiceOf(company, payment.invoice_id)).toMatchObject({
      status: "paid",
      amount_paid: 1000,
      amount_refunded: 1000,
      amount_due: 0,
    });
  });

  test("a second time, when nothing is left, is 422 and emits no event", async () => {
    const company = await service.company();
    const payment = await paid(company);
    expect((await refund(company, payment.id)).status).toBe(200);
    const before = await eventsOf(company);
    for (const body of [undefined, {}, { amount: null }, { amount: 0.01 }]) {
      expect((await refund(company, payment.id, body)).status).toBe(422);
    }
    expect(await eventsOf(company)).toEqual(before);
  });

  test.each([
    [{ amount: 1000.01 }, "must not exceed the amount left to refund, 1000 NGN"],
    [{ amount: 0 }, "must be more than 0"],
    [{ amount: -5 }, "must be more than 0"],
    [{ amount: 0.001 }, "must have at most 2 decimals in NGN"],
    [{ amount: "all" }, expect.any(String)],
  ])("of %j is 422 with the field, and changes nothing", async (body, message) => {
    const company = await service.company();
    const payment = await paid(company);
    const refused = await refund(company, payment.id, body);
    expect([refused.status, refused.body.errors]).toEqual([422, [{ field: "amount", message }]]);
    expect(await paymentOf(company, payment.id)).toEqual(payment);
  });

  test.each([
    ["JPY", 1, 0.5],
    ["KWD", 0.001, 0.0005],
  ])("takes the decimals of %s", async (currency, smallest, tooSmall) => {
    const company = await service.company();
    const payment = await paid(company, 1000, { currency });
    expect((await refund(company, payment.id, { amount: tooSmall })).status).toBe(422);
    expect((await refund(company, payment.id, { amount: smallest })).body.payment.amount_refunded).toBe(
      smallest,
    );
  });

  test("of 40 at the same moment, exactly as many as fit: never more than the payment", async () => {
    const company = await service.company();
    const payment = await paid(company);
    const replies = await times(40, () => refund(company, payment.id, { amount: 150 }));
    expect(statusCounts(replies)).toEqual({ 200: 6, 422: 34 });
    expect(await paymentOf(company, payment.id)).toMatchObject({ amount_refunded: 900 });
    expect(await invoiceOf(company, payment.invoice_id)).toMatchObject({ amount_refunded: 900 });
  });

  test("of 20 wholes at the same moment, one", async () => {
    const company = await service.company();
    const payment = await paid(company);
    expect(statusCounts(await times(20, () => refund(company, payment.id)))).toEqual({ 200: 1, 422: 19 });
    expect(await invoiceOf(company, payment.invoice_id)).toMatchObject({ amount_refunded: 1000 });
  });

  test("of several payments of one invoice add up on it, and a partly paid one stays so", async () => {
    const company = await service.company();
    const invoice = await issued(company);
    const payments = await times(
      3,
      async () => (await pay(company, { invoice_id: invoice.id, amount: 100 })).body.payment,
    );
    await Promise.all(payments.map(({ id }, index) => refund(company, id, { amount: 10 * (index + 1) })));
    expect(await invoiceOf(company, invoice.id)).toMatchObject({
      status: "partially_paid",
      amount_paid: 300,
      amount_refunded: 60,
      amount_due: 700,
    });
  });

  test("refunds unallocated money first: only the rest affects the invoice", async () => {
    const company = await service.company();
    const payment = await paid(company);
    // As a gateway will bring it: 1,200 for an invoice of 1,000.
    await service.context.db.query(
      "update payments set amount = 1200, unallocated_amount = 200, source = 'gateway' where company_id = $1",
      [company.id],
    );
    const refunded = async (amount?: number) => {
      expect((await refund(company, payment.id, amount ? { amount } : undefined)).status).toBe(200);
      return (await invoiceOf(company, payment.invoice_id)).amount_refunded;
    };
    expect([await refunded(150), await refunded(100), await refunded()]).toEqual([0, 50, 1000]);
    expect(await paymentOf(company, payment.id)).toMatchObject({ amount_refunded: 1200 });
  });

  test("of money that belongs to no invoice touches none", async () => {
    const company = await service.company();
    const [row] = await service.context.db.query<{ id: number }>(
      `insert into payments (company_id, amount, unallocated_amount, currency, source, paid_at, created_at)
       values ($1, 70, 70, 'NGN', 'gateway', $2, $2) returning id`,
      [company.id, service.clock.now()],
    );
    const { status, body } = await refund(company, row!.id);
    expect([status, body.payment]).toMatchObject([200, { invoice_id: null, amount_refunded: 70 }]);
  });

  test("emits an event with the payment as GET returns it, and its previous state", async () => {
    const company = await service.company();
    const payment = await paid(company);
    const before = await eventsOf(company);
    await refund(company, payment.id, { amount: 1 });
    expect((await eventsOf(company)).slice(before.length)).toMatchObject([
      {
        type: "payment.refunded",
        data: { object: await paymentOf(company, payment.id), previous: payment },
      },
    ]);
  });

  test("404 for another company's payment, which stays as it is", async () => {
    const [ours, theirs] = [await service.company(), await service.company()];
    const payment = await paid(theirs);
    expect((await refund(ours, payment.id)).status).toBe(404);
    expect((await refund(ours, payment.id, { amount: -1 })).status).toBe(404);
    expect(await paymentOf(theirs, payment.id)).toEqual(payment);
  });
});
