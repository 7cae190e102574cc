import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadBundle } from "../src/web/docs/bundle.ts";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { at, type Examine, newExaminer } from "./examine.fixture.ts";
import { type Seller, startSeller } from "./seller.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let examine: Examine;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  browser = await openBrowser(open);
  examine = await newExaminer(browser, seller.url);
});
afterAll(() => open.disposeAsync());

const allGuides = async () =>
  (await loadBundle({ baseUrl: `${seller.url}/api/v1`, siteUrl: seller.url })).groups.flatMap(
    ({ guides }) => guides,
  );

describe.skipIf(hasNoBrowser)("the documentation", () => {
  test.each([
    ["contents", "/docs", "Billfold's documentation"],
    ["guide", "/docs/webhooks", "Webhooks and the event feed"],
    ["tables", "/docs/self-hosting", "Self-hosting"],
    ["tabs", "/docs/quickstart", "Quickstart"],
    ["recipes", "/docs/recipes", "Recipes"],
    ["search", "/docs/search?q=idempotency-key", "Search"],
    ["nothing-found", "/docs/search?q=xyzzy", "Search"],
    ["missing", "/docs/nowhere", "Page not found"],
    ["reference", "/docs/reference", "API reference"],
    ["reference-ping", "/docs/reference/ping", "Ping"],
    ["reference-events", "/docs/reference/webhook-events", "Webhook events"],
  ])("%s has no layout or accessibility faults on phone and desktop, light and dark", (name, path, heading) =>
    examine(`docs-${name}`, at(`${seller.url}${path}`, heading)),
  );

  test("every guide fits on a phone, and has its style and script", async () => {
    const { page, complaints, leave } = await newVisitor(browser, seller.url);
    for (const { name, title } of await allGuides()) {
      await page.goto(`${seller.url}/docs/${name}`);
      expect(await page.locator("h1").innerText()).toBe(title);
      expect([name, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([name, 360]);
      // Snippets in other languages than the chosen one are hidden, with their buttons.
      expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(
        await page.locator(".code:not(.text):visible").count(),
      );
    }
    expect(complaints).toEqual([]);
    await leave();
  });

  test("the language that a reader chooses is shown in every snippet, on this page, the next one and later", async () => {
    const { page, complaints, leave } = await newVisitor(browser, seller.url);
    const shown = () =>
      page
        .locator(".panel:visible > .code:first-child")
        .evaluateAll((blocks) => [...new Set(blocks.map((block) => block.className))]);
    await page.goto(`${seller.url}/docs/catalog`);
    expect(await shown()).toEqual(["code sh"]);
    await page.locator("label", { hasText: "Python" }).nth(1).click();
    expect(await shown()).toEqual(["code python"]);
    await page.goto(`${seller.url}/docs/payments`);
    expect(await shown()).toEqual(["code python"]);
    await page.getByRole("radio", { name: "Python" }).first().focus();
    await page.keyboard.press("ArrowRight");
    expect(await shown()).toEqual(["code php"]);
    await page.reload();
    expect(await shown()).toEqual(["code php"]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test("a language can be chosen without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${seller.url}/docs/catalog`);
    const python = page.locator(".panel > .python").first();
    expect(await python.isVisible()).toBe(false);
    await page.locator("label", { hasText: "Python" }).first().click();
    expect(await python.isVisible()).toBe(true);
    await context.close();
  });

  test("the dialogs of the phone layout have no layout or accessibility faults", () =>
    examine(
      "docs-sheet",
      at(`${seller.url}/docs/webhooks`, "Webhooks and the event feed", async (page) => {
        const button = page.getByRole("button", { name: "Guides" });
        if (await button.isVisible()) await button.click();
      }),
    ));

  test("the reader gets from the site to a guide, to the next one, to a section, and back by the list", async () => {
    const { page, complaints, leave } = await newVisitor(browser, seller.url, { size: "desktop" });
    await page.goto(seller.url);
    await page.getByRole("link", { name: "Documentation" }).first().click();
    await sees(page, "Billfold's documentation");
    await page.getByRole("navigation", { name: "Guides" }).getByRole("link", { name: "Payments" }).click();
    await sees(page, "Getting paid");
    await page.locator("[rel=next]").click();
    await sees(page, "Reports");
    await page.locator("[rel=next]").click();
    await sees(page, "Books that anyone can verify");
    await page.locator("[rel=next]").click();
    await sees(page, "Webhooks and the event feed");
    await page
      .getByRole("navigation", { name: "On this page" })
      .getByRole("link", { name: "An event" })
      .click();
    expect(new URL(page.url()).hash).toBe("#an-event");
    await expect
      .poll(() => page.evaluate<number>("document.querySelector('#an-event').getBoundingClientRect().top"))
      .toBeLessThan(200);
    expect(complaints).toEqual([]);
    await leave();
  });

  test("a phone opens the list of guides by keyboard, and Escape closes it", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { hasScripts: false });
    await page.goto(`${seller.url}/docs/webhooks`);
    const list = page.getByRole("navigation", { name: "Guides" });
    expect(await list.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Guides" }).press("Enter");
    expect(await list.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await list.isVisible()).toBe(false);
    await leave();
  });

  test("a question is answered without JavaScript, with a link to the section", async () => {
    const { page, complaints, leave } = await newVisitor(browser, seller.url, {
      size: "desktop",
      hasScripts: false,
    });
    await page.goto(`${seller.url}/docs`);
    await page.getByRole("searchbox").fill("<script>alert(1)</script> raw bytes");
    await page.getByRole("searchbox").press("Enter");
    await sees(page, "Search");
    await page.getByRole("searchbox").first().fill("raw bytes");
    await page.getByRole("searchbox").first().press("Enter");
    await page.getByRole("link", { name: "What to do in a receiver" }).click();
    expect(page.url()).toBe(`${seller.url}/docs/webhooks#what-to-do-in-a-receiver`);
    expect(complaints).toEqual([]);
    await leave();
  });

  test("a snippet is copied exactly as shown", async () => {
    const { page, complaints, leave } = await newVisitor(browser, seller.url, { size: "desktop" });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`${seller.url}/docs/webhooks`);
    const block = page.locator(".code.js").first();
    await block.getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => page.getByRole("status").innerText()).toBe("Copied");
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    const guides = await allGuides();
    expect(guides.find(({ name }) => name === "webhooks")?.markdown).toContain(`\`\`\`js\n${copied}\n\`\`\``);
    expect(complaints).toEqual([]);
    await leave();
  });

  test("the API reference leads from the guides to an operation, without scripts and other origins", async () => {
    const { page, complaints, leave } = await newVisitor(browser, seller.url, {
      size: "desktop",
      hasScripts: false,
    });
    await page.goto(`${seller.url}/docs`);
    await page.getByRole("link", { name: "API reference" }).first().click();
    await sees(page, "API reference");
    await page.getByRole("link", { name: "Create a draft invoice", exact: true }).click();
    await page.getByRole("heading", { name: /^Create a draft invoice/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/docs/reference/invoices");
    expect(await page.getByText(`curl -X POST "${seller.url}/api/v1/invoices"`).count()).toBe(1);
    expect(await page.getByText("await billfold.invoices.create(").count()).toBe(1);
    await page.getByRole("search").getByRole("searchbox").fill("fiscal_rejected");
    await page.getByRole("search").getByRole("searchbox").press("Enter");
    await sees(page, "Search");
    expect(await page.locator('.hits a[href^="/docs/reference/"]').count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await leave();
  });

  test("an address of the reference from before leads to the page that has the operation now", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop" });
    await page.goto(`${seller.url}/docs/reference#tag/invoices/post/invoices`);
    await page.waitForURL(`${seller.url}/docs/reference/invoices`);
    await leave();
  });
});
