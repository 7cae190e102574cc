import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { type PaymentService, startPaymentService } from "../../../../test/payment-service.ts";
import { currentAccount } from "../gateways/service.ts";
import {
  notificationOf,
  notify,
  notifyOnce,
  recordsOf,
  startedPayment,
} from "../payment-attempts/payment-attempts.fixture.ts";
import { eventsOf, invoiceOf, issued, refund } from "./money.fixture.ts";

// A bank takes back what a gateway took: the claim is open again, once, whatever arrives twice or in another order.
let shop: PaymentService;
beforeAll(async () => {
  shop = await startPaymentService({ sendsNotifications: false });
});
beforeEach(() => shop.gateway.faults.clear());
afterAll(() => shop.close());

type Scene = { company: TestCompany; invoice: number; payment: number; attempt: string };

/** An invoice of 1,000 that was paid through the gateway. */
async function paid(fields: object = {}): Promise<Scene> {
  const company = await shop.company();
  const { id: invoice } = await issued(company);
  const { reference, attempt } = await startedPayment(shop, company, { invoice_id: invoice, ...fields });
  shop.gateway.pay(attempt);
  await notify(shop, await notificationOf(shop, company, attempt));
  const [payment] = (await recordsOf(company, reference)).payments;
  return { company, invoice, payment: payment.id, attempt };
}

/** What the gateway sends when a dispute is opened or decided. */
async function disputeNotice(company: TestCompany, attempt: string, event: "create" | "resolve") {
  const { secretKey } = await currentAccount(shop.context, shop.context.db, company.id, "sandbox");
  const data = { id: 1, status: "resolved", transaction: { reference: attempt } };
  const body = JSON.stringify({ event: `charge.dispute.${event}`, data });
  return { body, signature: createHmac("sha512", secretKey).update(body).digest("hex") };
}

async function tell({ company, attempt }: Scene, event: "create" | "resolve", copies = 1) {
  const answers = await notify(shop, await disputeNotice(company, attempt, event), copies);
  return answers.map(({ status }) => status);
}

const paymentOf = async ({ company, payment }: Scene) =>
  (await company.call(`GET /payments/${payment}`)).body.payment;

/** The types of the events that `act` causes. */
async function eventsDuring({ company }: Scene, act: () => Promise<unknown>) {
  const before = (await eventsOf(company)).length;
  await act();
  return (await eventsOf(company)).slice(before);
}

describe("a dispute that is open", () => {
  test("is shown on the payment and emits one event; the invoice stays paid", async () => {
    const scene = await paid();
    const invoice = await invoiceOf(scene.company, scene.invoice);
    shop.gateway.dispute(scene.attempt, "open");
    const events = await eventsDuring(scene, async () => {
      expect(await tell(scene, "create", 5)).toEqual([200, 200, 200, 200, 200]);
      await tell(scene, "create");
    });
    const payment = await paymentOf(scene);
    expect(payment).toMatchObject({
      disputed_at: shop.clock.now().toISOString(),
      dispute_status: "open",
      dispute_reason: "chargeback",
      reversed_at: null,
    });
    expect(events).toMatchObject([
      { type: "payment.disputed", actor: { type: "system" }, data: { object: payment } },
    ]);
    expect(await invoiceOf(scene.company, scene.invoice)).toEqual(invoice);
  });

  test("and then won changes nothing but the status of the dispute", async () => {
    const scene = await paid();
    shop.gateway.dispute(scene.attempt, "open");
    await tell(scene, "create");
    shop.gateway.dispute(scene.attempt, "won");
    const events = await eventsDuring(scene, () => tell(scene, "resolve", 3));
    expect(events.map(({ type, data }) => [type, data.object.dispute_status])).toEqual([
      ["payment.disputed", "won"],
    ]);
    expect(await paymentOf(scene)).toMatchObject({ dispute_status: "won", reversed_at: null });
    expect(await invoiceOf(scene.company, scene.invoice)).toMatchObject({ status: "paid", amount_due: 0 });
  });
});

