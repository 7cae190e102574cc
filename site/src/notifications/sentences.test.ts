import { expect, test } from "vitest";
import type { Notification } from "./notifications.ts";
import { sentenceOf } from "./sentences.ts";

const region = { locale: "en-NG", timeZone: "Africa/Lagos" };
const base = { event: 1, import: null, delivery: null, created_at: "2026-11-15T09:30:00.000Z", unread: true };
const said = (notification: Partial<Notification>) => {
  const { text, detail, address } = sentenceOf({ ...base, ...notification } as Notification, region);
  return [text, detail, address.to];
};

test("a payment names its amount, invoice and customer", () => {
  const payment = { kind: "payment_received", payment_id: 3, amount: 1500, currency: "NGN" } as const;
  expect(said({ ...payment, number: "INV-000007", customer_name: "Acme" })).toEqual([
    "Payment of ₦1,500.00 received",
    "INV-000007 · Acme",
    "/app/payments/$id",
  ]);
  expect(said(payment)[1]).toBe("Not assigned to an invoice");
});

test("the answer to a quote names the customer, and why it was declined", () => {
  const answered = {
    kind: "quote_answered",
    quote_id: 5,
    number: "QUO-000005",
    customer_name: "Acme",
  } as const;
  expect(said({ ...answered, quote_status: "accepted" })).toEqual([
    "Quote QUO-000005 accepted",
    "Acme",
    "/app/quotes/$id",
  ]);
  const declined = said({ ...answered, quote_status: "declined", reason: "Too late" });
  expect(declined.slice(0, 2)).toEqual(["Quote QUO-000005 declined", "Acme · Too late"]);
});

test("a failed registration gives the reason", () => {
  const failed = { kind: "registration_failed", invoice_id: 7, number: "INV-000007" } as const;
  expect(said({ ...failed, reason: "The customer has no tax number." })).toEqual([
    "Registration of invoice INV-000007 failed",
    "The customer has no tax number.",
    "/app/invoices/$id",
  ]);
});

test("failed deliveries name the endpoint and the reason, and lead to what failed there", () => {
  const failed = { kind: "deliveries_failed", endpoint_id: 4, url: "https://a.example/hook" } as const;
  expect(said({ ...failed, reason: "the endpoint returned 500" })).toEqual([
    "Webhook deliveries failed",
    "https://a.example/hook · the endpoint returned 500",
    "/app/events",
  ]);
  const { address } = sentenceOf({ ...base, ...failed } as Notification, region);
  expect(address.search).toEqual({ tab: "deliveries", status: "failed", endpoint_id: "4" });
});

test("a finished import counts its rows, and errors only if there are any", () => {
  const done = { kind: "import_finished", file_name: "a.csv", created: 4, updated: 1 } as const;
  expect(said({ ...done, sheet: "products", failed: 0 })).toEqual([
    "Import of a.csv finished",
    "4 created, 1 updated",
    "/app/products",
  ]);
  expect(said({ ...done, sheet: "customers", failed: 2 })[1]).toBe("4 created, 1 updated, 2 with errors");
  expect(said({ ...done, sheet: "exchange_rates", failed: 0 })[2]).toBe("/app/settings/exchange-rates");
});

test("a mail that did not arrive leads to the record that it is about", () => {
  const address = (about: string) =>
    sentenceOf({ ...base, kind: "mail_failed", about } as Notification, region).address;
  expect(address("invoice/7")).toEqual({ to: "/app/invoices/$id", params: { id: "7" } });
  expect(address("customer/12")).toEqual({ to: "/app/customers/$id", params: { id: "12" } });
  expect(address("credit_note/3")).toEqual({ to: "/app/invoices" });
});
