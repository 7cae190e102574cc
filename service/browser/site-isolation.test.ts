import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { ask } from "./dashboard.fixture.ts";
import { createSampleRecords, type SampleRecords } from "./sample-records.fixture.ts";
import { otherCompanyOf, type Seller, startSeller } from "./seller.fixture.ts";
import { newPerson, signIn } from "./site.fixture.ts";

/** Every text of the first company's records contains this, so that a leak is noticed. */
const mark = `mark-${randomUUID()}`;

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let books: SampleRecords;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  books = await createSampleRecords(seller, mark);
  browser = await openBrowser(open);
});
afterAll(() => open.disposeAsync());

/** A user of a company, in a separate browser. */
async function enter({ url, company }: Seller, role: string) {
  const person = await newPerson(seller, `--company ${company.company_id} --role ${role}`);
  const visitor = await newVisitor(browser, url, { size: "desktop" });
  await signIn(visitor.page, url, person);
  await sees(visitor.page, "Overview");
  return visitor;
}

async function textOf(page: Page, path: string): Promise<string> {
  await page.goto(`${seller.url}${path}`, { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page.locator("body").innerText();
}

/** Every page of the site that has an id in its address. */
const pagesOf = ({ invoice, draft, customer, sale, quote, recurring, payment, delivery }: SampleRecords) => [
  `/app/invoices/${invoice}`,
  `/app/invoices/${draft}/edit`,
  `/app/customers/${customer}`,
  `/app/sales/${sale}`,
  `/app/sales/${sale}/edit`,
  `/app/quotes/${quote}`,
  `/app/quotes/${quote}/edit`,
  `/app/recurring-invoices/${recurring}`,
  `/app/recurring-invoices/${recurring}/edit`,
  `/app/payments/${payment}`,
  `/app/events/deliveries/${delivery}`,
];

/** Lists that an id in the address filters, and a form that it fills in. */
const filteredBy = ({ customer, event }: SampleRecords) => [
  `/app/invoices/new?customer=${customer}`,
  `/app/invoices?customer_id=${customer}`,
  `/app/sales?customer_id=${customer}`,
  `/app/payments?customer_id=${customer}`,
  `/app/events?tab=deliveries&event_id=${event}`,
];

const readsOf = (own: SampleRecords) => [
  `/invoices/${own.invoice}`,
  `/invoices/${own.invoice}.pdf`,
  `/invoices/${own.invoice}.xml`,
  `/invoices/${own.invoice}/registration`,
  `/invoices/${own.invoice}/history`,
  `/credit_notes/${own.creditNote}`,
  `/customers/${own.customer}`,
  `/products/${own.product}`,
  `/sales/${own.sale}`,
  `/quotes/${own.quote}`,
  `/quotes/${own.quote}.pdf`,
  `/recurring_invoices/${own.recurring}`,
  `/recurring_invoices/${own.recurring}/preview`,
  `/payments/${own.payment}`,
  `/payments/links/${own.link}`,
  `/events/${own.event}`,
  `/webhooks/endpoints/${own.endpoint}`,
  `/webhooks/deliveries/${own.delivery}`,
  `/webhooks/deliveries/${own.delivery}/request`,
];

const changesOf = (own: SampleRecords): [method: string, path: string, body?: object][] => [
  ["PATCH", `/customers/${own.customer}`, { name: "Taken" }],
  ["PATCH", `/products/${own.product}`, { name: "Taken" }],
  ["POST", `/sales/${own.sale}/cancel`],
  ["POST", `/quotes/${own.quote}/send`],
  ["POST", `/recurring_invoices/${own.recurring}/pause`],
  ["POST", `/invoices/${own.draft}/issue`],
  ["DELETE", `/invoices/${own.draft}`],
  ["POST", `/invoices/${own.invoice}/void`],
  ["POST", `/invoices/${own.invoice}/register`],
  ["POST", `/payments/${own.payment}/refund`, { amount: 1 }],
  ["POST", `/payments/links/${own.link}/cancel`],
  ["DELETE", `/webhooks/endpoints/${own.endpoint}`],
  ["POST", `/webhooks/deliveries/${own.delivery}/replay`],
  ["POST", `/keys/${own.key}/revoke`],
  ["PATCH", `/keys/${own.key}`, { scopes: [] }],
  ["PATCH", `/users/${own.user}`, { role: "owner" }],
  ["DELETE", `/users/${own.user}`],
];

describe.skipIf(hasNoBrowser)("a second company", () => {
  test("sees nothing of the first one's records on any page, whatever ids the address contains", async () => {
    const first = await enter(seller, "owner");
    const second = await enter(await otherCompanyOf(seller), "owner");
    for (const path of pagesOf(books)) {
      expect(await textOf(first.page, path), path).not.toContain("was not found");
      expect(await first.page.content(), path).toContain(mark);
      expect(await textOf(second.page, path), path).toMatch(
        /The (invoice|customer|sale|quote|recurring invoice|payment|delivery) was not found/,
      );
      expect(await second.page.content(), path).not.toContain(mark);
    }
    for (const path of filteredBy(books)) {
      await textOf(second.page, path);
      expect(await second.page.content(), path).not.toContain(mark);
    }
    for (const path of ["", "/health", "/requests", `/companies/${seller.company.company_id}`]) {
      expect(await textOf(second.page, `/operator${path}`)).toContain("Page not found");
    }
    await Promise.all([first.leave(), second.leave()]);
  });

  test("gets 404 for reading and changing each of them, also under the first one's id", async () => {
    const neighbour = await otherCompanyOf(seller);
    const { page, leave } = await enter(neighbour, "owner");
    const own = await enter(seller, "owner");
    const before = await books.read();
    for (const path of readsOf(books)) {
      const record = `/app/api${path.replace(/\.(pdf|xml)$/, "")}`;
      expect(await ask(own.page, "GET", record), path).toMatchObject({ status: 200 });
      const { status, text } = await ask(page, "GET", `/app/api${path}`);
      expect([status, text.includes(mark)], path).toEqual([404, false]);
    }
    for (const [method, path, body] of changesOf(books)) {
      expect(await ask(page, method, `/app/api${path}`, body), path).toMatchObject({ status: 404 });
    }
    const first = String(seller.company.company_id);
    const asFirst = { "x-company-id": first };
    for (const path of ["/invoices", "/company", "/audit", "/keys", "/exports/customers.csv"]) {
      expect(await ask(page, "GET", `/app/api${path}`, undefined, asFirst), path).toMatchObject({
        status: 404,
      });
      expect(await ask(page, "GET", `/app/api${path}?company_id=${first}`), path).toMatchObject({
        status: 404,
      });
    }
    for (const path of ["/invoices", "/activity", "/audit", "/search?q=mark", "/exports/invoices.csv"]) {
      const { status, text } = await ask(page, "GET", `/app/api${path}`);
      expect([status, text.includes(mark)], path).toEqual([200, false]);
    }
    expect(await ask(page, "GET", "/operator/api/companies")).toMatchObject({ status: 403 });
    expect(await books.read()).toEqual(before);
    await own.leave();
    await leave();
  });
});
