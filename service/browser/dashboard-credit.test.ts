import type { Browser, Cookie } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { dialogOf, press } from "./dashboard.fixture.ts";
import { post, type Seller, startSeller } from "./seller.fixture.ts";
import { ownerCookies } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let cookies: Cookie[];
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  browser = await openBrowser(open);
  cookies = await ownerCookies(browser, seller);
});
afterAll(() => open.disposeAsync());

async function issued(customer_id: number, unit_price: number): Promise<{ id: number; number: string }> {
  const lines = [{ description: "Roof repair", quantity: 1, unit_price }];
  const { invoice } = await post(seller, "/invoices", { customer_id, lines });
  return (await post(seller, `/invoices/${invoice.id}/issue`)).invoice;
}

/** A customer who has paid 1,000, was credited 400 of it, and owes 300 on another invoice. */
async function customerWithCredit() {
  const { customer } = await post(seller, "/customers", { name: "Adunni Obi" });
  const source = await issued(customer.id, 1000);
  await post(seller, "/payments", { invoice_id: source.id, amount: 1000 });
  const lines = [{ description: "Returned", quantity: 1, unit_price: 400 }];
  const { credit_note } = await post(seller, `/invoices/${source.id}/credit_notes`, { lines });
  return { customer, source, note: credit_note.number as string, owed: await issued(customer.id, 300) };
}

describe.skipIf(hasNoBrowser)("credit", () => {
  test("is applied from the page of the credited invoice, in part and then from the customer's page", async () => {
    const { customer, source, note, owed } = await customerWithCredit();
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    await page.goto(`${seller.url}/app/invoices/${source.id}`);
    await press(page, "Apply to another invoice");
    const dialog = dialogOf(page, `Apply ${note} to another invoice`);
    await expect.poll(() => dialog.getByLabel("Invoice").innerText()).toContain(`${owed.number} · ₦300.00`);
    await dialog.getByLabel("Amount (NGN)").fill("500");
    await press(dialog, "Apply credit");
    await dialog
      .getByText(/must not exceed|dépasser|at most/i)
      .first()
      .waitFor();
    await dialog.getByLabel("Amount (NGN)").fill("100");
    await press(dialog, "Apply credit");
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Credit applied to other invoices").waitFor();

    await page.goto(`${seller.url}/app/customers/${customer.id}`);
    await page.getByText("₦300.00").first().waitFor();
    await press(page, "Apply credit");
    await dialogOf(page, "Apply credit").getByRole("button", { name: source.number }).click();
    await press(dialog, "Apply credit");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.locator("main").innerText()).toMatch(/0 unpaid invoices\s*Credit ₦100\.00/);
    await leave();
  });

  test("is not offered where an invoice has none to spare", async () => {
    const { customer } = await post(seller, "/customers", { name: "Ada Obi" });
    const { id } = await issued(customer.id, 100);
    const lines = [{ description: "Returned", quantity: 1, unit_price: 40 }];
    await post(seller, `/invoices/${id}/credit_notes`, { lines });
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    await page.goto(`${seller.url}/app/invoices/${id}`);
    await page.getByText("Credit notes").first().waitFor();
    expect(await page.getByRole("button", { name: "Apply to another invoice" }).count()).toBe(0);
    await page.goto(`${seller.url}/app/customers/${customer.id}`);
    await page.getByText("Ada Obi").first().waitFor();
    expect(await page.getByRole("button", { name: "Apply credit" }).count()).toBe(0);
    await leave();
  });
});
