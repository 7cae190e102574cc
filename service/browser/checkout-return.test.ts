import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type Size } from "./browser.fixture.ts";
import { chooseCard, follow, seesPaid } from "./buyer.fixture.ts";
import { post, type Seller, startSeller } from "./seller.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
/** The origin of the partner's shop. */
let shop: string;
beforeAll(async () => {
  if (hasNoBrowser) return;
  browser = await openBrowser(open);
  seller = await startSeller(open);
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end('<!doctype html><link rel="icon" href="data:,"><title>Shop</title><h1>Thank you</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.defer(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await post(seller, "/portal/settings", { allowed_origins: [shop] });
});
afterAll(() => open.disposeAsync());

const buyers: [size: Size, scripts: "with" | "without"][] = [
  ["phone", "without"],
  ["wide", "with"],
];

describe.skipIf(hasNoBrowser)("a buyer who chooses the amount and comes from a shop", () => {
  test.each(buyers)("is led back there, on a %s screen %s JavaScript", async (size, scripts) => {
    const link = await post(seller, "/payments/link", {
      amount: 25_000,
      min_amount: 5_000,
      label: "Donation for the school library in Ikeja",
      return_url: `${shop}/thanks?order=17`,
      cancel_url: `${shop}/basket`,
    });
    const visitor = await newVisitor(browser, [seller.url, shop], { size, hasScripts: scripts === "with" });
    const { page } = visitor;
    const keep = async (name: string) => {
      const folder = process.env.BILLFOLD_SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/return-${name}-${size}.png`, fullPage: true });
    };
    await page.goto(link.checkout_url as string);
    await keep("choose");
    await page.getByLabel("Amount").fill("4,999");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await page.getByText("Enter at least ₦5,000.00.").waitFor();
    await keep("too-little");
    await page.getByLabel("Amount").fill("12,500.50");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await chooseCard(page, "Succeeds");
    await seesPaid(page);
    expect(await page.getByRole("main").innerText()).toContain("₦12,500.50");
    await keep("paid");
    await page.waitForURL(`${shop}/thanks?order=17&payment_link=${link.reference}&payment_status=paid`);
    expect(await page.getByRole("heading").innerText()).toBe("Thank you");
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  test("leaves without paying by a link to the shop", async () => {
    const urls = { return_url: `${shop}/thanks`, cancel_url: `${shop}/basket` };
    const link = await post(seller, "/payments/link", { amount: 500, ...urls });
    const { page, leave } = await newVisitor(browser, [seller.url, shop]);
    await page.goto(link.checkout_url as string);
    await follow(page, "Back to 127.0.0.1");
    expect(page.url()).toBe(`${shop}/basket?payment_link=${link.reference}`);
    await leave();
  });
});
