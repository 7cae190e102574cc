import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  openPage,
  type PaymentService,
  startCheckoutPayment,
  startPaymentService,
} from "../../../../test/payment-service.ts";
import { eventTypesOf, issued, pay } from "../payments/money.fixture.ts";
import {
  notificationOf,
  notify,
  recordsOf,
  returnToCheckout,
  startedPayment,
} from "./payment-attempts.fixture.ts";
import { pollDuePaymentAttempts } from "./service.ts";

// Money that a gateway took is never refused, whatever is odd about it.
let shop: PaymentService;

beforeAll(async () => {
  shop = await startPaymentService({ sendsNotifications: false });
});
beforeEach(() => shop.gateway.faults.clear());
afterAll(() => shop.close());

const day = 24 * 3600_000;

describe("money that was taken after the link had expired", () => {
  test("is recorded as a late payment without changing the invoice, and the company may allocate it", async () => {
    const company = await shop.company();
    const { id } = await issued(company);
    const { reference, attempt } = await startedPayment(shop, company, { invoice_id: id });
    shop.clock.advance(day + 1000);
    shop.gateway.pay(attempt);
    await notify(shop, await notificationOf(shop, company, attempt));
    const { link, invoice, payments } = await recordsOf(company, reference);
    expect([link.status, invoice.status, payments.length]).toEqual(["expired", "open", 1]);
    expect(payments[0]).toMatchObject({ amount: 1000, unallocated_amount: 1000, late: true, invoice_id: id });
    const { status, body } = await company.call(`POST /payments/${payments[0].id}/allocate`);
    expect([status, body.invoice.status, body.payment.unallocated_amount]).toEqual([200, "paid", 0]);
    expect((await eventTypesOf(company)).slice(-3)).toEqual([
      "payment.recorded",
      "payment.allocated",
      "invoice.paid",
    ]);
  });

  test("shows the buyer that it arrived", async () => {
    const company = await shop.company();
    const { attempt, checkout_url } = await startedPayment(shop, company);
    shop.clock.advance(day + 1000);
    shop.gateway.pay(attempt);
    expect((await returnToCheckout(checkout_url)).html).toContain("/receipt");
  });

  test("is not late if it was paid in time and only reported late", async () => {
    const company = await shop.company();
    const { id } = await issued(company);
    const { reference, attempt } = await startedPayment(shop, company, { invoice_id: id });
    shop.clock.advance(day - 1000);
    shop.gateway.pay(attempt);
    shop.clock.advance(3 * day);
    await pollDuePaymentAttempts(shop.context);
    const { link, invoice, payments } = await recordsOf(company, reference);
    expect([link.status, invoice.status, payments[0].late]).toEqual(["paid", "paid", false]);
  });
});

test("a payment of a link that was cancelled in the meantime is recorded as late", async () => {
  const company = await shop.company();
  const { id } = await issued(company);
  const { reference, attempt } = await startedPayment(shop, company, { invoice_id: id });
  shop.clock.advance(1000);
  await company.call(`POST /payments/links/${reference}/cancel`);
  shop.clock.advance(1000);
  shop.gateway.pay(attempt);
  await notify(shop, await notificationOf(shop, company, attempt));
  const { link, invoice, payments } = await recordsOf(company, reference);
  expect([link.status, invoice.status]).toEqual(["cancelled", "open"]);
  expect(payments).toMatchObject([{ amount: 1000, unallocated_amount: 1000, late: true }]);
});

test("a payment made before its link was cancelled, and reported after, pays the invoice", async () => {
  const company = await shop.company();
  const { id } = await issued(company);
  const { reference, attempt } = await startedPayment(shop, company, { invoice_id: id });
  shop.clock.advance(1000);
  shop.gateway.pay(attempt);
  shop.clock.advance(1000);
  await company.call(`POST /payments/links/${reference}/cancel`);
  shop.clock.advance(1000);
  await notify(shop, await notificationOf(shop, company, attempt));
  const { invoice, payments } = await recordsOf(company, reference);
  expect([invoice.status, invoice.amount_paid]).toEqual(["paid", 1000]);
  expect(payments).toMatchObject([{ amount: 1000, unallocated_amount: 0, late: false, invoice_id: id }]);
});

test("if the invoice was partly paid in the meantime, the excess stays unallocated", async () => {
  const company = await shop.company();
  const { id } = await issued(company);
  const { reference, attempt } = await startedPayment(shop, company, { invoice_id: id });
  await pay(company, { invoice_id: id, amount: 700 });
  shop.gateway.pay(attempt);
  await notify(shop, await notificationOf(shop, company, attempt));
  const { link, invoice, payments } = await recordsOf(company, reference);
  expect([link.status, invoice.status, invoice.amount_paid, invoice.amount_due]).toEqual([
    "paid",
    "paid",
    1000,
    0,
  ]);
  expect(payments[0]).toMatchObject({ amount: 1000, unallocated_amount: 700, late: false });
});

