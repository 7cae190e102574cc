import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
let company: TestCompany;
let customer_id: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  customer_id = await company.customer();
});
afterAll(() => service.close());

const lines = [
  { description: "Work", quantity: "0.75", unit_price: 98.5, tax_rate: 19, unit_code: "HUR" },
  { description: "Book", quantity: 3, unit_price: 10.555, tax_category: "E", exemption_reason: "books" },
];
const sent = async (fields: object = {}, by = company) => {
  const made = await by.call("POST /quotes", { body: { customer_id, lines, ...fields } });
  if (made.status !== 201) throw new Error(made.text);
  return (await by.call(`POST /quotes/${made.body.quote.id}/send`)).body.quote;
};
const act = (id: number, action: string, by = company) => by.call(`POST /quotes/${id}/${action}`);
const get = async (path: string, by = company) => (await by.call(`GET ${path}`)).body;
const withoutIds = (list: Record<string, unknown>[]) => list.map(({ id: _id, ...line }) => line);
const typesOf = async (by: TestCompany) =>
  (await get("/events?limit=100", by)).events.map(({ type }: { type: string }) => type);

describe.each(["invoice", "sale"] as const)("POST /quotes/{id}/%s", (noun) => {
  test("201 makes one with the quote's customer, currency, lines and totals, and the quote names it", async () => {
    const quote = await sent({ currency: "USD", notes: "n", po_number: "PO-7", metadata: { deal: 3 } });
    const { status, body } = await act(quote.id, noun);
    expect(status).toBe(201);
    expect(body.quote).toEqual({ ...quote, status: "invoiced", [`${noun}_id`]: body[noun].id });
    const { subtotal, tax_total, total, taxes, notes, po_number, metadata } = quote;
    expect(body[noun]).toMatchObject({
      status: noun === "sale" ? "open" : "draft",
      customer_id,
      currency: "USD",
      external_id: null,
      ...{ subtotal, tax_total, total, taxes, notes, po_number, metadata },
    });
    expect(withoutIds(body[noun].lines)).toEqual(withoutIds(quote.lines));
    expect((await get(`/${noun}s/${body[noun].id}`))[noun]).toEqual(body[noun]);
    expect((await get(`/quotes/${quote.id}`)).quote).toEqual(body.quote);
  });

  test("201 takes over discounts, charges and prices that include tax", async () => {
    const discounted = [{ ...lines[0], discounts: [{ percent: 10, reason: "Loyal" }] }, lines[1]];
    const terms = { prices_include_tax: true, discounts: [{ amount: 5 }], charges: [{ percent: 2 }] };
    const quote = await sent({ ...terms, lines: discounted });
    const { body } = await act(quote.id, noun);
    const { total, tax_total, discounts, charges, prices_include_tax, discount_total, charge_total } = quote;
    expect(body[noun]).toMatchObject({
      ...{ total, tax_total, discounts, charges, prices_include_tax, discount_total, charge_total },
    });
    expect(withoutIds(body[noun].lines)).toEqual(withoutIds(quote.lines));
  });

  test("201 takes the lines as they were offered, whatever became of the product since", async () => {
    const product = { name: "Pen", unit_price: 5, tax_rate: 7.5 };
    const { id: product_id } = (await company.call("POST /products", { body: product })).body.product;
    const quote = await sent({ lines: [{ product_id, quantity: 2 }] });
    const changed = { unit_price: 6, tax_rate: 0, hs_code: "9608", exemption_reason: "new", name: "Renamed" };
    await company.call(`PATCH /products/${product_id}`, { body: changed });
    const { body } = await act(quote.id, noun);
    expect(withoutIds(body[noun].lines)).toEqual(withoutIds(quote.lines));
  });

  test("201 for one of ten that ask at once for either; the others are 422 and make nothing", async () => {
    const fresh = await service.company();
    const quote = await sent({ customer_id: await fresh.customer() }, fresh);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => act(quote.id, index % 2 ? "invoice" : "sale", fresh)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
    expect(replies.filter(({ status }) => status === 422).map(({ body }) => body.code)).toEqual(
      Array(9).fill("already_invoiced"),
    );
    const [{ invoices }, { sales }] = [await get("/invoices", fresh), await get("/sales", fresh)];
    expect(invoices.length + sales.length).toBe(1);
    const types = await typesOf(fresh);
    expect(types.filter((type: string) => type === "quote.invoiced")).toHaveLength(1);
  });

  test("404 for another company's quote, which stays sent", async () => {
    const quote = await sent();
    expect((await act(quote.id, noun, await service.company())).status).toBe(404);
    expect((await get(`/quotes/${quote.id}`)).quote).toEqual(quote);
  });
});

test("429 over the quota of invoices leaves the quote as it was", async () => {
  const fresh = await service.company({ quotaInvoices: 0 });
  const quote = await sent({ customer_id: await fresh.customer() }, fresh);
  const { status, body } = await act(quote.id, "invoice", fresh);
  expect([status, body.code]).toEqual([429, "quota_exceeded"]);
  expect((await get(`/quotes/${quote.id}`, fresh)).quote).toEqual(quote);
});

describe("deleting the draft of a quote", () => {
  test.each([
    ["sent", []],
    ["accepted", ["accept"]],
  ])("makes it %s again, and it can be invoiced anew, once", async (status, steps) => {
    const { id } = await sent();
    for (const step of steps) await act(id, step);
    const before = (await get(`/quotes/${id}`)).quote;
    const first = (await act(id, "invoice")).body.invoice;
    expect((await company.call(`DELETE /invoices/${first.id}`)).status).toBe(200);
    const after = (await get(`/quotes/${id}`)).quote;
    expect([after, after.status]).toEqual([before, status]);
    expect((await typesOf(company)).slice(-2)).toEqual(["invoice.deleted", "quote.updated"]);
    expect((await act(id, "invoice")).status).toBe(201);
    expect((await act(id, "sale")).status).toBe(422);
  });

  test("while it is being invoiced again leaves quote and invoice of one mind", async () => {
    const { id } = await sent();
    const first = (await act(id, "invoice")).body.invoice;
    await Promise.all([
      company.call(`DELETE /invoices/${first.id}`),
      act(id, "invoice"),
      act(id, "sale"),
      act(id, "accept"),
    ]);
    const { quote } = await get(`/quotes/${id}`);
    expect(quote.status === "invoiced").toBe(quote.invoice_id !== null || quote.sale_id !== null);
    const { invoices } = await get("/invoices?limit=100");
    const isThere = invoices.some((invoice: { id: number }) => invoice.id === quote.invoice_id);
    expect(isThere).toBe(quote.invoice_id !== null);
  });
});
