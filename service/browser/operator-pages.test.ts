import type { Browser, Cookie, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { type Seller, startSeller } from "./seller.fixture.ts";
import { newPerson, signIn } from "./site.fixture.ts";

const ownerEmail = "accounts@lagosworks.example";
const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let cookies: Cookie[];
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  const owner = `--email ${ownerEmail} --name Ada --company ${seller.company.company_id} --role owner`;
  await seller.operator.json(`user create ${owner}`, {}, "seven quiet ledgers");
  browser = await openBrowser(open);
  const person = await newPerson(seller, "--operator");
  const { page, leave } = await newVisitor(browser, seller.url);
  await signIn(page, seller.url, person);
  await sees(page, "Companies");
  cookies = await page.context().cookies();
  await leave();
});
afterAll(() => open.disposeAsync());

async function visit(path: string, width: number, act: (page: Page) => Promise<void>): Promise<void> {
  const { page, complaints, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
  await page.setViewportSize({ width, height: 844 });
  await page.goto(`${seller.url}${path}`);
  await act(page);
  await leave();
  expect(complaints).toEqual([]);
}

/** How many different lines these elements are on. */
const rowsOf = async (page: Page, selector: string) => {
  const middles = await page
    .locator(selector)
    .locator("visible=true")
    .evaluateAll((found) =>
      found.map((each) => {
        const { top, height } = each.getBoundingClientRect();
        return top + height / 2;
      }),
    );
  const isLower = (middle: number, before = Number.NEGATIVE_INFINITY) => middle - before > 12;
  const sorted = middles.toSorted((one, other) => one - other);
  return sorted.filter((middle, index) => isLower(middle, sorted[index - 1])).length;
};

describe.skipIf(hasNoBrowser)("the operator console", () => {
  test("has name, environment and account on one line of a phone", () =>
    visit("/operator", 390, async (page) => {
      await sees(page, "Companies");
      expect(await page.getByRole("banner").innerText()).toContain("Operator console");
      expect(await rowsOf(page, "header.border-b-4 > div > :not(nav)")).toBe(1);
    }));

  test.each([390, 820, 1440])("breaks no address of an owner in two at %i px", (width) =>
    visit("/operator?status=all", width, async (page) => {
      const email = page.getByText(ownerEmail).locator("visible=true").first();
      await email.waitFor();
      const lines = await email.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      });
      expect(lines).toBe(1);
    }),
  );

  test.each([820, 1440])(
    "has the inputs of a plan in line at %i px, however long their labels are",
    (width) =>
      visit(`/operator/companies/${seller.company.company_id}`, width, async (page) => {
        await sees(page, "Features and quotas");
        expect(await page.locator("form input[inputmode=numeric]").count()).toBe(5);
        expect(await rowsOf(page, "form input[inputmode=numeric]")).toBe(3);
      }),
  );

  test("names every background job in words, with its interval on one line", () =>
    visit("/operator/health", 820, async (page) => {
      await sees(page, "Background jobs");
      const cells = (column: number) => page.locator(`tbody tr td:nth-child(${column})`);
      const names = await page.locator("tbody tr > :first-child").allInnerTexts();
      expect(names.length).toBeGreaterThan(10);
      expect(names.filter((name) => !/^[A-Z]/.test(name))).toEqual([]);
      const lines = await cells(2)
        .locator("span")
        .evaluateAll((spans) => spans.map((span) => span.getClientRects().length));
      expect(new Set(lines)).toEqual(new Set([1]));
    }));
});