test.each([
  ["void", "void"],
  ["paid in another way", "pay"],
])("money for an invoice that is %s by then is kept whole and marked late", async (_state, how) => {
  const company = await shop.company();
  const { id } = await issued(company);
  const { reference, attempt } = await startedPayment(shop, company, { invoice_id: id });
  if (how === "pay") await pay(company, { invoice_id: id, amount: 1000 });
  else await company.call(`POST /invoices/${id}/void`);
  shop.gateway.pay(attempt);
  await notify(shop, await notificationOf(shop, company, attempt));
  const { payments } = await recordsOf(company, reference);
  expect(payments[0]).toMatchObject({ amount: 1000, unallocated_amount: 1000, late: true, invoice_id: id });
});

describe("when the gateway says another amount than was asked for", () => {
  test("that amount is booked with a note, and what is too much is unallocated", async () => {
    const company = await shop.company();
    const { id } = await issued(company);
    const { reference, attempt } = await startedPayment(shop, company, { invoice_id: id });
    shop.gateway.pay(attempt);
    shop.gateway.faults.set({ reports: { amount: 150_025 } });
    await notify(shop, await notificationOf(shop, company, attempt));
    const { link, invoice, payments } = await recordsOf(company, reference);
    expect([link.status, invoice.amount_paid]).toEqual(["paid", 1000]);
    expect(payments[0]).toMatchObject({ amount: 1500.25, unallocated_amount: 500.25 });
    expect(payments[0].note).toContain("1,000.00");
  });

  test("a link that got too little goes on asking for the rest, and for no more", async () => {
    const company = await shop.company();
    const { id } = await issued(company);
    const { reference, attempt, checkout_url } = await startedPayment(shop, company, { invoice_id: id });
    shop.gateway.pay(attempt);
    shop.gateway.faults.set({ reports: { amount: 60_000 } });
    await notify(shop, await notificationOf(shop, company, attempt));
    shop.gateway.faults.clear();
    const { link, invoice } = await recordsOf(company, reference);
    expect([link.status, invoice.status, invoice.amount_due]).toEqual(["active", "partially_paid", 400]);
    expect((await openPage(checkout_url)).html).toContain("₦400.00");
    const second = await startCheckoutPayment(shop, checkout_url);
    shop.gateway.pay(second);
    await notify(shop, await notificationOf(shop, company, second));
    const after = await recordsOf(company, reference);
    expect([after.link.status, after.invoice.status, after.payments.length]).toEqual(["paid", "paid", 2]);
  });
});

test("a payment in another currency is recorded in that currency, for no invoice, and the link is unchanged", async () => {
  const company = await shop.company();
  const { id } = await issued(company);
  const { reference, attempt } = await startedPayment(shop, company, { invoice_id: id });
  shop.gateway.pay(attempt);
  shop.gateway.faults.set({ reports: "wrong_currency" });
  await notify(shop, await notificationOf(shop, company, attempt));
  const { link, invoice, payments } = await recordsOf(company, reference);
  expect([link.status, invoice.status, invoice.amount_paid]).toEqual(["active", "open", 0]);
  expect(payments[0].currency).not.toBe("NGN");
  expect(payments[0]).toMatchObject({ amount: 1000, unallocated_amount: 1000, invoice_id: null });
  const refused = await company.call(`POST /payments/${payments[0].id}/allocate`, {
    body: { invoice_id: id },
  });
  expect([refused.status, refused.body.errors[0].field]).toEqual([422, "invoice_id"]);
});

test("a second payment of the same link is recorded, unallocated and late", async () => {
  const company = await shop.company();
  const { reference, attempt, checkout_url } = await startedPayment(shop, company);
  shop.gateway.pay(attempt, { card: "4000000000000002" });
  await returnToCheckout(checkout_url);
  const { location } = await openPage(`${checkout_url}/pay`, {});
  const second = shop.gateway.transactions().find(({ page }) => page === location)!.reference;
  for (const one of [attempt, second]) {
    shop.gateway.pay(one);
    await notify(shop, await notificationOf(shop, company, one));
  }
  const { link, payments } = await recordsOf(company, reference);
  expect([link.status, payments.map(({ late }) => late)]).toEqual(["paid", [true, false]]);
});

test("a payment of a link without an invoice is unallocated and not late", async () => {
  const company = await shop.company();
  const { reference, attempt } = await startedPayment(shop, company);
  shop.gateway.pay(attempt);
  await notify(shop, await notificationOf(shop, company, attempt));
  const { payments } = await recordsOf(company, reference);
  expect(payments[0]).toMatchObject({ invoice_id: null, unallocated_amount: 1000, late: false });
});

