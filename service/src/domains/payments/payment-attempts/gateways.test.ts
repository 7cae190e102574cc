import { randomUUID } from "node:crypto";
import { type Gateway, startGateway } from "billfold-sandbox/gateway";
import { startStripe } from "billfold-sandbox/stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import {
  linkOf,
  openPage,
  type PaymentService,
  startPaymentService,
} from "../../../../test/payment-service.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { provisionEndpoint } from "../../webhooks/endpoints/service.ts";
import { useGateway } from "../gateways/service.ts";
import { issued, refund } from "../payments/money.fixture.ts";
import { sendRefunds } from "../payments/service.ts";
import { recordsOf, returnToCheckout } from "./payment-attempts.fixture.ts";

// The real gateways' adapters behind the whole service: page, notification at the gateway's own path, booking, refund.
let shop: PaymentService;
let paystack: Gateway;
let stripe: Awaited<ReturnType<typeof startStripe>>;
const webhookSecret = "whsec_of_stripe";

beforeAll(async () => {
  shop = await startPaymentService({ env: { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1" } });
  const { siteUrl } = shop.context.config;
  const now = () => shop.clock.now();
  paystack = await startGateway({ now, notifyAt: `${siteUrl}/paystack/webhook` });
  stripe = await startStripe({ now, notifyAt: `${siteUrl}/stripe/webhook`, webhookSecret });
});
afterAll(async () => {
  await Promise.all([paystack.close(), stripe.close()]);
  await shop.close();
});

async function companyOf(gateway: "paystack" | "stripe"): Promise<TestCompany & { secretKey: string }> {
  const company = await shop.company();
  const secretKey = `sk_test_${randomUUID().replaceAll("-", "")}`;
  const account = {
    paystack: { baseUrl: paystack.url, secretKey, webhookSecret: secretKey },
    stripe: { baseUrl: stripe.url, secretKey, webhookSecret },
  }[gateway];
  await inTransaction(shop.context.db, (tx) =>
    useGateway({ tx, now: shop.clock.now() }, shop.context, company.id, gateway, account),
  );
  return { ...company, secretKey };
}

/** As the buyer does at the gateway's page. */
function payAt(gateway: "paystack" | "stripe", pageUrl: string): Promise<unknown> | unknown {
  if (gateway === "stripe")
    return stripe.pay(stripe.sessions().find(({ url }) => url === pageUrl)!.id, "paid");
  return paystack.pay(paystack.transactions().find(({ page }) => page === pageUrl)!.reference);
}

describe.each(["paystack", "stripe"] as const)("through %s", (gateway) => {
  test("a buyer pays, the notification at its path books it once, and a refund goes back", async () => {
    const company = await companyOf(gateway);
    const { id } = await issued(company);
    const { reference, checkout_url } = await linkOf(company, { invoice_id: id, email: "ada@example.com" });
    const { status, location } = await openPage(`${checkout_url}/pay`, {});
    expect(status).toBe(303);
    await payAt(gateway, location!);
    await expect.poll(async () => (await recordsOf(company, reference)).link.status).toBe("paid");
    const { invoice, payments } = await recordsOf(company, reference);
    expect([invoice.status, payments.length]).toEqual(["paid", 1]);
    expect(payments[0]).toMatchObject({ amount: 1000, currency: "NGN", gateway, unallocated_amount: 0 });
    await refund(company, payments[0].id, { amount: 250 });
    for (let minutes = 0; minutes < 30; minutes += 5) {
      await sendRefunds(shop.context);
      shop.clock.advance(5 * 60_000);
    }
    const { payment } = (await company.call(`GET /payments/${payments[0].id}`)).body;
    expect([payment.amount_refunded, payment.refunds[0].status]).toEqual([250, "done"]);
  });

  test("a dispute that is lost makes the invoice owed again", async () => {
    const company = await companyOf(gateway);
    const { id } = await issued(company);
    const { reference, checkout_url } = await linkOf(company, { invoice_id: id, email: "ada@example.com" });
    const { location } = await openPage(`${checkout_url}/pay`, {});
    await payAt(gateway, location!);
    await expect.poll(async () => (await recordsOf(company, reference)).link.status).toBe("paid");
    const [attempt] = stripe
      .sessions()
      .filter((session) => session.client_reference_id !== null)
      .slice(-1);
    const dispute = async (state: "open" | "lost") => {
      if (gateway === "stripe")
        return stripe.dispute(attempt!.id, state === "open" ? "needs_response" : "lost");
      const [{ reference: transaction }] = paystack.transactions().slice(-1) as unknown as [
        { reference: string },
      ];
      return paystack.dispute(transaction, state);
    };
    const payment = async () => (await recordsOf(company, reference)).payments[0];
    await dispute("open");
    await expect.poll(async () => (await payment()).dispute_status).toBe("open");
    await dispute("lost");
    await expect.poll(async () => (await payment()).reversed_at).not.toBeNull();
    expect((await recordsOf(company, reference)).invoice).toMatchObject({ status: "open", amount_due: 1000 });
  });

  test("the company's events go by default to the receiver that is named after it", async () => {
    const company = await companyOf(gateway);
    await inTransaction(shop.context.db, async (tx) => {
      await provisionEndpoint({ tx, now: shop.clock.now() }, company.id, shop.context.encryptionKeys);
    });
    const { endpoints } = (await company.call("GET /webhooks/endpoints")).body;
    expect(endpoints[0].url).toBe(`${shop.context.config.siteUrl}/${gateway}/webhook`);
  });

  test("its secret is nowhere in plain text: not in the database, a response, a page or the log", async () => {
    const company = await companyOf(gateway);
    const { reference, checkout_url } = await linkOf(company, { email: "ada@example.com" });
    await openPage(`${checkout_url}/pay`, {});
    const { html } = await openPage(checkout_url);
    const { link } = await recordsOf(company, reference);
    const tables = await shop.context.db.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    for (const { name } of tables) {
      const rows = await shop.context.db.query(`select t::text as row from ${name} t where t::text like $1`, [
        `%${company.secretKey}%`,
      ]);
      expect([name, rows.length]).toEqual([name, 0]);
    }
    expect(html + JSON.stringify(link) + shop.logged.join("\n")).not.toContain(company.secretKey);
  });
});

test("an attempt that was declined stays failed, for the reason given, when Stripe closes its page", async () => {
  const company = await companyOf("stripe");
  const { reference, checkout_url } = await linkOf(company, { email: "ada@example.com" });
  const { location } = await openPage(`${checkout_url}/pay`, {});
  const { id } = stripe.sessions().find(({ url }) => url === location)!;
  await stripe.pay(id, "declined");
  await returnToCheckout(checkout_url);
  const declined = [{ status: "failed", reason: "Your card was declined" }];
  expect((await recordsOf(company, reference)).attempts).toMatchObject(declined);
  await stripe.expire(id);
  shop.clock.advance(3600_000);
  expect((await returnToCheckout(checkout_url)).html).toContain("Your card was declined");
  expect((await recordsOf(company, reference)).attempts).toMatchObject(declined);
  expect((await company.call("GET /events?type=payment.failed")).body.events).toHaveLength(1);
});

test("a buyer is asked for the email address that a gateway needs, and an invalid one is reported", async () => {
  const company = await companyOf("paystack");
  const { checkout_url } = await linkOf(company);
  expect((await openPage(checkout_url)).html).toContain('type="email"');
  expect((await openPage(`${checkout_url}/pay`, { email: "ada" })).status).toBe(422);
  expect((await openPage(`${checkout_url}/pay`, { email: "ada@example.com" })).status).toBe(303);
});
