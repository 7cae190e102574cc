import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  linkOf,
  openPage,
  type PaymentService,
  startCheckoutPayment,
  startPaymentService,
} from "../../../../test/payment-service.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { useGateway } from "../gateways/service.ts";
import { issued, pay, times } from "../payments/money.fixture.ts";
import {
  notificationOf,
  notify,
  recordsOf,
  returnToCheckout,
  startedPayment,
} from "./payment-attempts.fixture.ts";
import { pollDuePaymentAttempts } from "./service.ts";

// A buyer may leave pages of the gateway open behind them; whichever of them is paid, it is booked.
let shop: PaymentService;

beforeAll(async () => {
  shop = await startPaymentService({ sendsNotifications: false });
});
beforeEach(() => shop.gateway.faults.clear());
afterAll(() => shop.close());

/** A page that has given way to another, because the amount is another by then. */
async function twoPages() {
  const company = await shop.company();
  const { id } = await issued(company);
  const { reference, attempt: first, checkout_url } = await startedPayment(shop, company, { invoice_id: id });
  shop.clock.advance(15 * 60_000);
  await pay(company, { invoice_id: id, amount: 1 });
  const second = await startCheckoutPayment(shop, checkout_url);
  return { company, reference, checkout_url, first, second };
}

describe("a superseded page that is paid after all", () => {
  test("is booked when the buyer comes back from it", async () => {
    const { company, reference, checkout_url, first, second } = await twoPages();
    expect(second).not.toBe(first);
    shop.gateway.pay(first);
    await openPage(`${checkout_url}/return?attempt=${first}`);
    const { link, payments } = await recordsOf(company, reference);
    expect([link.status, payments.length]).toEqual(["paid", 2]);
  });

  test("is recorded by the background pass if the buyer does not return", async () => {
    const { company, reference, first } = await twoPages();
    shop.gateway.pay(first);
    shop.clock.advance(61_000);
    await pollDuePaymentAttempts(shop.context);
    expect((await recordsOf(company, reference)).link.status).toBe("paid");
  });

  test("of another company's link is not polled", async () => {
    const [{ first }, other] = [await twoPages(), await linkOf(await shop.company())];
    const before = shop.gateway.transactions().length;
    expect((await openPage(`${other.checkout_url}/return?attempt=${first}`)).status).toBe(303);
    expect(shop.gateway.transactions()).toHaveLength(before);
  });
});

test("a payment is finished with the account it was started with, even if the company has a newer one", async () => {
  const company = await shop.company();
  const { reference, attempt, checkout_url } = await startedPayment(shop, company);
  const notification = await notificationOf(shop, company, attempt);
  const secretKey = "sk_test_another";
  await inTransaction(shop.context.db, (tx) =>
    useGateway({ tx, now: shop.clock.now() }, shop.context, company.id, "sandbox", {
      baseUrl: shop.gateway.url,
      secretKey,
      webhookSecret: secretKey,
    }),
  );
  shop.gateway.pay(attempt);
  expect((await notify(shop, notification))[0]!.status).toBe(200);
  const { link, payments } = await recordsOf(company, reference);
  expect([link.status, payments.length]).toEqual(["paid", 1]);
  expect((await openPage(checkout_url)).html).toContain("/receipt");
});

test("a try that failed and is under way again on the same page is not asked for a second time", async () => {
  const company = await shop.company();
  const { reference, attempt, checkout_url } = await startedPayment(shop, company);
  shop.gateway.pay(attempt, { card: "4000000000000002" });
  await returnToCheckout(checkout_url);
  shop.clock.advance(2000);
  shop.gateway.pay(attempt, { card: "4000000000000259" });
  const page = await returnToCheckout(checkout_url);
  expect(page.headers.get("refresh")).toBe("4");
  expect((await openPage(`${checkout_url}/pay`, {})).location).toBe(new URL(checkout_url).pathname);
  expect((await recordsOf(company, reference)).attempts).toMatchObject([{ status: "processing" }]);
});

test("a buyer who watches the page does not put off the pass", async () => {
  const company = await shop.company();
  const { reference, attempt, checkout_url } = await startedPayment(shop, company);
  shop.gateway.pay(attempt, { card: "4000000000000259" });
  await returnToCheckout(checkout_url);
  for (let looks = 0; looks < 12; looks++) {
    shop.clock.advance(4000);
    await openPage(checkout_url);
  }
  shop.clock.advance(30_000);
  await pollDuePaymentAttempts(shop.context);
  expect((await recordsOf(company, reference)).link.status).toBe("paid");
});

test("a gateway that never decides is waited for seven days, then the buyer may try again", async () => {
  const company = await shop.company();
  const expires_at = new Date(shop.clock.now().getTime() + 29 * 24 * 3600_000).toISOString();
  const { reference, attempt, checkout_url } = await startedPayment(shop, company, { expires_at });
  shop.gateway.faults.set({ reports: { status: "pending" } });
  shop.gateway.pay(attempt, { card: "4000000000000259" });
  await returnToCheckout(checkout_url);
  shop.clock.advance(8 * 24 * 3600_000);
  await pollDuePaymentAttempts(shop.context);
  expect((await recordsOf(company, reference)).attempts[0].status).toBe("closed");
  expect((await openPage(`${checkout_url}/pay`, {})).location).toContain("/sandbox/pay/");
});

test("an unresponsive gateway does not delay the others, and is polled with growing delays", async () => {
  const [silent, healthy] = [await shop.company(), await shop.company()];
  await times(12, () => startedPayment(shop, silent));
  await shop.context.db.query(
    "update gateway_accounts set base_url = 'http://127.0.0.1:1' where company_id = $1",
    [silent.id],
  );
  const { reference, attempt } = await startedPayment(shop, healthy);
  shop.gateway.pay(attempt);
  shop.clock.advance(61_000);
  await pollDuePaymentAttempts(shop.context);
  expect((await recordsOf(healthy, reference)).link.status).toBe("paid");
  const dueAgain = async () => {
    const sql =
      "select count(*)::int as due from payment_attempts where company_id = $1 and next_poll_at <= $2";
    const soon = new Date(shop.clock.now().getTime() + 61_000);
    return (await shop.context.db.query<{ due: number }>(sql, [silent.id, soon]))[0]!.due;
  };
  expect(await dueAgain()).toBe(0);
});

describe("addresses around the checkout", () => {
  test("of a button that was loaded again leads to the page", async () => {
    const { checkout_url } = await linkOf(await shop.company());
    const { status, location } = await openPage(`${checkout_url}/pay`);
    expect([status, location]).toEqual([303, new URL(checkout_url).pathname]);
  });

  test.each(["/checkout/x/y/z", "/checkout/pl_1_x/nothing", "/checkout/pl_1_aaaaaaaaaaaaaaaaaaaaaa"])(
    "%s is a page that says so, not JSON",
    async (path) => {
      const { status, headers, html } = await openPage(shop.url + path);
      expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect(html).toContain("<h1>");
    },
  );
});
