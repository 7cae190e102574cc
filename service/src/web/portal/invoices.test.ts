import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { placedOrder } from "../../domains/portal/portal.fixture.ts";
import { setPlan } from "../../domains/tenancy/plans/service.ts";
import { inTransaction } from "../../platform/db/database.ts";
import { allow, ask, shop } from "./portal.fixture.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  await allow(company, shop);
});
afterAll(() => service.close());

const look = async (token: string, by = company) => (await ask(by, `/invoices/${token}`)).body.invoice;
const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
const act = (id: number, action: string) => company.call(`POST /invoices/${id}/${action}`);
const pay = (invoice_id: number, amount: number) =>
  company.call("POST /payments", { body: { invoice_id, amount } });

describe("GET /portal/invoices/{token}", () => {
  test("shows what an order is for, what is to be paid and where, and nothing else", async () => {
    const { order, invoice, checkout_url } = await placedOrder(company);
    const { status, headers, body } = await ask(company, `/invoices/${invoice.portal_token}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      invoice: {
        label: `Order ${order.number}`,
        amount: invoice.total,
        currency: "NGN",
        digits: 2,
        state: "payable",
        checkout_url,
      },
    });
    expect(headers).toMatchObject({
      "access-control-allow-origin": shop,
      "cache-control": "private, no-cache",
      "content-type": "application/json; charset=utf-8",
    });
  });

  test("is sent again only when it has changed", async () => {
    const { invoice_id, invoice } = await placedOrder(company, { lines });
    const path = `/invoices/${invoice.portal_token}`;
    const { headers } = await ask(company, path);
    const conditional = { headers: { "if-none-match": headers.etag! } };
    expect((await ask(company, path, conditional)).status).toBe(304);
    await pay(invoice_id, 40);
    const changed = await ask(company, path, conditional);
    expect([changed.status, changed.body.invoice]).toMatchObject([200, { amount: 60, state: "payable" }]);
  });

  test("is paid when nothing is due any more, with what it came to", async () => {
    const { invoice_id, invoice } = await placedOrder(company, { lines });
    await pay(invoice_id, 100);
    expect(await look(invoice.portal_token)).toMatchObject({
      amount: 100,
      state: "paid",
      checkout_url: null,
    });
  });

  test("is closed when it is void", async () => {
    const { invoice_id, invoice } = await placedOrder(company, { lines });
    await act(invoice_id, "void");
    expect(await look(invoice.portal_token)).toMatchObject({
      amount: 100,
      state: "closed",
      checkout_url: null,
    });
  });

  test("written off, is payable as long as somebody has a link, and closed otherwise", async () => {
    const { invoice_id, invoice, checkout_url } = await placedOrder(company, { lines });
    await act(invoice_id, "issue");
    await act(invoice_id, "write_off");
    expect(await look(invoice.portal_token)).toMatchObject({ state: "payable", checkout_url });
    await company.call(`POST /payments/links/${String(checkout_url).split("/").at(-1)}/cancel`);
    expect(await look(invoice.portal_token)).toMatchObject({ state: "closed", checkout_url: null });
  });

  test("without a link that can be paid is payable, and says so without an address", async () => {
    const { invoice, checkout_url } = await placedOrder(company, { lines });
    await company.call(`POST /payments/links/${String(checkout_url).split("/").at(-1)}/cancel`);
    expect(await look(invoice.portal_token)).toMatchObject({
      amount: 100,
      state: "payable",
      checkout_url: null,
    });
  });

  test("leads to the newest link that lives, and to none whose time is over", async () => {
    const own = await startService();
    try {
      const alone = await own.company();
      await allow(alone, shop);
      const { invoice_id, invoice } = await placedOrder(alone, { lines });
      const link = (await alone.call("POST /payments/link", { body: { amount: 100, invoice_id } })).body;
      const { portal_token } = invoice;
      expect(await look(portal_token, alone)).toMatchObject({ checkout_url: link.checkout_url });
      own.clock.advance(25 * 3600 * 1000);
      const older = await look(portal_token, alone);
      expect(older.checkout_url).not.toBe(link.checkout_url);
      own.clock.advance(30 * 24 * 3600 * 1000);
      expect(await look(portal_token, alone)).toMatchObject({ state: "payable", checkout_url: null });
    } finally {
      await own.close();
    }
  });

  test("shows no address while the company takes no payments", async () => {
    const off = await service.company();
    await allow(off, shop);
    const { invoice } = await placedOrder(off, { lines });
    await inTransaction(service.context.db, (tx) =>
      setPlan({ tx, now: service.clock.now() }, off.id, { disable: ["payments"] }),
    );
    expect(await look(invoice.portal_token, off)).toMatchObject({ state: "payable", checkout_url: null });
  });

  test("names an invoice that is no order by its number, and a draft by its link", async () => {
    const draft = await company.draft({ currency: "JPY", lines: [{ ...lines[0], unit_price: 1500 }] });
    expect(await look(draft.portal_token)).toMatchObject({ label: "Invoice", amount: 1500, digits: 0 });
    const body = { amount: 1500, invoice_id: draft.id, label: "Table for two" };
    await company.call("POST /payments/link", { body });
    expect(await look(draft.portal_token)).toMatchObject({ label: "Table for two" });
    await act(draft.id, "issue");
    const { number } = (await company.call(`GET /invoices/${draft.id}`)).body.invoice;
    expect(await look(draft.portal_token)).toMatchObject({ label: `Invoice ${number}` });
  });
});
