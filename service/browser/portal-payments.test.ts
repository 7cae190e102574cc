import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { allowOrigins, comeBack, type Host, payCash, placeOrder, startHost, tag } from "./portal.fixture.ts";
import { type Seller, startSeller } from "./seller.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let host: Host;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  host = await startHost(open, seller);
  await allowOrigins(seller, [host.url]);
  browser = await openBrowser(open);
});
afterAll(() => open.disposeAsync());

describe.skipIf(hasNoBrowser)("an invoice that is paid on another page", () => {
  test("is shown as paid when the buyer returns to the page, and the focus does not move", async () => {
    const { invoice } = await placeOrder(seller);
    const { page, complaints, leave } = await newVisitor(browser, [seller.url, host.url]);
    await page.goto(
      host.put(`<button>Mine</button>${tag(seller, { "data-invoice-id": invoice.portal_token })}`),
    );
    await sees(page, "Order SO-");
    await page.getByRole("button", { name: "Mine" }).focus();
    await payCash(seller, invoice);
    await comeBack(page);
    await sees(page, "Paid: Order SO-");
    expect(await page.getByRole("status").innerText()).toMatch(/^Paid: Order SO-/);
    expect(await page.evaluate("document.activeElement.innerText")).toBe("Mine");
    expect(complaints).toEqual([]);
    await leave();
  });

  test.each([
    ["once when the page is opened, and again when the buyer comes back, while it is to be paid", 2],
    ["no more once it is paid", 1],
  ])("is polled %s", async (_how, times) => {
    const { invoice } = await placeOrder(seller);
    if (times === 1) await payCash(seller, invoice);
    const { page, leave } = await newVisitor(browser, [seller.url, host.url]);
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
    await page.goto(host.put(tag(seller, { "data-invoice-id": invoice.portal_token })));
    await sees(page, "Order SO-");
    await comeBack(page);
    // If the panel sends a request, it has done so before this is answered.
    await page.evaluate("fetch(location.href)");
    expect(asked.filter((path) => path.startsWith("/portal/invoices/"))).toHaveLength(times);
    await leave();
  });
});
