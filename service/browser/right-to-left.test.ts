import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Browser, Cookie, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildLanguage } from "../../site/build-language.ts";
import { pseudoLanguage } from "../../site/pseudo-texts.ts";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { chooseCard, pressPay, seesPaid } from "./buyer.fixture.ts";
import { type Examine, newExaminer } from "./examine.fixture.ts";
import { createSampleRecords, type SampleRecords } from "./sample-records.fixture.ts";
import { makeLink, type Seller, startSeller } from "./seller.fixture.ts";
import { ownerCookies } from "./site.fixture.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-rtl-"));
const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let books: SampleRecords;
let cookies: Cookie[];
let examine: Examine;
beforeAll(async () => {
  if (hasNoBrowser) return;
  open.defer(() => rmSync(folder, { recursive: true }));
  await buildLanguage(pseudoLanguage, folder);
  seller = await startSeller(open);
  books = await createSampleRecords(seller, "Solar panel 450 W with frame");
  browser = await openBrowser(open);
  cookies = await ownerCookies(browser, seller);
  examine = await newExaminer(browser, seller.url, { looks: ["phone", "wide"], cookies });
}, 600_000);
afterAll(() => open.disposeAsync());

const built = (file: string) => readFileSync(path.join(folder, pseudoLanguage, file));
const types: Record<string, string> = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

/** The service knows only languages that people read, so the pages come from the folder of this test. */
async function inArabicLetters(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    const [, file] = new RegExp(`^/site/${pseudoLanguage}/(.*)$`).exec(pathname) ?? [];
    if (file) return route.fulfill({ contentType: types[file.split(".").at(-1)!]!, body: built(file) });
    if (route.request().resourceType() !== "document") return route.continue();
    const session = /<script type="application\/json" id="session">.*?<\/script>/.exec(
      await (await route.fetch()).text(),
    )?.[0];
    const html = pathname === "/" ? "landing.html" : pathname.startsWith("/app") ? "app.html" : "entry.html";
    return route.fulfill({
      contentType: "text/html; charset=utf-8",
      body: built(html)
        .toString()
        .replace("<!--session-->", () => session ?? ""),
    });
  });
}

/** The buyer's pages are written by the service in languages that people read; only their direction changes here. */
const mirrorDocuments = (page: Page) =>
  page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace(/ dir="ltr"/, ' dir="rtl"');
    return route.fulfill({ response, body });
  });

type Box = { x: number; width: number };
const boxOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox()) as Box | null;

/** The main navigation begins where reading begins: at the right edge. */
async function expectNavigationOnTheRight(page: Page): Promise<void> {
  const { width } = page.viewportSize()!;
  const side = await boxOf(page, "aside");
  if (side) expect(side.x + side.width).toBe(width);
  else {
    const first = await boxOf(page, "nav a:visible");
    expect(first!.x + first!.width / 2).toBeGreaterThan(width / 2);
  }
}

const mirrored = `[...document.querySelectorAll("svg.rtl\\\\:-scale-x-100")].map((icon) => getComputedStyle(icon).scale)`;

describe.skipIf(hasNoBrowser)("written from right to left, on a phone and on a large screen", () => {
  test.each<[path: string, address?: () => string]>([
    ["/app"],
    ["/app/invoices"],
    ["/app/invoices/new"],
    ["/app/invoices/$id", () => `/app/invoices/${books.invoice}`],
    ["/app/customers"],
    ["/app/products"],
    ["/app/sales"],
    ["/app/payments"],
    ["/app/events"],
    ["/app/settings/company"],
    ["/app/settings/audit"],
  ])("%s fits, is accessible, and has its navigation on the right", (name, address = () => name) =>
    examine(`rtl${name.replaceAll(/\W+/g, "-")}`, async (page) => {
      await inArabicLetters(page);
      await page.goto(`${seller.url}${address()}`, { waitUntil: "networkidle" });
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      expect(await page.evaluate("document.dir")).toBe("rtl");
      expect(await page.locator("h1").first().innerText()).toMatch(/[ا-ي]|INV-/);
      await expectNavigationOnTheRight(page);
      for (const scale of await page.evaluate<string[]>(mirrored)) expect(scale).toBe("-1 1");
    }),
  );

  test("the landing page fits and is accessible", () =>
    examine("rtl-landing", async (page) => {
      await inArabicLetters(page);
      await page.goto(seller.url);
      expect(await page.locator("h1").innerText()).toMatch(/[ا-ي]/);
    }));

  test("the checkout and the receipt fit, are accessible, and have their labels on the right", async () => {
    const link = await makeLink(seller, { amount: 45_125, label: "Order 4711" });
    const labelIsOnTheRight = async (page: Page) => {
      expect(await page.evaluate("document.dir")).toBe("rtl");
      const [label, value] = [await boxOf(page, "dl.facts dt"), await boxOf(page, "dl.facts dd")];
      expect(label!.x + label!.width).toBeGreaterThan(value!.x + value!.width);
    };
    await examine("rtl-checkout", async (page) => {
      await mirrorDocuments(page);
      await page.goto(link.url);
      expect(await page.evaluate("document.dir")).toBe("rtl");
    });
    const { page, leave } = await newVisitor(browser, seller.url);
    await page.goto(link.url);
    await pressPay(page);
    await chooseCard(page, "Succeeds");
    await seesPaid(page);
    await leave();
    await examine("rtl-paid", async (visited) => {
      await mirrorDocuments(visited);
      await visited.goto(link.url);
      await seesPaid(visited);
      await labelIsOnTheRight(visited);
    });
    await examine("rtl-receipt", async (visited) => {
      await mirrorDocuments(visited);
      await visited.goto(`${link.url}/receipt`);
      await labelIsOnTheRight(visited);
    });
  });

  test("arrows point the other way", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "wide", cookies });
    await inArabicLetters(page);
    await page.goto(`${seller.url}/app/invoices/${books.invoice}`, { waitUntil: "networkidle" });
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    const scales = await page.evaluate<string[]>(mirrored);
    expect(scales.length).toBeGreaterThan(0);
    expect(new Set(scales)).toEqual(new Set(["-1 1"]));
    await leave();
  });
});
