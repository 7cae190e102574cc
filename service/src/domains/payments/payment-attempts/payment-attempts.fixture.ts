import { createHmac } from "node:crypto";
import type { Reply, TestCompany } from "../../../../test/harness.ts";
import {
  linkOf,
  openPage,
  type PaymentService,
  startCheckoutPayment,
} from "../../../../test/payment-service.ts";
import { currentAccount } from "../gateways/service.ts";

/** A payment link with its invoice, payments and attempts, as the company's API shows them. */
export async function recordsOf(company: TestCompany, reference: string) {
  const { payment_link: link } = (await company.call(`GET /payments/links/${reference}`)).body;
  const { payments } = (await company.call("GET /payments?limit=100")).body;
  const invoice = link.invoice_id && (await company.call(`GET /invoices/${link.invoice_id}`)).body.invoice;
  return { link, invoice, payments: payments as Reply["body"][], attempts: link.attempts as Reply["body"][] };
}

/** Creates a link and starts its payment, so that the gateway's page is open. */
export async function startedPayment(shop: PaymentService, company: TestCompany, fields: object = {}) {
  const link = await linkOf(company, fields);
  return { ...link, attempt: await startCheckoutPayment(shop, link.checkout_url) };
}

/** The buyer returns from the gateway's page; returns the page that they see. */
export async function returnToCheckout(checkoutUrl: string) {
  const { location } = await openPage(`${checkoutUrl}/return`);
  return openPage(new URL(location!, checkoutUrl).href);
}

/** A notification as the gateway would write and sign it for this company's account. */
export async function notificationOf(
  shop: PaymentService,
  company: TestCompany,
  attempt: string,
  event = "charge.success",
) {
  const { secretKey } = await currentAccount(shop.context, shop.context.db, company.id, "sandbox");
  const body = JSON.stringify({
    event,
    data: { reference: attempt, status: "success", amount: 1, currency: "NGN" },
  });
  return { body, signature: createHmac("sha512", secretKey).update(body).digest("hex") };
}

export type Notification = { body: string; signature: string };

/** Sends this many copies at the same time, and waits for the responses. */
export async function notify(shop: PaymentService, { body, signature }: Notification, copies = 1) {
  const send = async () => {
    const headers = { "x-paystack-signature": signature, "content-type": "application/json" };
    const response = await fetch(`${shop.url}/sandbox/webhook`, { method: "POST", headers, body });
    return { status: response.status, body: (await response.json()) as Reply["body"] };
  };
  return Promise.all(Array.from({ length: copies }, send));
}

/** Sends the notification once. */
export async function notifyOnce(shop: PaymentService, notification: Notification) {
  const [answer] = await notify(shop, notification);
  return answer!;
}
