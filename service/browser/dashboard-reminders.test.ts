import type { Browser, Cookie } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { press } from "./dashboard.fixture.ts";
import { screenWidths } from "./dashboard-pages.fixture.ts";
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

const valuesOf = (inputs: (HTMLElement | SVGElement)[]) =>
  inputs.map((input) => (input as HTMLInputElement).value);

describe.skipIf(hasNoBrowser)("reminders", () => {
  test("are switched on, with steps of one's own whose text is shown as buyers will get it", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    await page.goto(`${seller.url}/app/settings/reminders`);
    await sees(page, "Payment reminders");
    await page.getByText("Invoice INV-000042 is due on").first().waitFor();
    await page.getByLabel("Send reminders").check();
    await page.getByLabel("Until", { exact: true }).selectOption("9");
    for (const step of ["3 days before", "7 days after", "14 days after"])
      await press(page, `Remove the step: ${step} the due date`);
    await page.getByLabel("My own text").check();
    await page.getByLabel("Message").fill("Dear {customer}, please pay {amount} for {invoice}.");
    await press(page, "Save");
    await page.getByText("unknown placeholder {invoice}").first().waitFor();
    await page.getByLabel("Message").fill("Dear {customer}, please pay {amount} for {number}.");
    await page.getByText("Dear Acme Trading Ltd, please pay ₦145,125.00 for INV-000042.").waitFor();
    await page.getByLabel("Until", { exact: true }).selectOption("18");
    await press(page, "Add a step");
    await page.getByRole("heading", { name: "8 days after the due date" }).waitFor();
    await press(page, "Save");
    await page.getByText("Reminders saved.").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "8 days after the due date" }).waitFor();
    expect(await page.getByLabel("Send reminders").isChecked()).toBe(true);
    expect(await page.getByLabel("Until", { exact: true }).inputValue()).toBe("18");
    expect(await page.getByLabel("Days", { exact: true }).evaluateAll(valuesOf)).toEqual(["1", "8"]);
    await leave();
  });

  test("of an invoice are paused and resumed, and of a customer by a box of its form", async () => {
    const { customer } = await post(seller, "/customers", { name: "Adunni Obi" });
    const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
    const { invoice } = await post(seller, "/invoices", { customer_id: customer.id, lines });
    await post(seller, `/invoices/${invoice.id}/issue`, {});
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    await page.goto(`${seller.url}/app/invoices/${invoice.id}`);
    const choose = async (name: string) => {
      await press(page, "More");
      await page.getByRole("menuitem", { name }).click();
    };
    await choose("Pause reminders");
    await page.getByText("Reminders paused", { exact: true }).waitFor();
    await choose("Resume reminders");
    await page.getByText("Reminders paused", { exact: true }).waitFor({ state: "detached" });

    await page.goto(`${seller.url}/app/customers/${customer.id}`);
    await press(page, "Edit");
    await page.getByLabel("Send no reminders to this customer").check();
    await press(page, "Save customer");
    await page.getByText("Customer saved.").waitFor();
    await press(page, "Edit");
    expect(await page.getByLabel("Send no reminders to this customer").isChecked()).toBe(true);
    await leave();
  });

  test("have a page that fits every width", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    for (const width of screenWidths) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${seller.url}/app/settings/reminders`);
      await page.getByText("Preview").first().waitFor();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([width, overflow]).toEqual([width, 0]);
      const folder = process.env.BILLFOLD_SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/reminders-${width}.png`, fullPage: true });
    }
    await leave();
  });
});
