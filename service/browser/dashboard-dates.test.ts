import type { Browser, Cookie, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type Size } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { newExaminer } from "./examine.fixture.ts";
import { type Seller, startSeller } from "./seller.fixture.ts";
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

async function newInvoice(size: Size = "desktop") {
  const visitor = await newVisitor(browser, seller.url, { size, cookies });
  await visitor.page.goto(`${seller.url}/app/invoices/new`);
  await sees(visitor.page, "New invoice");
  return visitor;
}

const dueDate = (page: Page) => page.getByLabel("Due date");
const shown = (page: Page) => dueDate(page).inputValue();

describe.skipIf(hasNoBrowser)("a date field", () => {
  test("shows dates as the rest of the page does, however they are typed", async () => {
    const { page, complaints, leave } = await newInvoice();
    expect(await page.getByLabel("Invoice date").inputValue()).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/);
    for (const typed of ["2026-12-24", "24/12/2026", "24.12.26", "Dec 24, 2026", "24 december 2026"]) {
      await dueDate(page).fill(typed);
      await dueDate(page).blur();
      expect(await shown(page), typed).toBe("24 Dec 2026");
    }
    expect(complaints).toEqual([]);
    await leave();
  });

  test("says which format it expects when it can't read what was typed", async () => {
    const { page, leave } = await newInvoice();
    await dueDate(page).fill("end of the month");
    await dueDate(page).blur();
    await page.getByText(/^Enter a date, such as \d/).waitFor();
    expect(await dueDate(page).getAttribute("aria-invalid")).toBe("true");
    expect(await shown(page)).toBe("end of the month");
    await leave();
  });

  test("is filled in from a calendar with the keyboard alone", async () => {
    const { page, complaints, leave } = await newInvoice();
    await dueDate(page).fill("2026-01-31");
    await dueDate(page).press("ArrowDown");
    await page.getByRole("heading", { name: "January 2026" }).waitFor();
    await focusIs(page, /31 January 2026/);
    await page.keyboard.press("PageDown");
    await focusIs(page, /28 February 2026/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowDown");
    await focusIs(page, /6 March 2026/);
    await page.keyboard.press("Enter");
    await expect.poll(() => shown(page)).toBe("6 Mar 2026");
    await expect.poll(() => page.evaluate("document.activeElement.value")).toBe("6 Mar 2026");
    expect(complaints).toEqual([]);
    await leave();
  });

  test("is filled in by touch on a phone", async () => {
    const { page, leave } = await newInvoice("phone");
    await dueDate(page).fill("2026-03-31");
    await dueDate(page).locator("xpath=..").getByRole("button", { name: "Open calendar" }).tap();
    await page.getByRole("button", { name: "Next month" }).tap();
    await page.getByRole("button", { name: /\b9 April 2026/ }).tap();
    await expect.poll(() => shown(page)).toBe("9 Apr 2026");
    await leave();
  });

  test("has a calendar without faults", async () => {
    const examine = await newExaminer(browser, seller.url, { cookies });
    await examine("calendar", async (page) => {
      await page.goto(`${seller.url}/app/invoices/new`);
      await sees(page, "New invoice");
      await dueDate(page).fill("2026-01-31");
      await dueDate(page).press("ArrowDown");
      await page.getByRole("heading", { name: "January 2026" }).waitFor();
    });
  });
});

const focusIs = (page: Page, name: RegExp) =>
  expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toMatch(name);
