import type { Browser, Cookie, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type Size } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { dialogOf, press } from "./dashboard.fixture.ts";
import { type SeededCompany, seedCompany } from "./seeded-company.fixture.ts";
import { post, type Seller, startSeller } from "./seller.fixture.ts";
import { ownerCookies } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let books: SeededCompany;
let cookies: Cookie[];
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  books = await seedCompany({ url: seller.url, ...seller.company }, new Date());
  browser = await openBrowser(open);
  cookies = await ownerCookies(browser, seller);
}, 400_000);
afterAll(() => open.disposeAsync());

/** Opens a page of the dashboard; the browser must have complained about nothing at the end. */
async function visit(path: string, act: (page: Page) => Promise<void>, size: Size = "wide"): Promise<void> {
  const { page, complaints, leave } = await newVisitor(browser, seller.url, { size, cookies });
  await page.goto(`${seller.url}${path}`);
  await act(page);
  await leave();
  expect(complaints).toEqual([]);
}

const rows = (page: Page) => page.locator("tbody tr");
const cells = (page: Page, column: number) => rows(page).locator(`td:nth-child(${column})`).allInnerTexts();
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: new RegExp(`^${name} ?\\d`) });
const countIn = async (page: Page, name: string) =>
  Number((await tab(page, name).innerText()).replace(/\D/g, ""));

/** Elements with more content than width, and those that end outside of the window. */
const outside = (page: Page) =>
  page.locator("main").evaluate((main) =>
    [...main.querySelectorAll("*")]
      .filter((each) => {
        const { right, left, width } = each.getBoundingClientRect();
        const isScrolled = getComputedStyle(each).overflowX === "auto" && each.scrollWidth > each.clientWidth;
        const isShown = width > 1 && !each.closest("nav") && getComputedStyle(each).visibility === "visible";
        return isShown && (isScrolled || right > innerWidth + 1 || left < -1);
      })
      .map((each) => `${each.tagName} ${each.className}`),
  );

