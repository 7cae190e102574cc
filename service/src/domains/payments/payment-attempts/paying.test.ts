import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  linkOf,
  openPage,
  type PaymentService,
  startCheckoutPayment,
  startPaymentService,
} from "../../../../test/payment-service.ts";
import { creditAmount, eventTypesOf, issued, pay, times } from "../payments/money.fixture.ts";
import {
  notificationOf,
  notify,
  notifyOnce,
  recordsOf,
  returnToCheckout,
  startedPayment,
} from "./payment-attempts.fixture.ts";
import { measurePaymentAttempts } from "./queries.ts";
import { findCheckout, pollDuePaymentAttempts, startPayment } from "./service.ts";

// The gateway itself tells nobody here: each test decides who hears of the money, and when.
let shop: PaymentService;

beforeAll(async () => {
  shop = await startPaymentService({ sendsNotifications: false });
});
afterAll(() => shop.close());

describe("a link for an invoice that a buyer pays", () => {
  test("is booked once by the notification: payment, link, invoice and events in one go", async () => {
    const company = await shop.company();
    const { id } = await issued(company);
    const { reference, attempt } = await startedPayment(shop, company, { invoice_id: id });
    shop.gateway.pay(attempt);
    const before = await eventTypesOf(company);
    expect(await notify(shop, await notificationOf(shop, company, attempt))).toEqual([
      { status: 200, body: { success: true } },
    ]);
    const { link, invoice, payments, attempts } = await recordsOf(company, reference);
    expect([link.status, invoice.status, invoice.amount_due]).toEqual(["paid", "paid", 0]);
    expect(attempts).toMatchObject([
      { gateway: "sandbox", reference: attempt, status: "paid", amount: 1000 },
    ]);
    expect(payments).toMatchObject([
      { invoice_id: id, amount: 1000, unallocated_amount: 0, late: false, source: "gateway", method: "card" },
    ]);
    expect(payments[0].payment_link_reference).toBe(reference);
    expect((await eventTypesOf(company)).slice(before.length)).toEqual([
      "payment.recorded",
      "payment_link.paid",
      "invoice.paid",
    ]);
  });

  test("is booked by the buyer's return alone, and the page says paid", async () => {
    const company = await shop.company();
    const { reference, attempt, checkout_url } = await startedPayment(shop, company, { label: "Order 4711" });
    shop.gateway.pay(attempt);
    expect((await returnToCheckout(checkout_url)).html).toContain("receipt");
    expect((await recordsOf(company, reference)).link.status).toBe("paid");
  });

  test("is recorded by the background pass alone, without a notification or the buyer's return", async () => {
    const company = await shop.company();
    const { reference, attempt } = await startedPayment(shop, company);
    shop.gateway.pay(attempt);
    shop.clock.advance(61_000);
    await pollDuePaymentAttempts(shop.context);
    const { link, payments } = await recordsOf(company, reference);
    expect([link.status, payments.length]).toEqual(["paid", 1]);
  });

  test("64 notifications, 10 returns and the pass at the same moment give one payment", async () => {
    const company = await shop.company();
    const { id } = await issued(company);
    const { reference, attempt, checkout_url } = await startedPayment(shop, company, { invoice_id: id });
    shop.gateway.pay(attempt);
    shop.clock.advance(61_000);
    const [reported] = await Promise.all([
      notify(shop, await notificationOf(shop, company, attempt), 64),
      times(10, () => openPage(`${checkout_url}/return`)),
      pollDuePaymentAttempts(shop.context),
    ]);
    expect(new Set(reported.map(({ status }) => status))).toEqual(new Set([200]));
    const { payments, invoice } = await recordsOf(company, reference);
    expect([payments.length, invoice.amount_paid]).toEqual([1, 1000]);
    expect((await eventTypesOf(company)).filter((type) => type === "payment.recorded")).toHaveLength(1);
  });

  test("asks for what is left after a credit note: on the page, at the gateway, and in the books", async () => {
    const company = await shop.company();
    const { id } = await issued(company);
    const { reference, checkout_url } = await linkOf(company, { invoice_id: id });
    expect((await openPage(checkout_url)).html).not.toContain("600.00");
    expect((await creditAmount(company, id, 400)).status).toBe(201);
    expect((await openPage(checkout_url)).html).toContain("600.00");
    const attempt = await startCheckoutPayment(shop, checkout_url);
    const asked = shop.gateway.transactions().find(({ reference: at }) => at === attempt);
    expect(asked).toMatchObject({ amount: 60_000 });
    shop.gateway.pay(attempt);
    await notify(shop, await notificationOf(shop, company, attempt));
    const { invoice, payments } = await recordsOf(company, reference);
    expect([invoice.status, invoice.amount_paid, invoice.amount_due]).toEqual(["paid", 600, 0]);
    expect(payments).toMatchObject([{ amount: 600, unallocated_amount: 0 }]);
  });

  test("that is a draft is issued by it", async () => {
    const company = await shop.company();
    const draft = await company.draft();
    const { reference, attempt } = await startedPayment(shop, company, { amount: 100, invoice_id: draft.id });
    shop.gateway.pay(attempt);
    await notify(shop, await notificationOf(shop, company, attempt));
    const { invoice } = await recordsOf(company, reference);
    expect([invoice.status, invoice.number]).toEqual(["paid", "INV-000001"]);
  });

  test("is asked for no more than is due by then", async () => {
    const company = await shop.company();
    const { id } = await issued(company);
    const { checkout_url } = await linkOf(company, { invoice_id: id });
    await pay(company, { invoice_id: id, amount: 400 });
    const attempt = await startCheckoutPayment(shop, checkout_url);
    expect(shop.gateway.transactions().find(({ reference }) => reference === attempt)!.amount).toBe(60_000);
  });
});

