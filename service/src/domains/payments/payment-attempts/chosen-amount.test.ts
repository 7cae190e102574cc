import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  linkOf,
  openPage,
  type PaymentService,
  startCheckoutPayment,
  startPaymentService,
} from "../../../../test/payment-service.ts";
import { issued } from "../payments/money.fixture.ts";
import { recordsOf, returnToCheckout } from "./payment-attempts.fixture.ts";

let shop: PaymentService;
beforeAll(async () => {
  shop = await startPaymentService({ sendsNotifications: false });
});
afterAll(() => shop.close());

describe("a link whose amount the buyer chooses", () => {
  test("is paid with what the buyer typed, more or less than suggested, and recorded once", async () => {
    const company = await shop.company();
    for (const [typed, amount] of [
      ["1,250.50", 1250.5],
      ["500", 500],
    ] as const) {
      const link = await linkOf(company, { min_amount: 500 });
      const attempt = await startCheckoutPayment(shop, link.checkout_url, { amount: typed });
      shop.gateway.pay(attempt);
      await returnToCheckout(link.checkout_url);
      await returnToCheckout(link.checkout_url);
      const { link: after, payments } = await recordsOf(company, link.reference);
      expect([after.status, payments[0].amount]).toEqual(["paid", amount]);
    }
    expect((await company.call("GET /payments")).body.payments).toHaveLength(2);
  });

  test("refuses less than the least, more than what is payable of the invoice, and what is no amount", async () => {
    const company = await shop.company();
    const { id, amount_due } = await issued(company);
    const link = await linkOf(company, { invoice_id: id, amount: amount_due, min_amount: 10 });
    for (const amount of ["9.99", String(amount_due + 1), "", "ten", "10.001", "-20", "1e3"]) {
      const { status, html } = await openPage(`${link.checkout_url}/pay`, { amount });
      expect([amount, status]).toEqual([amount, 422]);
      expect(html).toContain('aria-invalid="true"');
    }
    expect((await recordsOf(company, link.reference)).attempts).toEqual([]);
    const attempt = await startCheckoutPayment(shop, link.checkout_url, { amount: "10" });
    shop.gateway.pay(attempt);
    await returnToCheckout(link.checkout_url);
    const { invoice } = await recordsOf(company, link.reference);
    expect([invoice.status, invoice.amount_paid]).toEqual(["partially_paid", 10]);
  });

  test("opens another page for another amount, and the first one still counts if it is paid", async () => {
    const company = await shop.company();
    const link = await linkOf(company, { min_amount: 5 });
    const first = await startCheckoutPayment(shop, link.checkout_url, { amount: "5" });
    const second = await startCheckoutPayment(shop, link.checkout_url, { amount: "7" });
    expect(second).not.toBe(first);
    shop.gateway.pay(first);
    await openPage(`${link.checkout_url}/return?attempt=${first}`);
    const { link: after, payments } = await recordsOf(company, link.reference);
    expect([after.status, payments.map(({ amount }) => amount)]).toEqual(["paid", [5]]);
  });
});

test("the amount of another link cannot be chosen", async () => {
  const company = await shop.company();
  const link = await linkOf(company);
  await startCheckoutPayment(shop, link.checkout_url, { amount: "1" });
  expect((await recordsOf(company, link.reference)).attempts[0].amount).toBe(1000);
});

test("a buyer who has paid goes on to the partner's page by itself, and one who comes back later does not", async () => {
  const company = await shop.company();
  await company.call("POST /portal/settings", { body: { allowed_origins: ["https://shop.example"] } });
  const link = await linkOf(company, { return_url: "https://shop.example/thanks?order=1" });
  const attempt = await startCheckoutPayment(shop, link.checkout_url);
  shop.gateway.pay(attempt);
  const { headers, html } = await returnToCheckout(link.checkout_url);
  const onward = `https://shop.example/thanks?order=1&payment_link=${link.reference}&payment_status=paid`;
  expect(headers.get("refresh")).toBe(`5; url=${onward}`);
  expect(html).toContain(`href="${onward.replaceAll("&", "&amp;")}"`);
  expect((await openPage(link.checkout_url)).headers.get("refresh")).toBeNull();
});