describe.skipIf(hasNoBrowser)("the lists of the dashboard", () => {
  test.each([
    "/app/invoices",
    "/app/customers",
    "/app/products",
    "/app/sales",
    "/app/quotes",
    "/app/recurring-invoices",
    "/app/payments",
    "/app/payments?tab=links",
  ])("%s has no part outside of the window on any screen", async (path) => {
    for (const size of ["phone", "tablet", "wide"] as const) {
      await visit(
        path,
        async (page) => {
          await page
            .getByRole("main")
            .getByRole("checkbox")
            .or(page.locator("main li, tbody tr"))
            .first()
            .waitFor();
          expect(await outside(page)).toEqual([]);
          if (size !== "tablet") return;
          // Just wide enough for the navigation, which leaves the least room for a table.
          for (const width of [820, 1024, 1200]) {
            await page.setViewportSize({ width, height: 900 });
            expect([width, ...(await outside(page))]).toEqual([width]);
          }
        },
        size,
      );
    }
  });

  test("all buttons of a payment link are inside the table at 1440 pixels", () =>
    visit("/app/payments?tab=links", async (page) => {
      await rows(page).first().waitFor();
      const table = (await page.locator("table").locator("xpath=..").boundingBox())!;
      for (const button of await rows(page).getByRole("button").all()) {
        const { x, width } = (await button.boundingBox())!;
        expect(x + width).toBeLessThanOrEqual(table.x + table.width);
      }
    }));

  test("dates of invoices are on one line each", () =>
    visit("/app/invoices", async (page) => {
      await rows(page).first().waitFor();
      for (const time of await rows(page).locator("time").all()) {
        expect((await time.boundingBox())!.height).toBeLessThan(32);
      }
    }));

  test("the first 50 invoices, all counts and totals come with one request, and the next pages by scrolling", () =>
    visit("/app/", async (page) => {
      await sees(page, "Overview");
      const requests: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes("/lists/")) requests.push(new URL(request.url()).search);
      });
      await page.getByRole("link", { name: "Invoices", exact: true }).first().click();
      await rows(page).first().waitFor();
      await page.waitForLoadState("networkidle");
      expect([await rows(page).count(), requests]).toEqual([50, [""]]);
      const count = await countIn(page, "All");
      expect(count).toBeGreaterThanOrEqual(books.invoices.length);
      await expect
        .poll(async () => {
          await rows(page).last().scrollIntoViewIfNeeded();
          return rows(page).count();
        })
        .toBe(count);
    }));

  test("a tab lists as many invoices as it says, and the address leads to the same again", () =>
    visit("/app/invoices", async (page) => {
      await rows(page).first().waitFor();
      const drafts = await countIn(page, "Draft");
      await tab(page, "Draft").click();
      await expect.poll(() => new URL(page.url()).search).toBe("?status=draft");
      await expect.poll(() => rows(page).count()).toBe(drafts);
      await page.reload();
      await expect.poll(() => rows(page).count()).toBe(drafts);
      expect(await tab(page, "Draft").getAttribute("aria-current")).toBe("page");
      expect(await tab(page, "All").getAttribute("aria-current")).toBeNull();
    }));

  test("several statuses, a currency and a due date can be asked for together, and are named", () =>
    visit("/app/invoices?status=open,partially_paid&currency=NGN&due=overdue", async (page) => {
      await rows(page).first().waitFor();
      for (const name of ["Status: Open, Partly paid", "Due date: Overdue", "Currency: NGN"]) {
        await page.getByRole("button", { name: `Remove filter ${name}` }).waitFor();
      }
      const totals = page.getByRole("region", { name: "Totals" });
      expect(await totals.getByRole("listitem").count()).toBe(1);
      expect(await totals.innerText()).toContain(`NGN ${await rows(page).count()} invoice`);
      for (const status of await cells(page, 6)) expect(status).toMatch(/^Overdue/);
      await press(page, "Remove filter Currency: NGN");
      await expect.poll(() => totals.getByRole("listitem").count()).toBeGreaterThan(1);
      await press(page, "Clear filters");
      await expect.poll(() => new URL(page.url()).search).toBe("");
    }));

  test("a heading sorts the rows, first one way, then the other, then as before", () =>
    visit("/app/invoices?currency=NGN", async (page) => {
      await rows(page).first().waitFor();
      const before = await cells(page, 2);
      const heading = page.getByRole("columnheader", { name: "Amount", exact: true });
      const amounts = async () => (await cells(page, 7)).map((text) => Number(text.replace(/[^\d.]/g, "")));
      const isSorted = async (way: 1 | -1) => {
        const shown = await amounts();
        const sorted = [...shown].sort((one, other) => way * (one - other));
        return shown.every((amount, place) => amount === sorted[place]);
      };
      await heading.getByRole("button").click();
      await expect.poll(() => heading.getAttribute("aria-sort")).toBe("descending");
      await expect.poll(() => isSorted(-1)).toBe(true);
      expect(new URL(page.url()).searchParams.get("sort")).toBe("-total");
      await heading.getByRole("button").click();
      await expect.poll(() => heading.getAttribute("aria-sort")).toBe("ascending");
      await expect.poll(() => isSorted(1)).toBe(true);
      await heading.getByRole("button").click();
      await expect.poll(() => cells(page, 2)).toEqual(before);
    }));

  test("filters are saved under a name and found again", () =>
    visit("/app/invoices?due=overdue&currency=USD", async (page) => {
      await rows(page).first().waitFor();
      await press(page, "Views");
      await page.getByRole("menuitem", { name: "Save current view…" }).click();
      const dialog = dialogOf(page, "Save view");
      await dialog.getByLabel("Name").fill("Late in dollars");
      await press(dialog, "Save view");
      await dialog.waitFor({ state: "detached" });
      await press(page, "Clear filters");
      await expect.poll(() => new URL(page.url()).search).toBe("");
      await page.reload();
      await rows(page).first().waitFor();
      await press(page, "Views");
      await page.getByRole("menuitem", { name: "Late in dollars" }).click();
      await expect.poll(() => new URL(page.url()).search).toBe("?due=overdue&currency=USD");
    }));
});

