import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitsForLocked } from "../../../../test/locked-rows.ts";
import {
  linkOf,
  openPage,
  type PaymentService,
  startPaymentService,
} from "../../../../test/payment-service.ts";
import {
  notificationOf,
  notify,
  notifyOnce,
  recordsOf,
  returnToCheckout,
  startedPayment,
} from "./payment-attempts.fixture.ts";
import { pollDuePaymentAttempts } from "./service.ts";

// Whatever fails on the way, the money is booked once, or visibly pending until it is.
let shop: PaymentService;

beforeAll(async () => {
  shop = await startPaymentService({ sendsNotifications: false });
});
beforeEach(() => shop.gateway.faults.clear());
afterAll(() => shop.close());

describe("a notification is only a reason to ask the gateway", () => {
  test.each([
    ["signed by nobody", { signature: "00" }],
    ["with a signature of the right length", { signature: "ab".repeat(64) }],
    ["of something else than was signed", { body: '{"event":"charge.success","data":{"reference":"x"}}' }],
    ["that is no JSON", { body: "charge.success" }],
    ["that is empty", { body: "" }],
  ])("one %s is 401 and changes nothing", async (_how, forged) => {
    const company = await shop.company();
    const { reference, attempt } = await startedPayment(shop, company);
    shop.gateway.pay(attempt);
    const genuine = await notificationOf(shop, company, attempt);
    const { status, body } = await notifyOnce(shop, { ...genuine, ...forged });
    expect([status, body.code]).toEqual([401, "signature_invalid"]);
    const { link, payments, attempts } = await recordsOf(company, reference);
    expect([link.status, payments, attempts[0].status]).toEqual(["active", [], "open"]);
  });

  test("one signed by another company's account is 401", async () => {
    const [company, other] = [await shop.company(), await shop.company()];
    const { reference, attempt } = await startedPayment(shop, company);
    await startedPayment(shop, other);
    shop.gateway.pay(attempt);
    const { status } = await notifyOnce(shop, await notificationOf(shop, other, attempt));
    expect([status, (await recordsOf(company, reference)).payments]).toEqual([401, []]);
  });

  test("a genuine one that says paid when the gateway does not is 200 and books nothing", async () => {
    const company = await shop.company();
    const { reference, attempt } = await startedPayment(shop, company);
    const { status } = await notifyOnce(shop, await notificationOf(shop, company, attempt));
    const { payments, attempts } = await recordsOf(company, reference);
    expect([status, payments, attempts[0].status]).toEqual([200, [], "open"]);
  });

  test("without any signature is 401 with a word on what is missing", async () => {
    const response = await fetch(`${shop.url}/paystack/webhook`, { method: "POST", body: "{}" });
    const body = (await response.json()) as { error: string };
    expect([response.status, body.error]).toEqual([401, expect.stringContaining("x-paystack-signature")]);
  });
});

describe.each(["cut_after", "down", "error", "garbage", "unauthorized", "busy"] as const)(
  "when the gateway's answer to a look is: %s",
  (fault) => {
    test("a notification is answered with an error, the payment stays visibly open, and the pass books it later", async () => {
      const company = await shop.company();
      const { reference, attempt, checkout_url } = await startedPayment(shop, company);
      shop.gateway.pay(attempt);
      shop.gateway.faults.set({ verify: { fault } });
      const { status } = await notifyOnce(shop, await notificationOf(shop, company, attempt));
      expect([502, 503]).toContain(status);
      expect((await returnToCheckout(checkout_url)).status).toBe(200);
      const pending = await recordsOf(company, reference);
      expect([pending.attempts[0].status, pending.payments]).toEqual(["open", []]);
      shop.clock.advance(61_000);
      await pollDuePaymentAttempts(shop.context);
      expect((await recordsOf(company, reference)).payments).toEqual([]);
      shop.gateway.faults.clear();
      // It is asked ever more seldom.
      shop.clock.advance(121_000);
      await pollDuePaymentAttempts(shop.context);
      const { link, payments } = await recordsOf(company, reference);
      expect([link.status, payments.length]).toEqual(["paid", 1]);
    });
  },
);