describe("the button", () => {
  test("pressed in several windows leads to one page", async () => {
    const company = await shop.company();
    const { reference, checkout_url } = await linkOf(company);
    const first = await openPage(`${checkout_url}/pay`, {});
    const more = await times(8, () => openPage(`${checkout_url}/pay`, {}));
    expect(new Set(more.map(({ location }) => location))).toEqual(new Set([first.location]));
    expect((await recordsOf(company, reference)).attempts).toHaveLength(1);
  });

  test("pressed 20 times at the same moment makes one attempt", async () => {
    const company = await shop.company();
    const { reference, checkout_url } = await linkOf(company);
    const visits = await times(20, () => openPage(`${checkout_url}/pay`, {}));
    expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([303]));
    expect((await recordsOf(company, reference)).attempts).toHaveLength(1);
  });

  test("leads nowhere when the link is paid, cancelled, expired, or its invoice void", async () => {
    const company = await shop.company();
    const { id } = await issued(company);
    const [paid, cancelled, voided, expired] = await times(4, (index) =>
      linkOf(company, index === 2 ? { invoice_id: id } : {}),
    );
    shop.gateway.pay(await startCheckoutPayment(shop, paid!.checkout_url));
    await returnToCheckout(paid!.checkout_url);
    await company.call(`POST /payments/links/${cancelled!.reference}/cancel`);
    await company.call(`POST /invoices/${id}/void`);
    const count = shop.gateway.transactions().length;
    for (const { checkout_url } of [paid!, cancelled!, voided!]) {
      const { status, location } = await openPage(`${checkout_url}/pay`, {});
      expect([status, location]).toEqual([303, new URL(checkout_url).pathname]);
    }
    shop.clock.advance(25 * 3600_000);
    expect((await openPage(`${expired!.checkout_url}/pay`, {})).status).toBe(303);
    expect(shop.gateway.transactions()).toHaveLength(count);
    expect((await recordsOf(company, expired!.reference)).attempts).toEqual([]);
  });

  test("begins no attempt at the moment of the link's end, though the page was read before", async () => {
    const company = await shop.company();
    const { reference, checkout_url } = await linkOf(company);
    const checkout = await findCheckout(shop.context.reads, reference);
    shop.clock.set(new Date(checkout.expires_at));
    const buyer = { email: null, description: "Order 4711", returnUrl: () => checkout_url };
    await expect(startPayment(shop.context, checkout, buyer)).rejects.toThrow(
      "This payment link is expired.",
    );
    expect((await recordsOf(company, reference)).attempts).toEqual([]);
  });
});

test("of a link's attempts the newest ten are shown, the newest first", async () => {
  const company = await shop.company();
  const { reference, attempt } = await startedPayment(shop, company);
  await shop.context.db.query(
    `insert into payment_attempts (company_id, payment_link_id, gateway, gateway_account_id, reference, amount, currency,
       status, created_at, updated_at)
     select company_id, payment_link_id, gateway, gateway_account_id, reference || '-' || n, amount, currency, 'closed',
       created_at, updated_at
     from payment_attempts, generate_series(1, 10) n where company_id = $1 order by n`,
    [company.id],
  );
  const shown = (await recordsOf(company, reference)).attempts.map(
    (each: { reference: string }) => each.reference,
  );
  expect(shown).toEqual(Array.from({ length: 10 }, (_, index) => `${attempt}-${10 - index}`));
});

