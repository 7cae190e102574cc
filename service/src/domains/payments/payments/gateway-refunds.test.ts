import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { waitsFor, waitsForLocked } from "../../../../test/locked-rows.ts";
import { type PaymentService, startPaymentService } from "../../../../test/payment-service.ts";
import {
  notificationOf,
  notify,
  recordsOf,
  startedPayment,
} from "../payment-attempts/payment-attempts.fixture.ts";
import { creditAmount, eventsOf, invoiceOf, issued, refund, statusCounts, times } from "./money.fixture.ts";
import { claimDueRefunds } from "./queries.ts";
import { sendRefunds } from "./service.ts";

// What a gateway took, the gateway gives back: once, whatever gets lost on the way.
let shop: PaymentService;

beforeAll(async () => {
  shop = await startPaymentService({ sendsNotifications: false });
});
beforeEach(() => shop.gateway.faults.clear());
afterAll(() => shop.close());

async function paid(company: TestCompany, fields: object = {}) {
  const { reference, attempt } = await startedPayment(shop, company, fields);
  shop.gateway.pay(attempt);
  await notify(shop, await notificationOf(shop, company, attempt));
  const [payment] = (await recordsOf(company, reference)).payments;
  return { id: payment.id as number, attempt };
}

const paymentOf = async (company: TestCompany, id: number) =>
  (await company.call(`GET /payments/${id}`)).body.payment;

const atGateway = (attempt: string) =>
  shop.gateway.transactions().find(({ reference }) => reference === attempt)!.refunds;

/** Every refund whose time has come, until none is left for the next hour. */
async function work(): Promise<void> {
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await sendRefunds(shop.context);
    shop.clock.advance(5 * 60_000);
  }
}

const refundEvents = async (company: TestCompany) =>
  (await eventsOf(company)).filter(({ type }) => type === "payment.refunded");