describe("a dispute that is lost", () => {
  test("reverses the payment, once for many notifications: the invoice is owed again", async () => {
    const scene = await paid();
    shop.gateway.dispute(scene.attempt, "open");
    await tell(scene, "create");
    shop.gateway.dispute(scene.attempt, "lost");
    const events = await eventsDuring(scene, () => tell(scene, "resolve", 10));
    expect(events.map(({ type }) => type)).toEqual([
      "payment.disputed",
      "payment.reversed",
      "invoice.updated",
    ]);
    const payment = await paymentOf(scene);
    expect(payment).toMatchObject({
      dispute_status: "lost",
      reversed_at: shop.clock.now().toISOString(),
      reversal_reason: "The buyer's bank took the money back (chargeback).",
      allocations: [],
    });
    expect(events[1]).toMatchObject({ actor: { type: "system" }, data: { object: payment } });
    expect(await invoiceOf(scene.company, scene.invoice)).toMatchObject({
      status: "open",
      amount_paid: 0,
      amount_due: 1000,
      paid_at: null,
    });
    const audited = await shop.context.db.query(
      "select action from audit_entries where company_id = $1 and action in ('payment.disputed', 'payment.reversed') order by id",
      [scene.company.id],
    );
    expect(audited).toHaveLength(3);
  });

  test("is the same if its notification overtakes the earlier ones", async () => {
    const scene = await paid();
    shop.gateway.dispute(scene.attempt, "lost");
    await tell(scene, "resolve");
    const events = await eventsDuring(scene, () => tell(scene, "create"));
    expect(events).toEqual([]);
    expect(await paymentOf(scene)).toMatchObject({ dispute_status: "lost", disputed_at: expect.any(String) });
  });

  test("is recorded together with a payment of which no notification had arrived", async () => {
    const company = await shop.company();
    const { id: invoice } = await issued(company);
    const { reference, attempt } = await startedPayment(shop, company, { invoice_id: invoice });
    shop.gateway.pay(attempt);
    shop.gateway.dispute(attempt, "open");
    expect((await notifyOnce(shop, await disputeNotice(company, attempt, "create"))).status).toBe(200);
    const { payments } = await recordsOf(company, reference);
    expect(payments).toMatchObject([{ amount: 1000, dispute_status: "open" }]);
  });

  test("makes every invoice owed again that the payment had paid, and the rest can't be allocated", async () => {
    const company = await shop.company();
    const customer_id = await company.customer();
    const [first, second] = [await issued(company, { customer_id }), await issued(company, { customer_id })];
    const { reference, attempt } = await startedPayment(shop, company, { amount: 2500 });
    shop.gateway.pay(attempt);
    await notify(shop, await notificationOf(shop, company, attempt));
    const [{ id }] = (await recordsOf(company, reference)).payments as [{ id: number }];
    for (const { id: invoice_id } of [second, first]) {
      await company.call(`POST /payments/${id}/allocate`, { body: { invoice_id } });
    }
    shop.gateway.dispute(attempt, "lost");
    await tell({ company, attempt, payment: id, invoice: 0 }, "resolve");
    for (const { id: invoice } of [first, second]) {
      expect(await invoiceOf(company, invoice)).toMatchObject({ status: "open", amount_due: 1000 });
    }
    const { status, body } = await company.call(`POST /payments/${id}/allocate`, { body: {} });
    expect([status, body.code]).toEqual([422, "invalid_state"]);
    expect((await company.call(`GET /customers/${customer_id}`)).body.customer.balance).toEqual([
      { currency: "NGN", due: 2000, overdue: 0, credit: 0 },
    ]);
  });

  test("for a part of the payment is recorded as a refund, and the claim stays as it is", async () => {
    const scene = await paid();
    shop.gateway.dispute(scene.attempt, "lost", { amount: 40_000 });
    const events = await eventsDuring(scene, () => tell(scene, "resolve", 3));
    expect(events.map(({ type }) => type)).toEqual(["payment.disputed", "payment.refunded"]);
    expect(await paymentOf(scene)).toMatchObject({
      dispute_status: "lost",
      reversed_at: null,
      amount_refunded: 400,
      refunds: [{ amount: 400, status: "done" }],
    });
    expect(await invoiceOf(scene.company, scene.invoice)).toMatchObject({
      status: "paid",
      amount_refunded: 400,
    });
  });

  test("takes no more than a refund has left, which may still be pending", async () => {
    const scene = await paid();
    expect((await refund(scene.company, scene.payment, { amount: 300 })).status).toBe(200);
    shop.gateway.dispute(scene.attempt, "lost");
    await tell(scene, "resolve");
    expect(await paymentOf(scene)).toMatchObject({ reversed_at: null, amount_refunded: 700 });
    expect((await refund(scene.company, scene.payment)).status).toBe(422);
  });

  test("in another currency is shown, and moves no money", async () => {
    const scene = await paid();
    shop.gateway.dispute(scene.attempt, "lost", { currency: "USD" });
    const events = await eventsDuring(scene, () => tell(scene, "resolve"));
    expect(events.map(({ type }) => type)).toEqual(["payment.disputed"]);
    expect(await paymentOf(scene)).toMatchObject({
      dispute_status: "lost",
      reversed_at: null,
      amount_refunded: 0,
    });
  });
});

describe("nothing changes", () => {
  test("by a notification that is forged, names no payment, or is about a payment that nobody disputes", async () => {
    const scene = await paid();
    const before = await paymentOf(scene);
    const genuine = await disputeNotice(scene.company, scene.attempt, "resolve");
    expect((await notifyOnce(shop, genuine)).status).toBe(200);
    shop.gateway.dispute(scene.attempt, "lost");
    const other = await shop.company();
    const forged = await disputeNotice(other, scene.attempt, "resolve");
    expect((await notifyOnce(shop, forged)).status).toBe(401);
    expect((await notifyOnce(shop, await disputeNotice(other, "att-unknown", "resolve"))).status).toBe(401);
    expect(await paymentOf(scene)).toEqual(before);
  });

  test("while the gateway does not answer; its next notification finds the dispute", async () => {
    const scene = await paid();
    shop.gateway.dispute(scene.attempt, "lost");
    shop.gateway.faults.set({ dispute: { fault: "error", times: 1 } });
    expect(await tell(scene, "resolve")).toEqual([502]);
    expect((await paymentOf(scene)).dispute_status).toBeNull();
    expect(await tell(scene, "resolve")).toEqual([200]);
    expect((await paymentOf(scene)).reversed_at).not.toBeNull();
  });
});
