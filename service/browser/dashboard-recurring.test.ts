import type { Browser, Cookie, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { confirm, expectTotals, press } from "./dashboard.fixture.ts";
import { screenWidths } from "./dashboard-pages.fixture.ts";
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

const lines = [{ description: "Maintenance", quantity: 1, unit_price: 100 }];

/** A schedule that is due in years, or as the fields say. */
const scheduleOf = async (fields: object = {}): Promise<{ id: number }> => {
  const rule = { interval: "month", start_date: "2031-01-31" };
  const given = { customer_id: customer.id, lines, ...rule, ...fields };
  return (await post(seller, "/recurring_invoices", given)).recurring_invoice;
};

const previewed = (page: Page) =>
  page.getByRole("table", { name: "Next invoices" }).locator("tbody th").allInnerTexts();

describe.skipIf(hasNoBrowser)("a recurring invoice", () => {
  test("is written, edited, paused and resumed in the dashboard", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    await page.goto(`${seller.url}/app/recurring-invoices`);
    await page.getByRole("link", { name: "New recurring invoice" }).first().click();
    await sees(page, "Schedule");
    await press(page, "Save recurring invoice");
    await page.getByText("Choose a customer.", { exact: true }).waitFor();
    await page.getByLabel("Customer", { exact: true }).fill("Adunni");
    await page.getByRole("option", { name: "Adunni Obi" }).first().click();
    await page.getByLabel("First invoice from").fill("2031-01-31");
    await page.getByLabel("First invoice from").press("Tab");
    await page.getByText("First dates: 31 Jan 2031 · 28 Feb 2031 · 31 Mar 2031").waitFor();
    await page.getByLabel("Description").fill("Maintenance");
    await page.getByLabel("Unit price").fill("100");
    await expectTotals(page, /Total\s+₦100\.00/);
    await page.getByLabel("Withholding tax %").fill("5");
    await page.getByLabel("Reason for withholding").fill("WHT on services");
    await expectTotals(page, /Amount payable\s+₦95\.00/);
    await press(page, "Save recurring invoice");
    await sees(page, "Next invoices");
    expect(await previewed(page)).toHaveLength(12);
    await page.getByText("Every month").waitFor();
    await expectTotals(
      page,
      /Withholding tax \(5%\) deducted by the buyer\s+₦5\.00\s+Amount payable\s+₦95\.00/,
    );
    await page.getByText("WHT on services", { exact: true }).waitFor();

    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Every", { exact: true }).fill("0");
    await press(page, "Save recurring invoice");
    await page.getByText("Enter a whole number from 1 to 366.", { exact: true }).waitFor();
    await page.getByLabel("Every", { exact: true }).fill("2");
    await page.getByLabel("Unit", { exact: true }).selectOption("week");
    expect(await page.getByLabel("Day of the month").count()).toBe(0);
    await page.getByLabel("Ends").selectOption("after");
    await page.getByLabel("Number of invoices").fill("3");
    await page.getByLabel("What happens with each invoice").selectOption("issue");
    await press(page, "Save recurring invoice");
    await sees(page, "Next invoices");
    await page.getByText("Every 2 weeks").waitFor();
    expect(await previewed(page)).toEqual(["31 Jan 2031", "14 Feb 2031", "28 Feb 2031"]);

    await press(page, "Pause");
    await confirm(page, "Pause");
    await page.getByText("Resumed today, it would make these.").waitFor();
    await press(page, "Resume");
    await confirm(page, "Resume");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    expect(await previewed(page)).toHaveLength(3);
    await page.goto(`${seller.url}/app/recurring-invoices?status=active`);
    await page.locator("tbody").getByText("Every 2 weeks").waitFor();
    await leave();
  });

  test("shows the dates of its next invoices on every screen", async () => {
    const { id } = await scheduleOf();
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    for (const width of screenWidths) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [`/${id}`, `/${id}/edit`, ""]) {
        await page.goto(`${seller.url}/app/recurring-invoices${path}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        if (path === `/${id}`)
          await page.getByText("28 Feb 2031").filter({ visible: true }).first().waitFor();
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([width, path, overflow]).toEqual([width, path, 0]);
      }
    }
    await leave();
  });

  test("links to the invoice that it made, which links back to it", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { id } = await scheduleOf({ start_date: today });
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    const made = page.getByRole("table", { name: "Invoices made" }).getByRole("link").first();
    await expect
      .poll(
        async () => {
          await page.goto(`${seller.url}/app/recurring-invoices/${id}`);
          await page.getByRole("heading", { name: "Invoices made" }).waitFor();
          return made.count();
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toBe(1);
    await made.click();
    await page.waitForURL(/\/app\/invoices\/\d+$/);
    await page.getByRole("link", { name: `Recurring invoice ${id}` }).click();
    await page.waitForURL(new RegExp(`/app/recurring-invoices/${id}$`));
    await leave();
  });

  test("has its pages in French too", async () => {
    const { id } = await scheduleOf({ interval: "week", interval_count: 2 });
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    const { hostname } = new URL(seller.url);
    await page
      .context()
      .addCookies([{ name: "billfold_language", value: "fr", domain: hostname, path: "/" }]);
    await page.goto(`${seller.url}/app/recurring-invoices/${id}`);
    await sees(page, "Prochaines factures");
    await page.getByText("Toutes les 2 semaines").waitFor();
    await leave();
  });
});
