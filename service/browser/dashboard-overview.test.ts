import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, openBrowser, type Visitor } from "./browser.fixture.ts";
import { press } from "./dashboard.fixture.ts";
import { newExaminer } from "./examine.fixture.ts";
import { seedCompany } from "./seeded-company.fixture.ts";
import { onDatabase, type Seller, startSeller } from "./seller.fixture.ts";
import { signedInOwner } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let owner: Visitor;
let page: Page;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  await seedCompany({ url: seller.url, ...seller.company }, new Date());
  // A delivery and a refund that failed; nothing of the sandbox fails for good within a test.
  await onDatabase(
    seller,
    `update webhook_deliveries set status = 'failed', completed_at = created_at, next_attempt_at = null
     where company_id = $1 and id in (select id from webhook_deliveries where company_id = $1 and status = 'succeeded' order by id limit 3)`,
    [seller.company.company_id],
  );
  browser = await openBrowser(open);
  owner = await signedInOwner(browser, seller, { size: "wide" });
  page = owner.page;
}, 360_000);
afterAll(() => open.disposeAsync());

const figure = (title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const amountIn = (text: string) => Number(/[₦$€¥]([\d,.]+)/.exec(text)![1]!.replaceAll(",", ""));
const countIn = (text: string) =>
  Number(/(\d[\d,]*) (?:payments?|invoices?|unpaid|overdue)/.exec(text)?.[1] ?? 0);

async function openOverview(query = ""): Promise<void> {
  await page.goto(`${seller.url}/app${query}`);
  await page.getByRole("heading", { name: "Payments received", exact: true }).waitFor();
}

type Totals = { currency: string; count: number; total?: number; amount?: number; amount_due?: number };

/** Follows a link of the overview and returns what the list that it leads to counts and adds up. */
async function listBehind(link: Locator): Promise<{ totals: Totals[]; rows: number }> {
  const answered = page.waitForResponse((response) => response.url().includes("/app/api/lists/"));
  await link.click();
  const body = (await (await answered).json()) as Record<string, unknown> & { totals: Totals[] };
  await page.getByRole("heading", { level: 1 }).waitFor();
  const rows = Object.values(body).find((value) => Array.isArray(value) && value !== body.totals) as object[];
  await page.goBack();
  await page.getByRole("heading", { name: "Payments received", exact: true }).waitFor();
  return { totals: body.totals, rows: rows.length };
}

describe.skipIf(hasNoBrowser)("the period of the overview", () => {
  test.each([
    ["This month", "month"],
    ["Last month", "last_month"],
    ["30 days", "30"],
    ["12 months", "365"],
    ["90 days", "90"],
  ])("%s changes the figures, the marked choice and the address", async (name, range) => {
    await openOverview(range === "90" ? "?range=30" : "");
    const before = await figure("Invoiced").innerText();
    const answered = page.waitForResponse((response) => response.url().includes("/app/api/overview?"));
    await page.getByText(name, { exact: true }).click();
    const { from, to } = (await (await answered).json()) as { from: string; to: string };
    expect(await page.getByRole("radio", { name }).isChecked()).toBe(true);
    await page.waitForURL(`**/app?range=${range}`);
    await expect.poll(() => figure("Invoiced").innerText()).not.toBe(before);
    expect(from < to).toBe(true);
    await page.reload();
    await page.getByRole("heading", { name: "Payments received", exact: true }).waitFor();
    expect(await page.getByRole("radio", { name }).isChecked()).toBe(true);
  });

  test("can be any two days, which stay in the address", async () => {
    await openOverview();
    await page.getByText("Custom", { exact: true }).click();
    await page.getByLabel("From", { exact: true }).fill("2026-01-05");
    await page.getByLabel("To", { exact: true }).fill("2026-01-01");
    await press(page, "Apply");
    await page.getByText("The start date must not be after the end date.").waitFor();
    await page.getByLabel("To", { exact: true }).fill("2026-01-10");
    const answered = page.waitForResponse((response) => response.url().includes("/app/api/overview?"));
    await press(page, "Apply");
    expect(await (await answered).json()).toMatchObject({
      from: "2026-01-05",
      to: "2026-01-10",
      previous: { from: "2025-12-30", to: "2026-01-04" },
    });
    await page.waitForURL("**/app?range=custom&from=2026-01-05&to=2026-01-10");
    await page.getByText(/5 Jan 2026 – 10 Jan 2026, compared with 30 Dec 2025 – 4 Jan 2026/).waitFor();
    await expect.poll(() => figure("Payments received").innerText()).toContain("None in either period");
  });
});

describe.skipIf(hasNoBrowser)("every figure leads to exactly what it counts", () => {
  test.each(["NGN", "USD", "EUR", "JPY"])("in %s", async (currency) => {
    await openOverview(`?range=365&currency=${currency}`);
    for (const [title, sum] of [
      ["Payments received", "amount"],
      ["Invoiced", "total"],
      ["Outstanding", "amount_due"],
      ["Overdue", "amount_due"],
    ] as const) {
      const text = await figure(title).innerText();
      const { totals } = await listBehind(figure(title).getByRole("link"));
      const count = countIn(text);
      const expected = count === 0 ? [] : [{ currency, count, [sum]: amountIn(text) }];
      expect(totals, title).toMatchObject(expected);
      expect(totals, title).toHaveLength(expected.length);
    }
  });

  test("receivables of each age", async () => {
    await openOverview("?range=365&currency=NGN");
    const rows = page.getByRole("table", { name: "Receivables by age" }).getByRole("row");
    const texts = (await rows.allInnerTexts()).slice(1);
    expect(texts).toHaveLength(6);
    for (const [index, text] of texts.entries()) {
      const [, count] = /\s(\d+)\s+₦/.exec(text)!;
      const { totals } = await listBehind(rows.nth(index + 1).getByRole("link"));
      const [found] = totals;
      expect([found?.count ?? 0, found?.amount_due ?? 0], text).toEqual([Number(count), amountIn(text)]);
    }
  });

  test("registrations, drafts and rejected invoices", async () => {
    await openOverview("?range=365&currency=NGN");
    const card = page
      .getByRole("region")
      .or(page.locator("section"))
      .filter({
        has: page.getByRole("heading", { name: "Registrations with the revenue authority" }),
      });
    for (const status of ["Registered", "Pending", "Rejected", "Cancelled", "Not registered"]) {
      const item = card
        .getByRole("listitem")
        .filter({ has: page.getByRole("link", { name: status, exact: true }) });
      const shown = Number((await item.getByRole("paragraph").innerText()).replaceAll(",", ""));
      const { totals } = await listBehind(item.getByRole("link"));
      expect(
        totals.reduce((sum, { count }) => sum + count, 0),
        status,
      ).toBe(shown);
    }
    const drafts = page.getByText(/drafts? ha(s|ve) not been issued/);
    const draftCount = Number(/\d+/.exec(await drafts.innerText())![0]);
    const { totals } = await listBehind(page.getByRole("link", { name: "View drafts" }));
    expect(totals).toMatchObject([{ currency: "NGN", count: draftCount }]);
    const rejected = page.getByRole("link", { name: /rejected by the revenue authority/ });
    const rejectedCount = Number(/(\d+) invoices? w/.exec((await rejected.getAttribute("aria-label"))!)![1]);
    const behind = await listBehind(rejected);
    expect(behind.totals.reduce((sum, { count }) => sum + count, 0)).toBe(rejectedCount);
  });

  test("failed deliveries", async () => {
    await openOverview();
    const link = page.getByRole("link", { name: /webhook deliver(y|ies) failed/ });
    expect(await link.getAttribute("aria-label")).toContain("3 webhook deliveries failed.");
    await link.click();
    await page.waitForURL("**/app/events?tab=deliveries&status=failed");
    const rows = page.getByRole("table", { name: "Deliveries, newest first" }).getByRole("row");
    await expect.poll(() => rows.count()).toBe(4);
  });
});

describe.skipIf(hasNoBrowser)("the overview", () => {
  test("compares with the period before, by amount and by percent", async () => {
    await openOverview("?range=90&currency=NGN");
    expect(await figure("Invoiced").innerText()).toMatch(/[▲▼].*₦[\d,.]+ \([+-][\d.,]+%\)/s);
  });

  test("shows the latest activity with links and who did it", async () => {
    await openOverview();
    const card = page.locator("section", { has: page.getByRole("heading", { name: "Latest activity" }) });
    const first = card.getByRole("listitem").first();
    expect(await first.innerText()).toMatch(/ · \d{1,2} \w{3,4} \d{4}/);
    await first.getByRole("link").click();
    await page.waitForURL(/\/app\/(invoices|payments|customers|sales|products|settings)/);
  });

  test("shows the values of a chart to the keyboard", async () => {
    await openOverview();
    const chart = page.getByRole("slider", { name: /Payments received and invoiced/ });
    await chart.focus();
    await chart.press("Home");
    const first = await chart.getAttribute("aria-valuetext");
    await chart.press("ArrowRight");
    expect(await chart.getAttribute("aria-valuetext")).not.toBe(first);
    expect(first).toMatch(/Payments received ₦.*Invoiced ₦/);
    await page.locator("figcaption", { hasText: "₦" }).first().waitFor();
  });

  test("asks the service once", async () => {
    const asked: string[] = [];
    const isOfPage = /\/app\/api\/(overview|lists|invoices|payments|customers|activity|webhooks)\b/;
    page.on("request", (request) => isOfPage.test(request.url()) && asked.push(request.url()));
    await page.goto(`${seller.url}/app`, { waitUntil: "networkidle" });
    expect(asked).toEqual([expect.stringContaining("/overview?from=")]);
    page.removeAllListeners("request");
    expect(owner.complaints).toEqual([]);
  });

  test("fits phone, tablet and large screen, light and dark, without faults", async () => {
    const cookies = await page.context().cookies();
    const examine = await newExaminer(browser, seller.url, { looks: ["phone", "tablet", "wide"], cookies });
    await examine("overview", async (visited) => {
      await visited.goto(`${seller.url}/app?range=365`, { waitUntil: "networkidle" });
      await visited.getByRole("heading", { name: "Latest activity" }).waitFor();
    });
  });
});
