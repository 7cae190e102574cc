import type { Browser, Cookie } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees, unfold } from "./buyer.fixture.ts";
import { confirm, copied, expectTotals, press } from "./dashboard.fixture.ts";
import { post, type Seller, startSeller } from "./seller.fixture.ts";
import { ownerCookies } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let cookies: Cookie[];
let customer: { id: number };
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  ({ customer } = await post(seller, "/customers", { name: "Adunni Obi" }));
  browser = await openBrowser(open);
  cookies = await ownerCookies(browser, seller);
});
afterAll(() => open.disposeAsync());

const lines = [{ description: "Roof repair", quantity: 2, unit_price: 100 }];
const sent = async (): Promise<{ id: number; number: string; url: string }> => {
  const { quote } = await post(seller, "/quotes", { customer_id: customer.id, lines });
  return (await post(seller, `/quotes/${quote.id}/send`)).quote;
};

describe.skipIf(hasNoBrowser)("a quote", () => {
  test("is written, edited and sent in the dashboard, accepted on its page, and becomes an invoice", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    await page.goto(`${seller.url}/app/quotes`);
    await page.getByRole("link", { name: "New quote" }).first().click();
    await sees(page, "Customer and dates");
    await page.getByLabel("Customer", { exact: true }).fill("Adunni");
    await page.getByRole("option", { name: "Adunni Obi" }).first().click();
    await page.getByLabel("Description").fill("Roof repair");
    await page.getByLabel("Quantity").fill("2");
    await page.getByLabel("Unit price").fill("100");
    await expectTotals(page, /Total\s+₦200\.00/);
    await press(page, "Save quote");
    await sees(page, "QUO-");
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Quantity").fill("3");
    await press(page, "Save quote");
    await sees(page, "QUO-");
    await press(page, "Send");
    const dialog = page.getByRole("dialog", { name: /^Send QUO-\d+ to the customer/ });
    // The customer has no address, so the link is copied.
    await press(dialog, "Send");
    await page.getByText("Page for the customer").waitFor();
    const url = await copied(page, "Link to the quote");

    // The buyer needs no script.
    const buyer = await newVisitor(browser, seller.url, { hasScripts: false });
    await buyer.page.goto(url);
    expect(await buyer.page.locator("main").innerText()).toContain("₦300.00");
    await buyer.page.getByLabel("Your name").fill("Ada Obi");
    await press(buyer.page, "Accept the quote");
    await sees(buyer.page, "You have accepted this quote");
    await buyer.leave();

    await page.reload();
    await page.getByText("Ada Obi").waitFor();
    await press(page, "Create invoice");
    await confirm(page, "Create invoice");
    await page.waitForURL(/\/app\/invoices\/\d+$/);
    await page.goto(`${seller.url}/app/quotes`);
    await page.locator("tbody").getByText("Invoiced").first().waitFor();
    await leave();
  });

  test("is declined on its page, with a reason that the company sees", async () => {
    const quote = await sent();
    const buyer = await newVisitor(browser, seller.url, { size: "phone", hasScripts: false });
    await buyer.page.goto(quote.url);
    await unfold(buyer.page, "Decline instead");
    await buyer.page.getByLabel("Your name").fill("Ada Obi");
    await buyer.page.getByLabel("Reason").fill("Too late");
    await press(buyer.page, "Decline the quote");
    await sees(buyer.page, "This quote was declined");
    await buyer.leave();
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    await page.goto(`${seller.url}/app/quotes/${quote.id}`);
    await page.getByText("Too late").waitFor();
    expect(await page.getByRole("button", { name: "Create invoice" }).count()).toBe(0);
    await leave();
  });

  test("has its pages in French too", async () => {
    const quote = await sent();
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    const { hostname } = new URL(seller.url);
    await page
      .context()
      .addCookies([{ name: "billfold_language", value: "fr", domain: hostname, path: "/" }]);
    await page.goto(quote.url);
    await sees(page, `Devis ${quote.number}`);
    await leave();
  });
});
