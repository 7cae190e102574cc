import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { inTransaction } from "../../platform/db/database.ts";
import { useGateway } from "../payments/gateways/service.ts";
import { eventsOf, lines, placedOrder, placeOrder } from "./portal.fixture.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const get = async (path: string, by = company) => (await by.call(`GET ${path}`)).body;
const day = 24 * 3600 * 1000;

describe("an order", () => {
  test("becomes a sale, a draft invoice and a payment link, and the answer shows them as they are stored", async () => {
    const fresh = await service.company();
    const customer_id = await fresh.customer();
    const { status, body } = await placeOrder(fresh, { customer_id });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      order: expect.objectContaining({
        number: "SO-000001",
        status: "invoiced",
        source: "portal",
        customer_id,
      }),
      invoice: expect.objectContaining({ number: null, status: "draft", source: "portal", customer_id }),
      invoice_id: body.invoice.id,
      checkout_url: expect.stringMatching(
        `^${service.context.config.siteUrl}/checkout/pl_[1-9]\\d*_[\\w-]{22}$`,
      ),
    });
    expect(await get(`/sales/${body.order.id}`, fresh)).toEqual({ success: true, sale: body.order });
    expect(await get(`/invoices/${body.invoice_id}`, fresh)).toEqual({
      success: true,
      invoice: body.invoice,
    });
    expect([body.order.invoice_id, body.invoice.sale_id]).toEqual([body.invoice_id, body.order.id]);
    const { payment_links } = await get("/payments/links", fresh);
    expect(payment_links).toEqual([
      expect.objectContaining({
        checkout_url: body.checkout_url,
        amount: body.invoice.total,
        currency: "NGN",
        invoice_id: body.invoice_id,
        label: "Order SO-000001",
        status: "active",
        // As long as a link can live: a pay panel is something that one comes back to.
        expires_at: new Date(noon.getTime() + 30 * day).toISOString(),
      }),
    ]);
  });

  test("for a customer's id has the customer's discount and withholding, and for an email address none", async () => {
    const fresh = await service.company();
    const email = "regular@buyer.example";
    const customer_id = await fresh.customer({ email, default_discount_percent: 10, withholding_rate: 5 });
    const lines = [{ description: "Chair", quantity: 1, unit_price: 1000, tax_rate: 7.5 }];
    const { order, invoice } = await placedOrder(fresh, { customer_id, lines });
    expect(order).toMatchObject({ discount_total: 100, total: 967.5 });
    expect(invoice).toMatchObject({
      discounts: [{ percent: 10 }],
      total: 967.5,
      withholding: { rate: 5 },
      withholding_amount: 45,
      amount_payable: 922.5,
    });
    const { payment_links } = await get("/payments/links", fresh);
    expect(payment_links).toMatchObject([{ amount: 922.5, invoice_id: invoice.id }]);
    const own = await placedOrder(fresh, { customer_id, lines, discounts: [] });
    expect(own.invoice).toMatchObject({ discount_total: 0, total: 1075 });
    const typed = await placedOrder(fresh, { customer: { name: "Ada", email }, lines });
    expect(typed.invoice).toMatchObject({ customer_id, discount_total: 0, total: 1075, withholding: null });
  });

  test("has its payment link audited exactly as one of POST /payments/link", async () => {
    const fresh = await service.company();
    const { body } = await placeOrder(fresh, { customer_id: await fresh.customer() });
    const { amount, currency, invoice_id } = (await get("/payments/links", fresh)).payment_links[0];
    const own = await fresh.call("POST /payments/link", { body: { amount, currency, invoice_id } });
    expect(own.status).toBe(201);
    const entries = await service.context.db.query<Record<string, unknown>>(
      `select subject, action, details, actor_type, actor_id, address, request_id is not null as has_request
       from audit_entries where company_id = $1 and action = 'payment_link.created' order by id`,
      [fresh.id],
    );
    const subjectOf = (checkoutUrl: string) => `payment_link/${checkoutUrl.split("/").at(-1)}`;
    expect(entries.map(({ subject }) => subject)).toEqual([
      subjectOf(body.checkout_url),
      subjectOf(own.body.checkout_url),
    ]);
    const [ofOrder, ofLink] = entries.map(({ subject: _subject, ...entry }) => entry);
    expect(ofOrder).toEqual(ofLink);
    expect(ofOrder).toMatchObject({ details: { amount, currency, invoice_id }, has_request: true });
  });

  test("carries one unguessable portal token, on the order and on the invoice", async () => {
    const [first, second] = [await placedOrder(company), await placedOrder(company)];
    for (const { order, invoice } of [first, second]) {
      expect(invoice.portal_token).toMatch(new RegExp(`^pt_${invoice.id}_[\\w-]{22}$`));
      expect(order.portal_token).toBe(invoice.portal_token);
    }
    const secretOf = (token: string) => token.split("_").slice(2).join("_");
    expect(secretOf(first.invoice.portal_token)).not.toBe(secretOf(second.invoice.portal_token));
  });

  test("leads from the checkout back to the partner's page, which gets the invoice's token", async () => {
    const fresh = await service.company();
    await fresh.call("POST /portal/settings", { body: { allowed_origins: ["https://shop.example"] } });
    const return_url = "https://shop.example/thanks?invoice={portal_token}";
    const { body } = await placeOrder(fresh, { customer_id: await fresh.customer(), return_url });
    const page = await (await fetch(service.url + new URL(body.checkout_url).pathname)).text();
    const address = `https://shop.example/thanks?invoice=${body.invoice.portal_token}`;
    expect(page).toContain(`<a href="${address}">Back to <bdi>shop.example</bdi></a>`);
  });

  test.each([
    "https://elsewhere.example/",
    "https://shop.example.elsewhere.example/",
    "http://shop.example/",
    "https://shop.example@elsewhere.example/",
    "javascript:alert(1)",
    "/thanks",
  ])("is refused when it would lead to a site that the company does not allow: %s", async (return_url) => {
    const fresh = await service.company();
    await fresh.call("POST /portal/settings", { body: { allowed_origins: ["https://shop.example"] } });
    const { status, body } = await placeOrder(fresh, { customer_id: await fresh.customer(), return_url });
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          field: "return_url",
          message: "must be on a site that the company allows (POST /portal/settings)",
        },
      ],
    ]);
    expect((await get("/sales", fresh)).sales).toEqual([]);
  });

  test("comes to what the same invoice would", async () => {
    const customer_id = await company.customer();
    const { invoice, order } = (await placeOrder(company, { customer_id, currency: "USD" })).body;
    const plain = (await company.call("POST /invoices", { body: { customer_id, lines, currency: "USD" } }))
      .body.invoice;
    const own = ["id", "sale_id", "source", "portal_token", "lines"];
    const rest = (record: object) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !own.includes(name)));
    expect(rest(invoice)).toEqual(rest(plain));
    const withoutIds = (list: { id: number }[]) => list.map(({ id: _id, ...line }) => line);
    expect(withoutIds(invoice.lines)).toEqual(withoutIds(plain.lines));
    expect(withoutIds(order.lines)).toEqual(withoutIds(plain.lines));
    for (const name of ["subtotal", "tax_total", "taxes", "total", "currency"]) {
      expect(order[name]).toEqual(plain[name]);
    }
  });

  test("keeps every field as it was given, the odd ones too", async () => {
    const given = {
      booking_date: "2026-12-24",
      notes: 'Ring the bell, "twice"\u0001\n\\u0001 ọlá 🎁',
      external_id: `partner-${company.id}`,
      metadata: { seat: "12\u0001A" },
    };
    const { order, invoice } = await placedOrder(company, given);
    expect(order).toMatchObject(given);
    const { booking_date: _day, ...said } = given;
    expect(invoice).toMatchObject(said);
    expect((await get(`/sales/${order.id}`)).sale).toEqual(order);
    expect((await get(`/invoices/${invoice.id}`)).invoice).toEqual(invoice);
  });

  test("takes prices, rates and descriptions from products", async () => {
    const product = { name: "Hour", unit_price: "45000.50", tax_rate: 7.5, portal: true };
    const { id } = (await company.call("POST /products", { body: product })).body.product;
    const { invoice } = await placedOrder(company, { lines: [{ product_id: id, quantity: 2 }] });
    expect(invoice.lines).toEqual([
      expect.objectContaining({
        product_id: id,
        description: "Hour",
        unit_price: 45000.5,
        net_amount: 90001,
      }),
    ]);
  });

  test("tells unknown fields", async () => {
    const { body } = await placeOrder(company, { customer_id: await company.customer(), pirce: 1 });
    expect(body.warnings).toEqual(["unknown field: pirce"]);
  });

  test("is issued by the first payment, as every draft is", async () => {
    const { invoice_id, invoice } = await placedOrder(company);
    const paid = await company.call("POST /payments", { body: { invoice_id, amount: invoice.total } });
    expect(paid.body.invoice).toMatchObject({ status: "paid", number: expect.stringMatching(/^INV-/) });
    expect(paid.body.invoice.source).toBe("portal");
  });
});

