import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  linkOf,
  openPage,
  type PaymentService,
  startCheckoutPayment,
  startPaymentService,
} from "../../../../test/payment-service.ts";
import { recordsOf } from "./payment-attempts.fixture.ts";
import { pollDuePaymentAttempts } from "./service.ts";

let shop: PaymentService;
beforeAll(async () => {
  shop = await startPaymentService({ sendsNotifications: false });
});
afterAll(() => shop.close());

const minutes = (count: number) => count * 60_000;

/** The buyer of an attempt returns from the gateway, and gets the page of that attempt. */
async function returnFrom(checkoutUrl: string, attempt: string) {
  const { location } = await openPage(`${checkoutUrl}/return?attempt=${attempt}`);
  return { ...(await openPage(new URL(location!, checkoutUrl).href)), location: location! };
}

async function payBy(checkoutUrl: string, form: Record<string, string> = {}) {
  const attempt = await startCheckoutPayment(shop, checkoutUrl, form);
  shop.gateway.pay(attempt);
  return returnFrom(checkoutUrl, attempt);
}

describe("a reusable link", () => {
  test("is paid by several buyers at the same time, each on a page of their own", async () => {
    const company = await shop.company();
    const link = await linkOf(company, { reusable: true, label: "Ticket" });
    const [ada, ben, eve] = [
      await startCheckoutPayment(shop, link.checkout_url),
      await startCheckoutPayment(shop, link.checkout_url),
      await startCheckoutPayment(shop, link.checkout_url),
    ];
    expect(new Set([ada, ben, eve]).size).toBe(3);
    shop.gateway.pay(ben);
    shop.gateway.pay(eve, { card: "4000000000000002" });
    const pages = [];
    for (const attempt of [ada, ben, eve]) pages.push(await returnFrom(link.checkout_url, attempt));
    expect(pages.map(({ location }) => location)).toEqual(
      [ada, ben, eve].map((attempt) => `${new URL(link.checkout_url).pathname}?attempt=${attempt}`),
    );
    expect(pages[0]!.html).toContain("Your payment is not finished yet");
    expect(pages[1]!.html).toContain("Payment received");
    expect(pages[2]!.html).toContain("Your payment did not go through");
    const { link: after, payments, attempts } = await recordsOf(company, link.reference);
    expect([after.status, after.payment_count, payments.length]).toEqual(["active", 1, 1]);
    expect(attempts.map(({ status }) => status)).toEqual(["failed", "paid", "open"]);
    shop.gateway.pay(ada);
    shop.clock.advance(minutes(1));
    await returnFrom(link.checkout_url, ada);
    expect((await recordsOf(company, link.reference)).link.payment_count).toBe(2);
  });

  test("gives its metadata to each of its payments, which may change it apart", async () => {
    const company = await shop.company();
    const link = await linkOf(company, { reusable: true, metadata: { order: 4711 } });
    await payBy(link.checkout_url);
    await payBy(link.checkout_url);
    const { payments } = (await company.call("GET /payments?metadata[order]=4711")).body;
    expect(payments.map(({ metadata }: { metadata: object }) => metadata)).toEqual([
      { order: 4711 },
      { order: 4711 },
    ]);
    const body = { metadata: { order: 4711, packed: true } };
    expect((await company.call(`PATCH /payments/${payments[0].id}`, { body })).status).toBe(200);
    const { link: after } = await recordsOf(company, link.reference);
    expect(after.metadata).toEqual({ order: 4711 });
  });

  test("shows nobody the payment of another buyer, whatever the address says", async () => {
    const company = await shop.company();
    const link = await linkOf(company, { reusable: true });
    const other = await linkOf(company, { reusable: true });
    const paid = await payBy(link.checkout_url);
    expect(paid.html).toContain("/receipt?attempt=");
    const attempt = new URL(paid.location, link.checkout_url).searchParams.get("attempt")!;
    for (const address of [
      link.checkout_url,
      `${link.checkout_url}?attempt=bf_unknown`,
      `${link.checkout_url}?attempt=`,
      `${other.checkout_url}?attempt=${attempt}`,
    ]) {
      const { status, html } = await openPage(address);
      expect([address, status, html.includes("Payment received")]).toEqual([address, 200, false]);
      expect(html).toContain("<button");
    }
    for (const ending of ["receipt", "receipt.pdf"]) {
      expect((await openPage(`${link.checkout_url}/${ending}`)).status).toBe(303);
      expect((await openPage(`${link.checkout_url}/${ending}?attempt=${attempt}`)).status).toBe(200);
    }
  });

  test("emits payment.recorded and payment_link.paid for each payment, with the count", async () => {
    const company = await shop.company();
    const link = await linkOf(company, { reusable: true, max_payments: 2 });
    await payBy(link.checkout_url);
    await payBy(link.checkout_url);
    const { events } = (await company.call("GET /events?limit=100")).body;
    const emitted = events
      .filter(({ type }: { type: string }) => /^payment(_link)?\./.test(type))
      .map(
        ({ type, data }: { type: string; data: { object: { payment_count?: number; status?: string } } }) => [
          type,
          data.object.payment_count,
          data.object.status,
        ],
      );
    expect(emitted).toEqual([
      ["payment_link.created", 0, "active"],
      ["payment.recorded", undefined, undefined],
      ["payment_link.paid", 1, "active"],
      ["payment.recorded", undefined, undefined],
      ["payment_link.paid", 2, "paid"],
    ]);
  });

  test("tells the partner's page which payment it was", async () => {
    const company = await shop.company();
    await company.call("POST /portal/settings", { body: { allowed_origins: ["https://shop.example"] } });
    const link = await linkOf(company, { reusable: true, return_url: "https://shop.example/thanks" });
    const { headers } = await payBy(link.checkout_url);
    const { payments } = await recordsOf(company, link.reference);
    expect(headers.get("refresh")).toBe(
      `5; url=https://shop.example/thanks?payment_link=${link.reference}&payment_id=${payments[0].id}&payment_status=paid`,
    );
  });

  test("takes any number of payments without a limit, more than a link for one buyer takes attempts", async () => {
    const company = await shop.company();
    const link = await linkOf(company, { reusable: true, min_amount: 5 });
    for (let buyer = 0; buyer < 22; buyer++) await payBy(link.checkout_url, { amount: String(5 + buyer) });
    const { link: after, payments } = await recordsOf(company, link.reference);
    expect([after.status, after.payment_count]).toEqual(["active", 22]);
    expect(payments.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 22 }, (_, buyer) => 5 + buyer),
    );
  });

  test("expires as any other, and a payment that was taken before still counts", async () => {
    const company = await shop.company();
    const link = await linkOf(company, { reusable: true });
    const early = await startCheckoutPayment(shop, link.checkout_url);
    const late = await startCheckoutPayment(shop, link.checkout_url);
    shop.gateway.pay(early);
    shop.clock.advance(minutes(24 * 60 + 1));
    shop.gateway.pay(late);
    await pollDuePaymentAttempts(shop.context);
    const { link: after, payments } = await recordsOf(company, link.reference);
    expect([after.status, after.payment_count]).toEqual(["expired", 1]);
    expect(payments.map((payment) => payment.late).sort()).toEqual([false, true]);
    expect((await openPage(link.checkout_url)).html).toContain("has expired");
  });

  test("that is cancelled keeps the moment of it, whatever is reported later", async () => {
    const company = await shop.company();
    const link = await linkOf(company, { reusable: true });
    const attempt = await startCheckoutPayment(shop, link.checkout_url);
    shop.gateway.pay(attempt);
    shop.clock.advance(minutes(1));
    const cancelled = await company.call(`POST /payments/links/${link.reference}/cancel`);
    shop.clock.advance(minutes(1));
    await returnFrom(link.checkout_url, attempt);
    const { link: after, payments } = await recordsOf(company, link.reference);
    expect([after.status, after.payment_count, after.updated_at]).toEqual([
      "cancelled",
      1,
      cancelled.body.payment_link.updated_at,
    ]);
    expect(payments[0].late).toBe(false);
  });
});

