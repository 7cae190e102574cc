import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { type PaymentService, startPaymentService } from "../../../../test/payment-service.ts";
import { currentAccount } from "../gateways/service.ts";
import { eventsOf, invoiceOf, issued } from "../payments/money.fixture.ts";
import { notificationOf, notify, recordsOf, startedPayment } from "./payment-attempts.fixture.ts";
import { pollDueDisputes } from "./service.ts";

// No notification of a dispute arrives by itself here: what is known of one, the service has asked for.
let shop: PaymentService;
beforeAll(async () => {
  shop = await startPaymentService({ sendsNotifications: false });
});
beforeEach(() => shop.gateway.faults.clear());
afterAll(() => shop.close());

const hour = 3_600_000;
type Scene = { company: TestCompany; invoice: number; payment: number; attempt: string };

/** An invoice of 1,000 that was paid through the gateway, which has been asked for disputes since. */
async function paid(): Promise<Scene> {
  const company = await shop.company();
  const { id: invoice } = await issued(company);
  const { reference, attempt } = await startedPayment(shop, company, { invoice_id: invoice });
  shop.gateway.pay(attempt);
  await notify(shop, await notificationOf(shop, company, attempt));
  const [payment] = (await recordsOf(company, reference)).payments;
  await anHourLater();
  return { company, invoice, payment: payment.id, attempt };
}

async function anHourLater(): Promise<void> {
  shop.clock.advance(hour);
  await pollAll();
}

/** All accounts that are due, however many other tests have left. */
async function pollAll(): Promise<void> {
  while ((await pollDueDisputes(shop.context)) > 0);
}

async function disputeNotice({ company, attempt }: Scene) {
  const { secretKey } = await currentAccount(shop.context, shop.context.db, company.id, "sandbox");
  const data = { id: 1, status: "resolved", transaction: { reference: attempt } };
  const body = JSON.stringify({ event: "charge.dispute.create", data });
  return { body, signature: createHmac("sha512", secretKey).update(body).digest("hex") };
}

async function eventsDuring({ company }: Scene, act: () => Promise<unknown>): Promise<string[]> {
  const before = (await eventsOf(company)).length;
  await act();
  return (await eventsOf(company)).slice(before).map(({ type }) => type);
}

const disputeOf = async ({ company, payment }: Scene) =>
  (await company.call(`GET /payments/${payment}`)).body.payment.dispute_status;

describe("a dispute whose notification is lost", () => {
  test("is found within the hour, and emits one event, however often the gateway is asked", async () => {
    const [scene, other] = [await paid(), await paid()];
    shop.gateway.dispute(scene.attempt, "open");
    expect(await disputeOf(scene)).toBeNull();
    expect(await eventsDuring(scene, anHourLater)).toEqual(["payment.disputed"]);
    expect(await disputeOf(scene)).toBe("open");
    expect(await eventsDuring(scene, anHourLater)).toEqual([]);
    expect(await disputeOf(other)).toBeNull();
  });

  test("is decided months later, and that is found too: the invoice is owed again", async () => {
    const scene = await paid();
    shop.gateway.dispute(scene.attempt, "open");
    await anHourLater();
    for (let month = 0; month < 3; month += 1) {
      shop.clock.advance(30 * 24 * hour);
      await pollAll();
    }
    shop.gateway.dispute(scene.attempt, "lost");
    expect(await eventsDuring(scene, anHourLater)).toEqual([
      "payment.disputed",
      "payment.reversed",
      "invoice.updated",
    ]);
    expect(await invoiceOf(scene.company, scene.invoice)).toMatchObject({ status: "open", amount_due: 1000 });
  });

  test("is found after the gateway was out of order for days", async () => {
    const scene = await paid();
    shop.gateway.dispute(scene.attempt, "open");
    shop.gateway.faults.set({ disputes: { fault: "error" } });
    for (let day = 0; day < 4; day += 1) {
      shop.clock.advance(24 * hour);
      expect(await eventsDuring(scene, pollAll)).toEqual([]);
    }
    shop.gateway.faults.clear();
    expect(await eventsDuring(scene, anHourLater)).toEqual(["payment.disputed"]);
  });

  test("is found once the credentials are accepted again, which is tried once a day", async () => {
    const scene = await paid();
    shop.gateway.dispute(scene.attempt, "open");
    shop.gateway.faults.set({ disputes: { fault: "unauthorized" } });
    await anHourLater();
    shop.gateway.faults.clear();
    expect(await eventsDuring(scene, anHourLater)).toEqual([]);
    shop.clock.advance(24 * hour);
    expect(await eventsDuring(scene, pollAll)).toEqual(["payment.disputed"]);
  });
});

describe("the notification and the poll of the same dispute", () => {
  test("make one event, in whatever order they come", async () => {
    const scene = await paid();
    shop.gateway.dispute(scene.attempt, "open");
    expect(await eventsDuring(scene, anHourLater)).toEqual(["payment.disputed"]);
    const late = await disputeNotice(scene);
    expect(await eventsDuring(scene, () => notify(shop, late, 3))).toEqual([]);
    shop.gateway.dispute(scene.attempt, "won");
    expect(await eventsDuring(scene, () => notify(shop, late))).toEqual(["payment.disputed"]);
    expect(await eventsDuring(scene, anHourLater)).toEqual([]);
  });

  test("make one event if they come at the same time", async () => {
    const scene = await paid();
    shop.gateway.dispute(scene.attempt, "lost");
    const notice = await disputeNotice(scene);
    const events = await eventsDuring(scene, async () => {
      shop.clock.advance(hour);
      await Promise.all([notify(shop, notice, 3), pollDueDisputes(shop.context), pollAll()]);
    });
    expect(events).toEqual(["payment.disputed", "payment.reversed", "invoice.updated"]);
  });
});

test("an account is asked once an hour, by one of several workers, and not before it has taken a payment", async () => {
  await pollAll();
  const company = await shop.company();
  await startedPayment(shop, company, {});
  // The account is new, so that it is its turn; the gateway would answer with an error.
  shop.gateway.faults.set({ disputes: { fault: "error" } });
  const turns = await Promise.all([1, 2, 3].map(() => pollDueDisputes(shop.context)));
  expect(turns.sort()).toEqual([0, 0, 1]);
  const polledAt = async () =>
    (
      await shop.context.db.query<{ at: Date | null }>(
        "select disputes_polled_at as at from gateway_accounts where company_id = $1",
        [company.id],
      )
    )[0]!.at;
  expect(await polledAt()).toEqual(shop.clock.now());
  shop.clock.advance(hour - 1000);
  expect(await pollDueDisputes(shop.context)).toBe(0);
});