describe("events", () => {
  test("tell of the sale, the invoice and the link, in this order, as GET gives them", async () => {
    const fresh = await service.company();
    const { order, invoice, checkout_url } = await placedOrder(fresh);
    const reported = (await eventsOf(fresh)).slice(1);
    expect(reported.map(({ type, sequence }) => [sequence, type])).toEqual([
      [2, "sale.created"],
      [3, "invoice.created"],
      [4, "payment_link.created"],
    ]);
    const [sale, draft, link] = reported.map(({ data }) => data.object);
    expect([sale, draft]).toEqual([order, invoice]);
    expect([sale!.source, draft!.source]).toEqual(["portal", "portal"]);
    const reference = String(checkout_url).split("/").at(-1);
    expect(link).toEqual((await get(`/payments/links/${reference}`, fresh)).payment_link);
  });

  test("name the key and the request", async () => {
    const fresh = await service.company();
    const headers = { "x-request-id": "partner-4711" };
    await placeOrder(fresh, { customer_id: await fresh.customer() }, headers);
    const { events } = await get("/events", fresh);
    const about = { actor: { type: "key", id: fresh.appId }, request_id: "partner-4711" };
    expect(events.slice(1)).toEqual([about, about, about].map((each) => expect.objectContaining(each)));
  });
});