describe.skipIf(hasNoBrowser)("selected invoices", () => {
  test("are issued together after a confirmation; one that fails is named with the reason", async () => {
    const write = async () => {
      const lines = [{ description: "Survey", quantity: 1, unit_price: 10 }];
      const { invoice } = await post(seller, "/invoices", { customer_id: books.customers[0], lines });
      return invoice.id as number;
    };
    const ids = [await write(), await write(), await write()];
    await visit("/app/invoices?status=draft", async (page) => {
      for (const id of ids) await page.getByRole("checkbox", { name: `Select Draft ${id}` }).check();
      const bar = page.getByRole("region", { name: "Selected invoices" });
      await bar.getByText("3 invoices selected").waitFor();
      expect(await bar.getByRole("link", { name: "Export" }).getAttribute("href")).toContain(
        `ids=${[...ids].reverse().join("%2C")}`,
      );
      // Somebody else issues one of them meanwhile.
      await post(seller, `/invoices/${ids[1]}/issue`);
      await press(bar, "Issue (3)");
      const dialog = page.getByRole("dialog", { name: "Issue 3 invoices?" });
      expect(await dialog.innerText()).toContain("This cannot be undone.");
      await press(dialog, "Issue 3 invoices");
      const result = page.getByRole("dialog", { name: "2 invoices issued." });
      await result.waitFor();
      expect(await result.innerText()).toMatch(new RegExp(`1 invoice failed\\s+Draft ${ids[1]}`));
      await result.getByRole("button", { name: "Close", exact: true }).last().click();
      await bar.waitFor({ state: "detached" });
      for (const id of ids) {
        await expect.poll(() => page.getByRole("checkbox", { name: `Select Draft ${id}` }).count()).toBe(0);
      }
    });
    for (const id of ids) {
      const { body } = await seller.operator.get(`/invoices/${id}`, seller.company);
      expect(body.invoice.status).toBe("open");
    }
  });

  test("can be selected with the keyboard, and offer only what their status allows", () =>
    visit("/app/invoices?status=paid", async (page) => {
      await rows(page).first().waitFor();
      await rows(page).first().getByRole("checkbox").focus();
      await page.keyboard.press("Space");
      const bar = page.getByRole("region", { name: "Selected invoices" });
      await bar.waitFor();
      const names = await bar.getByRole("button").allInnerTexts();
      expect(names.filter((name) => /^(Issue|Void)/.test(name))).toEqual([]);
      await press(bar, "Clear selection");
      await bar.waitFor({ state: "detached" });
    }));
});

describe.skipIf(hasNoBrowser)("payments", () => {
  test("show customer and invoice number, ordered by the day that is shown", () =>
    visit("/app/payments", async (page) => {
      await rows(page).first().waitFor();
      const days = await rows(page)
        .locator("td:first-child time")
        .evaluateAll((times) => times.map((time) => time.getAttribute("datetime")!));
      expect(days).toEqual([...days].sort().reverse());
      const [customer, number] = [(await cells(page, 2))[0]!, (await cells(page, 3))[0]!];
      expect(customer).toMatch(/\p{L}/u);
      expect(number).toMatch(/^INV-\d+$/);
      await page.getByLabel("Search", { exact: true }).last().fill(number);
      await expect.poll(async () => new Set(await cells(page, 3))).toEqual(new Set([number]));
      await rows(page).getByRole("link", { name: number }).first().click();
      await sees(page, number);
      expect(new URL(page.url()).pathname).toMatch(/^\/app\/invoices\/\d+$/);
    }));

  test("have a page with the invoice, its customer and a timeline", () =>
    visit("/app/payments?status=refunded", async (page) => {
      await rows(page).first().locator("td:first-child a").click();
      await sees(page, "Timeline");
      const main = await page.getByRole("main").innerText();
      expect(main).toMatch(/INV-\d+/);
      expect(main).toMatch(/received/);
      expect(main).toMatch(/refunded/);
      await page.getByRole("link", { name: "View invoice" }).waitFor();
    }));
});

describe.skipIf(hasNoBrowser)("a customer", () => {
  test("has a balance in the list and on the page, and a payment link is made from there", () =>
    visit("/app/customers?balance=overdue&sort=name", async (page) => {
      await rows(page).first().waitFor();
      const owed = (await cells(page, 5))[0]!.split("\n")[0]!;
      expect(owed).toMatch(/\d/);
      await rows(page).first().getByRole("link").click();
      await page.getByRole("button", { name: "New payment link" }).waitFor();
      expect(await page.getByRole("main").innerText()).toContain(owed);
      await press(page, "New payment link");
      const choice = page.getByRole("dialog", { name: "New payment link" });
      await choice
        .getByRole("button", { name: /Create a payment link for/ })
        .first()
        .click();
      await page.getByRole("dialog", { name: "Payment link", exact: true }).waitFor();
    }));
});
