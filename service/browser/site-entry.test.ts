import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { at, type Examine, newExaminer } from "./examine.fixture.ts";
import { type Seller, startSeller } from "./seller.fixture.ts";
import { createFirstKey, type NewUser, newOwner, signIn, storeFirstKey } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let examine: Examine;
let owner: NewUser;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  browser = await openBrowser(open);
  examine = await newExaminer(browser, seller.url);
  const { page, complaints, leave } = await newVisitor(browser, seller.url, { size: "desktop" });
  owner = await newOwner(page, seller, "Meridian Supplies Ltd");
  expect(complaints).toEqual([]);
  await leave();
});
afterAll(() => open.disposeAsync());

const settings = [
  ["company", "Company"],
  ["keys", "API keys"],
  ["webhooks", "Webhooks"],
  ["portal", "Portal"],
  ["einvoicing", "E-invoicing"],
  ["gateway", "Payment gateway"],
  ["users", "Users"],
  ["plan", "Plan and usage"],
  ["audit", "Audit log"],
  ["account", "My account"],
] as const;

describe.skipIf(hasNoBrowser)("before anybody is signed in", () => {
  test.each([
    ["landing", "/", "Issue the invoice."],
    ["register", "/register", "Create your account"],
    ["sign-in", "/sign-in", "Sign in"],
    ["forgot", "/forgot", "Reset your password"],
    ["reset", "/reset?token=1", "Choose a new password"],
    ["reset-stale", "/reset?error=INVALID_TOKEN", "This link has expired"],
    ["confirm", "/confirm?token=1", "Confirm your email address"],
    ["confirm-stale", "/confirm", "This link has expired"],
    ["invitation", "/invitation?token=1", "Accept your invitation"],
    ["asked-to-sign-in", "/app/nowhere", "Sign in"],
  ])("%s has no layout or accessibility faults on phone and desktop, light and dark", (name, path, heading) =>
    examine(`site-${name}`, at(`${seller.url}${path}`, heading)),
  );

  test("a failed sign-in does not say whether the address or the password was wrong", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop" });
    for (const email of [owner.email, "nobody@example.com"]) {
      await signIn(page, seller.url, { ...owner, email, password: "not the right one" });
      expect(await page.getByRole("alert").innerText()).toMatch(/password/i);
    }
    await leave();
  });

  test("a visitor who opens a page reaches it after signing in, and is never sent to another site", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop" });
    await page.goto(`${seller.url}/sign-in?to=//evil.example/app`);
    await page.getByLabel("Email address").fill(owner.email);
    await page.getByLabel("Password", { exact: true }).fill(owner.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await sees(page, "Create your first API key");
    expect(new URL(page.url()).origin).toBe(seller.url);
    await leave();
  });
});

/** The compressed size of all scripts that a page has loaded. */
const loaded = `performance.getEntriesByType("resource").filter(({ name }) => /\\.js$/.test(name))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;
const firstPageMax = 200 * 1024;

describe.skipIf(hasNoBrowser)("an owner's first day", () => {
  test("credentials are shown once, can't be left unsaved, and lead on to the next steps", async () => {
    const { page, complaints, leave } = await newVisitor(browser, seller.url, { size: "desktop" });
    await signIn(page, seller.url, owner);
    await sees(page, "Create your first API key");
    await page.getByRole("button", { name: "Create and show the key" }).click();
    await page.getByText("Choose what the key may do.").waitFor();
    await createFirstKey(page, "Sell and get paid");
    const secret = await page
      .locator("code", { hasText: /^sk_|^bfs_|^[\w-]{30,}$/ })
      .first()
      .innerText();
    expect(await page.getByRole("button", { name: "Continue" }).isDisabled()).toBe(true);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("alertdialog").getByText("The secrets cannot be shown again.").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await sees(page, "Store your credentials");
    await storeFirstKey(page);
    await page.reload();
    await sees(page, "Getting started");
    expect(await page.content()).not.toContain(secret);
    expect(complaints).toEqual([]);
    await leave();
  });

  test("the next steps have no layout or accessibility faults on phone and desktop, light and dark", () =>
    examine("site-start", async (page) => {
      await signIn(page, seller.url, owner);
      await page.waitForURL(`${seller.url}/app**`);
      await at(`${seller.url}/app/start`, "Getting started")(page);
    }));

  test("the landing page loads no script, and the dashboard no more than 200 KB", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop" });
    await at(seller.url, "Issue the invoice.")(page);
    const landing = await page.evaluate<number>(loaded);
    await signIn(page, seller.url, owner);
    await page.waitForURL(`${seller.url}/app**`);
    await page.goto(`${seller.url}/app`, { waitUntil: "networkidle" });
    await page.reload({ waitUntil: "networkidle" });
    const dashboard = await page.evaluate<number>(loaded);
    expect(landing).toBe(0);
    expect(dashboard).toBeGreaterThan(50 * 1024);
    expect(dashboard).toBeLessThan(firstPageMax);
    await leave();
  });

  test.each(settings)(
    "settings: %s has no layout or accessibility faults on phone and desktop, light and dark",
    (path, heading) =>
      examine(
        `site-${path}`,
        at(`${seller.url}/app/settings/${path}`, heading, (page) => page.waitForLoadState("networkidle")),
      ),
  );
});