describe("the refund of what a gateway took", () => {
  test("is pending until the gateway has done it, and its event is emitted only then", async () => {
    const company = await shop.company();
    const { id: invoiceId } = await issued(company);
    const { id, attempt } = await paid(company, { invoice_id: invoiceId });
    const { status, body } = await refund(company, id, { amount: 400, reason: "Returned in part" });
    expect([status, body.refund]).toMatchObject([200, { amount: 400, status: "pending", settled_at: null }]);
    expect([body.payment.amount_refunded, await refundEvents(company), atGateway(attempt)]).toEqual([
      0,
      [],
      [],
    ]);
    await work();
    const payment = await paymentOf(company, id);
    expect(payment).toMatchObject({ amount_refunded: 400, refunds: [{ status: "done", failure: null }] });
    expect(atGateway(attempt)).toMatchObject([{ amount: 40_000 }]);
    const [event, ...more] = await refundEvents(company);
    expect([event!.data.object, more]).toEqual([payment, []]);
    expect((await company.call(`GET /invoices/${invoiceId}`)).body.invoice).toMatchObject({
      status: "paid",
      amount_due: 0,
      amount_refunded: 400,
    });
  });

  test("is claimed with no more others than a worker can send before the claim ends", async () => {
    const company = await shop.company();
    const { id } = await paid(company);
    for (const amount of [100, 200, 300]) await refund(company, id, { amount });
    const now = shop.clock.now();
    const until = new Date(now.getTime() + 60_000);
    const claimed = await claimDueRefunds(shop.context.db, now, until, 2);
    const rest = await claimDueRefunds(shop.context.db, now, until, 2);
    expect([claimed, rest].map((refunds) => refunds.length)).toEqual([2, 1]);
    expect(await claimDueRefunds(shop.context.db, now, until, 2)).toEqual([]);
    await work();
    expect((await paymentOf(company, id)).amount_refunded).toBe(600);
  });

  test("counts as gone from the moment it is asked for: together never more than was paid", async () => {
    const company = await shop.company();
    const { id, attempt } = await paid(company);
    expect(statusCounts(await times(10, () => refund(company, id, { amount: 300 })))).toEqual({
      200: 3,
      422: 7,
    });
    expect((await refund(company, id)).body.refund.amount).toBe(100);
    expect((await refund(company, id)).status).toBe(422);
    await work();
    expect(atGateway(attempt).reduce((sum, { amount }) => sum + amount, 0)).toBe(100_000);
    expect((await paymentOf(company, id)).amount_refunded).toBe(1000);
  });

  test.each(["cut_after", "error", "down", "garbage", "busy", "unauthorized"] as const)(
    "is made once although the first answer was: %s",
    async (fault) => {
      const company = await shop.company();
      const { id, attempt } = await paid(company);
      shop.gateway.faults.set({ refund: { fault, times: 1 } });
      await refund(company, id);
      await sendRefunds(shop.context);
      const [waiting] = (await paymentOf(company, id)).refunds;
      expect(waiting).toMatchObject({ status: "pending", failure: expect.stringMatching(/gateway/i) });
      await work();
      expect([atGateway(attempt).length, (await paymentOf(company, id)).amount_refunded]).toEqual([1, 1000]);
      expect(await refundEvents(company)).toHaveLength(1);
    },
  );

  test("that the gateway refuses has failed with its reason, and may be asked for again", async () => {
    const company = await shop.company();
    const { id } = await paid(company);
    shop.gateway.faults.set({ refund_ends: "failed" });
    await refund(company, id);
    await work();
    const payment = await paymentOf(company, id);
    expect(payment).toMatchObject({ amount_refunded: 0, refunds: [{ status: "failed" }] });
    expect(payment.refunds[0].failure).toEqual(expect.any(String));
    expect(await refundEvents(company)).toEqual([]);
    shop.gateway.faults.clear();
    expect((await refund(company, id)).status).toBe(200);
    await work();
    expect((await paymentOf(company, id)).amount_refunded).toBe(1000);
  });

  test("is sent once by two workers at the same moment", async () => {
    const company = await shop.company();
    const { id, attempt } = await paid(company);
    await refund(company, id);
    await times(8, () => sendRefunds(shop.context));
    await work();
    expect(atGateway(attempt)).toHaveLength(1);
  });

  test("is left to another worker that has it in hand", async () => {
    const company = await shop.company();
    const { id, attempt } = await paid(company);
    await refund(company, id);
    const { context } = shop;
    expect(await waitsForLocked(context.db, "refunds", company.id, () => sendRefunds(context))).toBe(false);
    expect(atGateway(attempt)).toEqual([]);
    await work();
    expect(atGateway(attempt)).toHaveLength(1);
  });

  test("can't be applied as credit while it is pending, also if both are asked for at once", async () => {
    const company = await shop.company();
    const customer_id = await company.customer();
    const scene = async () => {
      const { id: invoice_id } = await issued(company, { customer_id });
      const { id } = await paid(company, { invoice_id });
      const note = (await creditAmount(company, invoice_id, 400)).body.credit_note.id;
      return { id, source: invoice_id, note, owed: (await issued(company, { customer_id })).id };
    };
    const apply = ({ note, owed }: { note: number; owed: number }) =>
      company.call(`POST /credit_notes/${note}/apply`, { body: { invoice_id: owed } });
    const first = await scene();
    expect((await refund(company, first.id, { amount: 300 })).body.refund.status).toBe("pending");
    expect((await apply(first)).body.credit_note.amount_applied).toBe(100);
    const refused = await apply(first);
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);

    // Whoever locks the invoice first decides: a refund waits for it, as applying credit does.
    const second = await scene();
    const lock = "select 1 from invoices where company_id = $1 and id = $2 for no key update";
    const values = [company.id, second.source];
    const waited = await waitsFor(shop.context.db, { text: lock, values }, () => refund(company, second.id));
    expect([waited, (await apply(second)).status]).toEqual([true, 422]);
    for (let round = 0; round < 5; round += 1) {
      const raced = await scene();
      const [refunded, applied] = await Promise.all([refund(company, raced.id), apply(raced)]);
      expect(refunded.status).toBe(200);
      const { credit_applied_elsewhere: gone } = await invoiceOf(company, raced.source);
      expect([applied.status, gone]).toEqual(applied.status === 200 ? [200, 400] : [422, 0]);
    }
  });

  test("is refused by the gateway, so that its amount can be applied after all", async () => {
    const company = await shop.company();
    const customer_id = await company.customer();
    const { id: invoice_id } = await issued(company, { customer_id });
    const { id } = await paid(company, { invoice_id });
    const note = (await creditAmount(company, invoice_id, 400)).body.credit_note.id;
    const owed = await issued(company, { customer_id });
    shop.gateway.faults.set({ refund_ends: "failed" });
    await refund(company, id, { amount: 400 });
    await work();
    const { status } = await company.call(`POST /credit_notes/${note}/apply`, {
      body: { invoice_id: owed.id },
    });
    expect(status).toBe(200);
  });

  test("a body that is wrong is 422, and a payment of another company 404", async () => {
    const [company, other] = [await shop.company(), await shop.company()];
    const { id } = await paid(company);
    expect((await refund(company, id, { amount: 1000.01 })).status).toBe(422);
    expect((await refund(company, id, { amount: -1 })).status).toBe(422);
    expect((await refund(other, id, { amount: -1 })).status).toBe(404);
  });
});
