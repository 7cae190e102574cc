import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsTo, startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import type { Scope } from "../../contract/access.ts";
import { inTransaction } from "../../platform/db/database.ts";
import { createKey } from "../tenancy/keys/service.ts";
import { placedOrder, placeOrder } from "./portal.fixture.ts";

let service: TestService;
let company: TestCompany;
let embed: TestCompany;
let customer_id: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  embed = await by(["portal:embed"]);
  customer_id = await company.customer(secret);
});
afterAll(() => service.close());

const secret = {
  name: "Confidential Holdings",
  email: "chair@confidential.example",
  phone: "+234 803 111 2222",
  tax_id: "99887766-0001",
  registration_number: "RC 998877",
  kind: "government",
  address: { line1: "9 Hidden Close", city: "Ikoyi", country: "NG" },
};
const words = [...Object.values(secret).slice(0, 5), "Hidden Close", "government"] as string[];

/** The same company, by another key. */
async function by(scopes: readonly Scope[]): Promise<TestCompany> {
  const made = await inTransaction(service.context.db, (tx) =>
    createKey({ tx, now: service.clock.now() }, company.id, scopes, "sandbox"),
  );
  const key = { appId: made.app_id, secret: made.secret };
  return { ...company, ...key, call: callsTo(service.url, key) };
}

const named = (text: string) => words.filter((word) => text.includes(word));
const linksOf = async () => (await company.call("GET /payments/links?limit=1")).body.payment_links[0];

describe("an order by a key with portal:embed alone", () => {
  test("for a customer's id tells nothing about the customer", async () => {
    const { status, body, text } = await placeOrder(embed, { customer_id, metadata: { long: 5 } });
    expect(status).toBe(201);
    expect(named(text)).toEqual([]);
    expect([body.order.customer_id, body.invoice.customer_id]).toEqual([customer_id, customer_id]);
    expect(body.invoice.customer).toBeNull();
    const { invoice } = (await company.call(`GET /invoices/${body.invoice_id}`)).body;
    expect({ ...body.invoice, customer: invoice.customer }).toEqual(invoice);
    expect(invoice.customer).toMatchObject(secret);
  });

  test("for a customer's id neither gets nor shows the customer's discount and withholding", async () => {
    const regular = await company.customer({ default_discount_percent: 30, withholding_rate: 5 });
    const { body } = await placeOrder(embed, { customer_id: regular });
    expect(body.invoice).toMatchObject({ discount_total: 0, withholding: null, withholding_amount: 0 });
    const seen = await placeOrder(company, { customer_id: regular });
    expect(seen.body.invoice).toMatchObject({ discounts: [{ percent: 30 }], withholding: { rate: 5 } });
  });

  test("for a customer's email address echoes what was given, whoever has that address", async () => {
    const customer = { name: "Ada Obi", email: "CHAIR@confidential.example" };
    const { body, text } = await placeOrder(embed, { customer });
    expect(body.invoice.customer_id).toBe(customer_id);
    expect(named(text)).toEqual([]);
    expect(body.invoice.customer).toMatchObject({ ...customer, phone: null, kind: "consumer", tax_id: null });
  });

  test("by a new buyer shows what GET shows of the invoice", async () => {
    for (const customer of [
      { name: "New Buyer", email: "new@buyer.example", phone: "0803" },
      { name: "Walk-in" },
    ]) {
      const { invoice } = await placedOrder(embed, { customer });
      expect((await company.call(`GET /invoices/${invoice.id}`)).body.invoice).toEqual(invoice);
    }
  });

  test("under an Idempotency-Key of a key that sees more is told again without it, and the other way round", async () => {
    for (const [first, second] of [
      [company, embed],
      [embed, company],
    ]) {
      const headers = { "Idempotency-Key": `same ${first!.appId}` };
      const [one, two] = [
        await placeOrder(first!, { customer_id }, headers),
        await placeOrder(second!, { customer_id }, headers),
      ];
      expect(two.headers.get("idempotency-replayed")).toBe("true");
      expect(two.body.invoice_id).toBe(one.body.invoice_id);
      const [whole, reduced] = first === company ? [one, two] : [two, one];
      expect(whole!.body.invoice.customer).toMatchObject(secret);
      expect(named(reduced!.text)).toEqual([]);
      expect(reduced!.body).toEqual({ ...whole!.body, invoice: { ...whole!.body.invoice, customer: null } });
    }
  });

  test("is told again byte by byte, and writes its amounts as GET does", async () => {
    const headers = { "Idempotency-Key": "digits" };
    const raw = `{"customer_id":${customer_id},"lines":[{"description":"Work","quantity":1,"unit_price":100}],
      "metadata":{"customer":"C-1"}}`;
    const send = () => embed.call("POST /portal/orders", { raw, headers });
    const [one, two] = [await send(), await send()];
    expect(two.text).toBe(one.text);
    expect(one.text).toContain('"total":100.00');
    expect(one.body.invoice.metadata.customer).toBe("C-1");
  });

  test("gives its payment link only what the buyer gave, since the checkout shows it on", async () => {
    await placeOrder(embed, { customer_id });
    expect(await linksOf()).toMatchObject({ email: null, phone: null });
    await placeOrder(embed, {
      customer: { name: "Ada", email: "chair@confidential.example", phone: "+2348030000000" },
    });
    expect(await linksOf()).toMatchObject({ email: "chair@confidential.example", phone: "+2348030000000" });
    await placeOrder(company, { customer_id });
    expect(await linksOf()).toMatchObject({ email: secret.email, phone: "+2348031112222" });
  });

  test("is refused in the same words as before, also from a stored response", async () => {
    const headers = { "Idempotency-Key": "refused" };
    for (let time = 0; time < 2; time++) {
      const { status, body } = await placeOrder(embed, { customer_id: 999_999_999 }, headers);
      expect([status, body.errors[0].field]).toEqual([422, "customer_id"]);
    }
  });
});

test.each(["customers:read", "invoices:read"] as const)(
  "a key with %s beside it sees the customer",
  async (scope) => {
    const reader = await by(["portal:embed", scope]);
    const { body } = await placeOrder(reader, { customer_id });
    expect(body.invoice.customer).toMatchObject(secret);
  },
);

test.each(["sales:read", "payments:read", "customers:write", "invoices:write"] as const)(
  "a key with %s beside it does not",
  async (scope) => {
    const { text } = await placeOrder(await by(["portal:embed", scope]), { customer_id });
    expect(named(text)).toEqual([]);
  },
);
