import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, type PaymentService, startPaymentService } from "../../../../test/payment-service.ts";
import { startedPayment } from "../../payments/payment-attempts/payment-attempts.fixture.ts";

let shop: PaymentService;
beforeAll(async () => {
  shop = await startPaymentService();
});
afterAll(() => shop.close());

test("what a gateway told of a buyer is erased, and the attempt keeps its amount and its state", async () => {
  const company = await shop.company();
  const name = `Obiageli q${randomUUID().slice(0, 8)}`;
  const email = `q${randomUUID().slice(0, 8)}@buyers.example`;
  const { customer } = (await company.call("POST /customers", { body: { name, email } })).body;
  const { reference, attempt, checkout_url: checkout } = await startedPayment(shop, company, { email });
  shop.gateway.pay(attempt, { card: "4000000000000002" });
  await openPage(`${checkout}/return`);
  const { db } = shop.context;
  // The simulator's reasons are its own; banks put what the payer entered into theirs, and into the page's address.
  await db.query(`update payment_attempts set reason = $2, page_url = page_url || $3 where company_id = $1`, [
    company.id,
    `The bank does not know ${name} <${email}>`,
    `?payer=${encodeURIComponent(email)}`,
  ]);
  const attempts = async () => {
    const { payment_link: link } = (await company.call(`GET /payments/links/${reference}`)).body;
    return link.attempts as { status: string; amount: number; reason: string }[];
  };
  const [before] = await attempts();
  expect(before!.reason).toContain(name);

  const { status, text } = await company.call(`POST /customers/${customer.id}/erase`);
  expect([status, text]).toEqual([200, text]);
  const rows = await db.query("select * from payment_attempts where company_id = $1", [company.id]);
  const stored = JSON.stringify(rows);
  expect([name, email, encodeURIComponent(email)].filter((value) => stored.includes(value))).toEqual([]);
  const [after] = await attempts();
  expect(after).toEqual({ ...before, reason: "The bank does not know [erased] <[erased]>" });
});

test("a portal order that made the customer leaves nothing of them behind", async () => {
  const company = await shop.company();
  const name = `Obiageli q${randomUUID().slice(0, 8)}`;
  const email = `q${randomUUID().slice(0, 8)}@buyers.example`;
  const ordered = await company.call("POST /portal/orders", {
    body: {
      customer: { name, email },
      lines: [{ description: `Subscription of ${name}`, quantity: 1, unit_price: 50 }],
    },
    headers: { "idempotency-key": randomUUID() },
  });
  expect([ordered.status, ordered.text]).toEqual([201, ordered.text]);
  const { id } = (await company.call("GET /customers")).body.customers[0];
  const { status, text } = await company.call(`POST /customers/${id}/erase`);
  expect([status, text]).toEqual([200, text]);
  const pages = ["GET /sales", "GET /invoices?include=lines", "GET /payments/links", "GET /events?limit=100"];
  for (const page of pages) {
    const shown = await company.call(page);
    expect([page, shown.status, shown.text.includes(name) || shown.text.includes(email)]).toEqual([
      page,
      200,
      false,
    ]);
  }
});
