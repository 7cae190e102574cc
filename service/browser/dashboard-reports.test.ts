import type { Browser, Cookie } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { post, type Seller, startSeller } from "./seller.fixture.ts";
import { ownerCookies } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let cookies: Cookie[];
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  const { customer } = await post(seller, "/customers", { name: "Adunni Obi" });
  const lines = [{ description: "Roof repair", quantity: 2, unit_price: 100 }];
  const { invoice } = await post(seller, "/invoices", { customer_id: customer.id, lines });
  await post(seller, `/invoices/${invoice.id}/issue`);
  await post(seller, "/payments", { invoice_id: invoice.id, amount: 50, method: "cash" });
  browser = await openBrowser(open);
  cookies = await ownerCookies(browser, seller);
});
afterAll(() => open.disposeAsync());

describe.skipIf(hasNoBrowser)("reports", () => {
  test("show who owes how much, what happened with one customer, and give files", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    await page.goto(`${seller.url}/app/reports`);
    await sees(page, "Reports");
    await page.getByText("Adunni Obi").filter({ visible: true }).first().waitFor();
    await page.getByText("₦150.00").filter({ visible: true }).first().waitFor();

    // The total of all customers, the demo company's own included.
    await page
      .getByRole("button", { name: /₦[\d,]+\.\d\d/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog").filter({ hasText: "How this amount came about" });
    await dialog.getByText("Owed on invoices that are not due yet").click();
    await dialog.getByText(/^Adunni Obi, 1 invoice/).click();
    await dialog
      .getByText(/^Invoice INV-\d+, due on/)
      .filter({ visible: true })
      .waitFor();
    await dialog.getByRole("link", { name: "Open" }).filter({ visible: true }).first().waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();

    await page.getByText("Statement", { exact: true }).click();
    await page.getByText("Choose a customer").waitFor();
    await page.getByLabel("Customer", { exact: true }).fill("Adunni");
    await page.getByRole("option", { name: "Adunni Obi" }).first().click();
    const statement = page.getByRole("table", { name: "Statement" }).getByRole("row");
    const payment = statement.filter({ hasText: "Payment" }).filter({ hasText: "-₦50.00" });
    // The balance after a record is explained by the one before it, each below the other.
    await payment.getByRole("button", { name: "₦150.00" }).click();
    await dialog.getByText(/^What the customer owes after: Invoice INV-\d+ of/).click();
    await dialog.getByText("What the customer owed before the period").waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^statement-.*\.csv$/);
    await leave();
  });

  test("show the journal, with accounts that can be changed, and the tax that was withheld", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    await page.goto(`${seller.url}/app/reports?report=journal`);
    const journal = page.getByRole("table", { name: "Journal" }).getByRole("row");
    await journal.filter({ hasText: "receivables" }).filter({ hasText: "₦200.00" }).first().waitFor();
    await page.getByRole("button", { name: "Change accounts" }).click();
    await page.getByRole("textbox", { name: "Receivables" }).fill("1200");
    await page.getByLabel("Accounts of single payment methods").fill("cash = 1010");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Accounts saved.").waitFor();
    await journal.filter({ hasText: "1200" }).filter({ hasText: "₦200.00" }).first().waitFor();
    await journal.filter({ hasText: "1010" }).filter({ hasText: "₦50.00" }).first().waitFor();
    await page.getByText("Withheld tax", { exact: true }).click();
    await page.getByLabel("Certificate").selectOption("any");
    await page.waitForURL(/certificate=any/);
    await leave();
  });
});