describe("POST /payments/{id}/allocate", () => {
  const received = async (company: Awaited<ReturnType<PaymentService["company"]>>, fields: object = {}) => {
    const { reference, attempt } = await startedPayment(shop, company, fields);
    shop.gateway.pay(attempt);
    await notify(shop, await notificationOf(shop, company, attempt));
    return (await recordsOf(company, reference)).payments[0].id as number;
  };

  test("puts a part towards an invoice, and the rest later towards the same one only", async () => {
    const company = await shop.company();
    const [first, second] = [await issued(company), await issued(company)];
    const id = await received(company);
    const allocate = (body: object) => company.call(`POST /payments/${id}/allocate`, { body });
    expect((await allocate({ invoice_id: first.id, amount: 300 })).body).toMatchObject({
      payment: { invoice_id: first.id, unallocated_amount: 700 },
      invoice: { status: "partially_paid", amount_due: 700 },
    });
    expect((await allocate({ invoice_id: second.id })).status).toBe(422);
    expect((await allocate({})).body.invoice).toMatchObject({ status: "paid" });
    expect((await allocate({})).status).toBe(422);
  });

  test("is 422 for more than there is or is due, and for money that goes back; 404 for what is not ours", async () => {
    const [company, other] = [await shop.company(), await shop.company()];
    const { id: invoiceId } = await issued(company, {
      lines: [{ description: "x", quantity: 1, unit_price: 5000 }],
    });
    const id = await received(company);
    const allocate = (body: object, by = company) => by.call(`POST /payments/${id}/allocate`, { body });
    expect((await allocate({ invoice_id: invoiceId, amount: 1000.01 })).status).toBe(422);
    expect((await allocate({ invoice_id: (await issued(other)).id })).status).toBe(404);
    expect((await allocate({ invoice_id: invoiceId }, other)).status).toBe(404);
    expect((await allocate({})).body.errors[0].field).toBe("invoice_id");
    await company.call(`POST /payments/${id}/refund`, { body: { amount: 900 } });
    expect((await allocate({ invoice_id: invoiceId, amount: 101 })).status).toBe(422);
    expect((await allocate({ invoice_id: invoiceId })).body.payment.unallocated_amount).toBe(900);
  });

  test("of what a caller recorded there is nothing to allocate", async () => {
    const company = await shop.company();
    const { id } = await issued(company);
    const { body } = await pay(company, { invoice_id: id, amount: 10 });
    expect((await company.call(`POST /payments/${body.payment.id}/allocate`)).status).toBe(422);
  });
});

describe("an invoice whose currency is another by then", () => {
  test("can't get there while a link asks for it", async () => {
    const company = await shop.company();
    const draft = await company.draft();
    const { reference } = await startedPayment(shop, company, { amount: 100, invoice_id: draft.id });
    const change = () => company.call(`PATCH /invoices/${draft.id}`, { body: { currency: "USD" } });
    expect((await change()).body.errors[0].field).toBe("currency");
    await company.call(`POST /payments/links/${reference}/cancel`);
    expect((await change()).status).toBe(200);
  });

  test("is free to change while a link asks for another invoice", async () => {
    const company = await shop.company();
    const [linked, free] = [await company.draft(), await company.draft()];
    await startedPayment(shop, company, { amount: 100, invoice_id: linked.id });
    const body = { currency: "USD" };
    expect((await company.call(`PATCH /invoices/${linked.id}`, { body })).status).toBe(422);
    expect((await company.call(`PATCH /invoices/${free.id}`, { body })).body.invoice.currency).toBe("USD");
  });

  test("is not paid by the link's money", async () => {
    const company = await shop.company();
    const draft = await company.draft();
    const { reference, attempt } = await startedPayment(shop, company, { amount: 100, invoice_id: draft.id });
    await shop.context.db.query("update invoices set currency = 'USD' where company_id = $1", [company.id]);
    shop.gateway.pay(attempt);
    await notify(shop, await notificationOf(shop, company, attempt));
    const { invoice, payments } = await recordsOf(company, reference);
    expect([invoice.status, invoice.amount_paid]).toEqual(["draft", 0]);
    expect(payments).toMatchObject([{ amount: 100, currency: "NGN", unallocated_amount: 100, late: true }]);
  });
});

test("a gateway whose clock is ahead does not make punctual money late", async () => {
  const company = await shop.company();
  const { reference, attempt } = await startedPayment(shop, company);
  shop.clock.advance(day - 60_000);
  shop.gateway.pay(attempt);
  shop.clock.advance(-120_000);
  await notify(shop, await notificationOf(shop, company, attempt));
  shop.clock.advance(120_000);
  const { link, payments } = await recordsOf(company, reference);
  expect([link.status, payments[0].late]).toEqual(["paid", false]);
  expect(Date.parse(payments[0].paid_at)).toBeLessThanOrEqual(shop.clock.now().getTime());
});
