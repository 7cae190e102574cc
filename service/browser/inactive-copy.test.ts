import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { type Seller, startSeller } from "./seller.fixture.ts";
import { newPerson, signIn } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  browser = await openBrowser(open);
}, 120_000);
afterAll(() => open.disposeAsync());

const title = "This is an inactive copy.";

/** The service notices a change of the command line within seconds. */
async function waitUntilInactive(inactive: boolean): Promise<void> {
  await vi.waitFor(
    async () => expect((await fetch(`${seller.url}/readyz`)).status).toBe(inactive ? 503 : 200),
    { timeout: 30_000, interval: 200 },
  );
}

describe.skipIf(hasNoBrowser)("a copy that is not active", () => {
  test("says so on every page of the dashboard and of the operator console, until it is activated", async () => {
    const owner = await newPerson(seller, `--company ${seller.company.company_id} --role owner`);
    const operator = await newPerson(seller, "--operator");
    await seller.operator.json("deactivate");
    await waitUntilInactive(true);

    const { page, leave } = await newVisitor(browser, seller.url);
    await signIn(page, seller.url, owner);
    await sees(page, "Overview");
    for (const path of ["/app", "/app/invoices", "/app/settings"]) {
      await page.goto(seller.url + path);
      await page.getByText(title).waitFor();
      await page.getByText("ask your operator to activate this one").waitFor();
    }
    await leave();

    const console = await newVisitor(browser, seller.url);
    await signIn(console.page, seller.url, operator);
    await console.page.getByText("Run 'billfold doctor' to see why").waitFor();

    await seller.operator.json("activate");
    await waitUntilInactive(false);
    await console.page.reload();
    await sees(console.page, "Companies");
    expect(await console.page.getByText(title).count()).toBe(0);
    await console.leave();
  }, 120_000);
});
