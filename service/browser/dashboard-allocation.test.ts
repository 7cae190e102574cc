import type { Browser, Cookie, Locator } from "playwright-core";
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

async function choose(dialog: Locator, place: number, number: string): Promise<void> {
  await dialog.getByRole("combobox").nth(place).fill(number);
  // The list is drawn above the dialog, and so is not a part of it.
  await dialog
    .page()
    .getByRole("option", { name: new RegExp(number) })
    .first()
    .click();
}

describe.skipIf(hasNoBrowser)("money that is not allocated", () => {
  test("is allocated to two invoices at once, and the payment's page lists what it pays", async () => {
    const { customer } = await post(seller, "/customers", { name: "Adunni Obi" });
    const [paid, first, second] = [
      await issued(customer.id, 100),
      await issued(customer.id, 200),
      await issued(customer.id, 300),
    ];
    const { payment } = await post(seller, "/payments", {
      amount: 600,
      allocations: [{ invoice_id: paid.id, amount: 100 }],
    });
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    await page.goto(`${seller.url}/app/payments/${payment.id}`);
    await press(page, "Allocate");
    const dialog = dialogOf(page, "Allocate to invoices");
    await choose(dialog, 0, first.number);
    await press(dialog, "Add an invoice");
    await choose(dialog, 1, second.number);
    await dialog.getByLabel("Amount (NGN)").nth(0).fill("200.01");
    await dialog.getByLabel("Amount (NGN)").nth(1).fill("250");
    await press(dialog, "Allocate");
    await dialog.getByText("must not exceed the amount due, 200 NGN").first().waitFor();
    await dialog.getByLabel("Amount (NGN)").nth(0).fill("200");
    await press(dialog, "Allocate");
    await dialog.waitFor({ state: "detached" });
    await page.getByText("₦550.00 allocated to 3 invoices").waitFor();
    const listed = page.getByRole("table", { name: "Invoices that it pays" });
    for (const { number } of [paid, first, second]) await listed.getByText(number).waitFor();
    expect(await listed.innerText()).toMatch(/₦100\.00[\s\S]*₦200\.00[\s\S]*₦250\.00/);
    // The page of an invoice tells the part that it got.
    await page.goto(`${seller.url}/app/invoices/${second.id}`);
    await page.getByText("Part of a payment of ₦600.00").first().waitFor();
    await page.getByText("₦250.00 received").waitFor();
    await leave();
  });
});