describe("a reusable link with max_payments", () => {
  test("lets no more buyers pay at the same time than it allows, and closes after the last", async () => {
    const company = await shop.company();
    const link = await linkOf(company, { reusable: true, max_payments: 3 });
    const pressed = await Promise.all(
      Array.from({ length: 12 }, () => openPage(`${link.checkout_url}/pay`, {})),
    );
    expect(pressed.map(({ status }) => status).sort()).toEqual([
      ...Array(3).fill(303),
      ...Array(9).fill(409),
    ]);
    for (const { status, html } of pressed)
      if (status === 409) expect(html).toContain("Others are paying right now");
    const { attempts } = await recordsOf(company, link.reference);
    const references = attempts.map(({ reference }) => reference as string);
    for (const reference of references) shop.gateway.pay(reference);
    // Each is reported several times at once, as by the buyer's return, a notification and the background pass.
    await Promise.all(
      [...references, ...references, ...references].map((reference) =>
        openPage(`${link.checkout_url}/return?attempt=${reference}`),
      ),
    );
    await pollDuePaymentAttempts(shop.context);
    const { link: after, payments } = await recordsOf(company, link.reference);
    expect([after.status, after.payment_count]).toEqual(["paid", 3]);
    expect(payments.map(({ late }) => late)).toEqual([false, false, false]);
    const { html } = await openPage(link.checkout_url);
    expect(html).toContain("This payment link is closed");
    expect(html).not.toContain("<button");
    expect((await openPage(`${link.checkout_url}/pay`, {})).status).toBe(303);
    for (const reference of references)
      expect((await openPage(`${link.checkout_url}?attempt=${reference}`)).html).toContain(
        "Payment received",
      );
  });

  test("gives the place of a buyer who does not pay to the next, and money beyond the limit is late", async () => {
    const company = await shop.company();
    const link = await linkOf(company, { reusable: true, max_payments: 1 });
    const slow = await startCheckoutPayment(shop, link.checkout_url);
    shop.clock.advance(minutes(14));
    expect((await openPage(`${link.checkout_url}/pay`, {})).status).toBe(409);
    shop.clock.advance(minutes(2));
    const next = await startCheckoutPayment(shop, link.checkout_url);
    for (const attempt of [slow, next]) shop.gateway.pay(attempt);
    await Promise.all(
      [next, slow].map((attempt) => openPage(`${link.checkout_url}/return?attempt=${attempt}`)),
    );
    const { link: after, payments } = await recordsOf(company, link.reference);
    expect([after.status, after.payment_count]).toEqual(["paid", 1]);
    expect(payments.map(({ late, unallocated_amount }) => [late, unallocated_amount]).sort()).toEqual([
      [false, 1000],
      [true, 1000],
    ]);
  });
});