describe("without a way to pay, the order is taken and checkout_url is null:", () => {
  test("the feature payments is off", async () => {
    const off = await service.company({ disable: ["payments"] });
    expect((await placedOrder(off)).checkout_url).toBeNull();
    expect((await eventsOf(off)).map(({ type }) => type)).toEqual([
      "customer.created",
      "sale.created",
      "invoice.created",
    ]);
  });

  test("the company has no gateway", async () => {
    const poor = await service.company();
    const { db, clock } = service.context;
    await inTransaction(db, (tx) => useGateway({ tx, now: clock.now() }, service.context, poor.id, "none"));
    await expect.poll(async () => (await placedOrder(poor)).checkout_url).toBeNull();
  });

  test("the quota of payment links is used up, and not overdrawn", async () => {
    const frugal = await service.company({ quotaPaymentLinks: 1 });
    const [first, second] = [await placedOrder(frugal), await placedOrder(frugal)];
    expect([typeof first.checkout_url, second.checkout_url]).toEqual(["string", null]);
    expect((await frugal.call("POST /payments/link", { body: { amount: 5 } })).status).toBe(429);
  });

  test("there is nothing to pay", async () => {
    const free = [{ description: "A present", quantity: 1, unit_price: 0 }];
    expect((await placedOrder(company, { lines: free })).checkout_url).toBeNull();
  });
});

describe("needs the feature portal and nothing else", () => {
  test("invoicing and catalog may be off", async () => {
    const lean = await service.company({ disable: ["invoicing", "catalog"], scopes: ["portal:embed"] });
    const { status } = await placeOrder(lean, { customer: { name: "Ada" } });
    expect(status).toBe(201);
  });

  test("403 when it is off", async () => {
    const off = await service.company({ disable: ["portal"] });
    const { status, body } = await placeOrder(off, { customer: { name: "Ada" } });
    expect([status, body.code, body.feature]).toEqual([403, "feature_disabled", "portal"]);
  });
});
