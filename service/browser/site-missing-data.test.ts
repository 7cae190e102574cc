import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type Visitor } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { ask, confirm, press } from "./dashboard.fixture.ts";
import { type Seller, startSeller } from "./seller.fixture.ts";
import { createFirstKey, newOwner, storeFirstKey } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let owner: Visitor;
let page: Page;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  browser = await openBrowser(open);
  owner = await newVisitor(browser, seller.url, { size: "desktop" });
  page = owner.page;
  await newOwner(page, seller, "Meridian Supplies Ltd");
  await page.goto(`${seller.url}/app`);
  await createFirstKey(page, "Everything");
  await storeFirstKey(page);
});
afterAll(() => open.disposeAsync());

async function api(method: string, path: string, body?: object) {
  const { status, text } = await ask(page, method, `/app/api${path}`, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return JSON.parse(text);
}

const says = (words: string | RegExp) => page.getByText(words).filter({ visible: true }).first().waitFor();

async function register(): Promise<void> {
  await press(page, "More");
  await page.getByRole("menuitem", { name: "Register", exact: true }).click();
  await confirm(page, "Register");
}

describe.skipIf(hasNoBrowser)("an issued invoice whose customer lacks data", () => {
  test("says what is missing and where to add it, uses the added data, and is registered", async () => {
    await api("POST", "/einvoicing/integration", { adapter: "sandbox" });
    const { customer } = await api("POST", "/customers", { name: "Walk-in Ltd" });
    const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
    const { invoice } = await api("POST", "/invoices", { customer_id: customer.id, lines });
    await api("POST", `/invoices/${invoice.id}/issue`);
    await page.goto(`${seller.url}/app/invoices/${invoice.id}`);
    await register();
    await sees(page, "Information is missing");
    await says(/nothing was sent and nothing changed/);
    await says("The customer has no tax number. Add it to the customer.");
    await press(page, "Refresh customer and company data");
    await says("Nothing changed: the data was already up to date.");
    expect((await api("GET", `/invoices/${invoice.id}`)).invoice.fiscal_status).toBe("none");

    await register();
    await page.getByRole("link", { name: "Edit customer" }).click();
    await page.waitForURL(`**/app/customers/${customer.id}`);
    const address = { line1: "12 Marina", city: "Lagos", country: "NG" };
    await api("PATCH", `/customers/${customer.id}`, { tax_id: "87654321-0001", address });
    await page.goto(`${seller.url}/app/invoices/${invoice.id}`);
    await press(page, "More");
    await page.getByRole("menuitem", { name: "Refresh customer and company data" }).click();
    await confirm(page, "Refresh customer and company data");
    await says("Customer and company data refreshed.");
    await says(/87654321-0001/);
    await register();
    await sees(page, "Registration with the revenue authority");
    expect((await api("GET", `/invoices/${invoice.id}`)).invoice.fiscal_status).toBe("registered");
    expect(owner.complaints.filter((complaint) => !complaint.includes("422"))).toEqual([]);
  });
});