describe.each(["down", "error", "garbage", "unauthorized", "busy", "cut_after"] as const)(
  "when the gateway's answer to the button is: %s",
  (fault) => {
    test("the page says that nothing was charged, and the buyer can try again", async () => {
      const company = await shop.company();
      const { reference, checkout_url } = await linkOf(company);
      shop.gateway.faults.set({ initialize: { fault } });
      const { status, html } = await openPage(`${checkout_url}/pay`, {});
      expect([502, 503]).toContain(status);
      expect(html).toContain("<h1>");
      expect(html).not.toContain("sk_test_");
      expect((await recordsOf(company, reference)).attempts).toMatchObject([{ status: "closed" }]);
      shop.gateway.faults.clear();
      const again = await openPage(`${checkout_url}/pay`, {});
      expect(again.status).toBe(303);
      expect((await recordsOf(company, reference)).attempts.map((one) => one.status)).toEqual([
        "open",
        "closed",
      ]);
    });
  },
);

test("the gateway takes the money and its page never answers: the pass books it", async () => {
  const company = await shop.company();
  const { reference, attempt } = await startedPayment(shop, company);
  shop.gateway.pay(attempt, { card: "4000000000000119" });
  shop.clock.advance(61_000);
  await pollDuePaymentAttempts(shop.context);
  expect((await recordsOf(company, reference)).link.status).toBe("paid");
});

test("an attempt that another worker has in hand is left to it", async () => {
  const company = await shop.company();
  const { reference, attempt } = await startedPayment(shop, company);
  shop.gateway.pay(attempt, { card: "4000000000000119" });
  shop.clock.advance(61_000);
  const { context } = shop;
  expect(
    await waitsForLocked(context.db, "payment_attempts", company.id, () => pollDuePaymentAttempts(context)),
  ).toBe(false);
  expect((await recordsOf(company, reference)).link.status).toBe("active");
  await pollDuePaymentAttempts(context);
  expect((await recordsOf(company, reference)).link.status).toBe("paid");
});

test("an unfinished page is polled with growing delays, until a day after the link's expiry", async () => {
  const company = await shop.company();
  const { reference, attempt } = await startedPayment(shop, company);
  const polls = async () => {
    const sql = "select poll_count from payment_attempts where company_id = $1";
    return (await shop.context.db.query<{ poll_count: number }>(sql, [company.id]))[0]!.poll_count;
  };
  const pass = async (hours: number) => {
    for (let quarters = 0; quarters < hours * 4; quarters++) {
      shop.clock.advance(15 * 60_000);
      await pollDuePaymentAttempts(shop.context);
    }
    return polls();
  };
  const [early, whole] = [await pass(2), await pass(50)];
  expect(early).toBeGreaterThan(3);
  expect(whole).toBeLessThan(early + 55);
  expect(await pass(5)).toBe(whole);
  expect((await recordsOf(company, reference)).attempts[0].status).toBe("closed");
  shop.gateway.pay(attempt);
  await notify(shop, await notificationOf(shop, company, attempt));
  expect((await recordsOf(company, reference)).payments).toMatchObject([{ late: true }]);
});

test("a process that dies while it opens a page leaves the link payable after half a minute", async () => {
  const company = await shop.company();
  const { reference, checkout_url } = await startedPayment(shop, company);
  await shop.context.db.query(
    "update payment_attempts set status = 'starting', page_url = null where company_id = $1",
    [company.id],
  );
  expect((await openPage(checkout_url)).headers.get("refresh")).toBe("4");
  shop.clock.advance(31_000);
  expect((await openPage(`${checkout_url}/pay`, {})).status).toBe(303);
  expect((await recordsOf(company, reference)).attempts.map((one) => one.status)).toEqual(["open", "closed"]);
});