describe("an attempt that fails", () => {
  test("stays a failed one when its page is left", async () => {
    const company = await shop.company();
    const { reference, attempt, checkout_url } = await startedPayment(shop, company);
    shop.gateway.pay(attempt, { card: "4000000000000002" });
    await returnToCheckout(checkout_url);
    const statuses = async () =>
      (await recordsOf(company, reference)).attempts.map(({ status }: { status: string }) => status);
    expect(await statuses()).toEqual(["failed"]);
    shop.gateway.faults.set({ reports: { status: "abandoned" } });
    onTestFinished(() => shop.gateway.faults.clear());
    shop.clock.advance(3600_000);
    await pollDuePaymentAttempts(shop.context);
    expect(await statuses()).toEqual(["failed"]);
  });

  test("emits one event, is shown to buyer and company, and the next attempt may succeed", async () => {
    const company = await shop.company();
    const { reference, attempt, checkout_url } = await startedPayment(shop, company);
    shop.gateway.pay(attempt, { card: "4000000000000002" });
    const page = await returnToCheckout(checkout_url);
    await returnToCheckout(checkout_url);
    const failed = (await company.call("GET /events?type=payment.failed")).body.events;
    expect(failed).toHaveLength(1);
    const reason = failed[0].data.object.reason as string;
    expect(failed[0].data.object).toMatchObject({
      payment_link_reference: reference,
      amount: 1000,
      status: "failed",
    });
    expect(page.html).toContain(reason);
    const second = await startCheckoutPayment(shop, checkout_url);
    expect(second).not.toBe(attempt);
    shop.gateway.pay(second);
    await returnToCheckout(checkout_url);
    const { link, attempts } = await recordsOf(company, reference);
    expect([link.status, attempts.map(({ status }) => status)]).toEqual(["paid", ["paid", "failed"]]);
  });

  test("stays failed while another one is under way, also if the gateway is processing it again", async () => {
    const company = await shop.company();
    const { reference, attempt, checkout_url } = await startedPayment(shop, company);
    shop.gateway.pay(attempt, { card: "4000000000000002" });
    await returnToCheckout(checkout_url);
    await startCheckoutPayment(shop, checkout_url);
    shop.gateway.pay(attempt, { card: "4000000000000259" });
    const { status: notified } = await notifyOnce(shop, await notificationOf(shop, company, attempt));
    const { attempts } = await recordsOf(company, reference);
    expect([notified, attempts.map(({ status }) => status)]).toEqual([200, ["open", "failed"]]);
  });

  test("may still be paid on the page where it failed, and is booked then", async () => {
    const company = await shop.company();
    const { reference, attempt, checkout_url } = await startedPayment(shop, company);
    shop.gateway.pay(attempt, { card: "4000000000009995" });
    await returnToCheckout(checkout_url);
    shop.gateway.pay(attempt);
    await notify(shop, await notificationOf(shop, company, attempt));
    const { link, payments, attempts } = await recordsOf(company, reference);
    expect([link.status, payments.length, attempts[0].status]).toEqual(["paid", 1, "paid"]);
  });

  test("twenty times in an hour is 429 with a page that says when to come back", async () => {
    const company = await shop.company();
    const { checkout_url } = await linkOf(company);
    for (let tries = 0; tries < 20; tries++) {
      shop.gateway.pay(await startCheckoutPayment(shop, checkout_url), { card: "4000000000000002" });
      await returnToCheckout(checkout_url);
    }
    const { status, headers } = await openPage(`${checkout_url}/pay`, {});
    expect([status, headers.get("retry-after")]).toEqual([429, "3600"]);
    shop.clock.advance(3601_000);
    expect((await openPage(`${checkout_url}/pay`, {})).status).toBe(303);
  });
});

test("the operator sees how many payments are watched, how late that is, and which take long at the gateway", async () => {
  const measure = () => {
    const now = shop.clock.now();
    return measurePaymentAttempts(shop.context.db, now, new Date(now.getTime() - 60_000));
  };
  // What other tests left unpaid is watched until it is given up.
  const idle = await measure();
  const company = await shop.company();
  const { attempt, checkout_url } = await startedPayment(shop, company);
  shop.gateway.pay(attempt, { card: "4000000000000259" });
  await returnToCheckout(checkout_url);
  expect(await measure()).toMatchObject({
    watched: idle.watched + 1,
    long_processing: idle.long_processing,
  });
  shop.clock.advance(61_000);
  const late = await measure();
  expect(late.long_processing).toBe(idle.long_processing + 1);
  expect(late.overdue_seconds).toBeGreaterThan(0);
  while ((await pollDuePaymentAttempts(shop.context)) > 0);
  const after = await measure();
  expect([after.watched < late.watched, after.long_processing, after.overdue_seconds ?? 0]).toEqual([
    true,
    idle.long_processing,
    0,
  ]);
});

describe("money that takes its time", () => {
  test("shows as processing, is not asked for twice, and is booked when it comes", async () => {
    const company = await shop.company();
    const { reference, attempt, checkout_url } = await startedPayment(shop, company);
    shop.gateway.pay(attempt, { card: "4000000000000259" });
    const page = await returnToCheckout(checkout_url);
    expect(page.headers.get("refresh")).toBe("4");
    expect((await openPage(`${checkout_url}/pay`, {})).location).toBe(new URL(checkout_url).pathname);
    expect((await recordsOf(company, reference)).attempts[0].status).toBe("processing");
    shop.clock.advance(61_000);
    await pollDuePaymentAttempts(shop.context);
    expect((await recordsOf(company, reference)).link.status).toBe("paid");
  });
});