describe("a link whose quantity the buyer chooses", () => {
  test("asks for so many times the price, and link, payment and receipt tell how many", async () => {
    const company = await shop.company();
    const link = await linkOf(company, {
      amount: "19.99",
      min_quantity: 2,
      max_quantity: 10,
      label: "Ticket",
    });
    const attempt = await startCheckoutPayment(shop, link.checkout_url, { quantity: "3" });
    expect(shop.gateway.transactions().find(({ reference }) => reference === attempt)).toMatchObject({
      amount: 5997,
    });
    shop.gateway.pay(attempt);
    const { html } = await returnFrom(link.checkout_url, attempt);
    expect(html).toMatch(/Quantity<\/dt><dd>3</);
    const { link: after, payments, attempts } = await recordsOf(company, link.reference);
    expect([after.status, after.payment_count]).toEqual(["paid", 1]);
    expect(attempts).toMatchObject([{ quantity: 3, amount: 59.97 }]);
    expect(payments).toMatchObject([{ quantity: 3, amount: 59.97, note: null }]);
  });

  test("refuses what is out of bounds or no whole number, and starts nothing", async () => {
    const company = await shop.company();
    const link = await linkOf(company, { min_quantity: 2, max_quantity: 10 });
    for (const quantity of ["1", "11", "", "2.5", "-3", "two", "1e1", "99999999999"]) {
      const { status, html } = await openPage(`${link.checkout_url}/pay`, { quantity });
      expect([quantity, status]).toEqual([quantity, 422]);
      expect(html).toContain("Enter a whole number from 2 to 10.");
    }
    expect((await recordsOf(company, link.reference)).attempts).toEqual([]);
  });

  test("is paid by many buyers if it is reusable, each with their own quantity", async () => {
    const company = await shop.company();
    const link = await linkOf(company, { reusable: true, max_payments: 2, max_quantity: 5 });
    await payBy(link.checkout_url, { quantity: "5" });
    await payBy(link.checkout_url, { quantity: "1" });
    const { link: after, payments } = await recordsOf(company, link.reference);
    expect([after.status, after.payment_count]).toEqual(["paid", 2]);
    expect(payments.map(({ quantity, amount }) => [quantity, amount]).sort()).toEqual([
      [1, 1000],
      [5, 5000],
    ]);
  });
});

test("the database keeps a link for one buyer from having two attempts under way, and a count from exceeding its limit", async () => {
  const company = await shop.company();
  const once = await linkOf(company);
  await startCheckoutPayment(shop, once.checkout_url);
  const copy = `insert into payment_attempts (company_id, payment_link_id, gateway, gateway_account_id, reference, amount,
      currency, status, page_url, of_reusable_link, created_at, updated_at)
    select company_id, payment_link_id, gateway, gateway_account_id, reference || '-2', amount, currency, status, page_url,
      of_reusable_link, created_at, updated_at from payment_attempts where company_id = $1`;
  await expect(shop.context.db.query(copy, [company.id])).rejects.toThrow("payment_attempts_live_once");
  await linkOf(company, { reusable: true, max_payments: 1 });
  const count = "update payment_links set payment_count = 2 where company_id = $1 and max_payments = 1";
  await expect(shop.context.db.query(count, [company.id])).rejects.toThrow(
    "payment_links_payment_count_within_max",
  );
});
