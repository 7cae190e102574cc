import { once } from "node:events";
import { connect } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { showsPartOf } from "../test/secret-parts.ts";
import { hasNoBrowser, openBrowser, type Size } from "./browser.fixture.ts";
import { chooseCard, pressPay, sees, seesPaid, tabTo } from "./buyer.fixture.ts";
import { at, newExaminer } from "./examine.fixture.ts";
import {
  cardOf,
  fillIn,
  moreOf,
  newBuyer,
  placeOrder,
  pressOrder,
  startSampleSite,
} from "./portal.fixture.ts";
import { post, type Seller, startSeller } from "./seller.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let shop: string;
beforeAll(async () => {
  if (hasNoBrowser) return;
  browser = await openBrowser(open);
  seller = await startSeller(open);
  shop = await startSampleSite(open, seller);
});
afterAll(() => open.disposeAsync());

const newShopper = (size: Size) => newBuyer(browser, [shop, seller.url], { size });

/** The link on the payment page leads to the page that shows this order. */
async function isBackAtShop(page: Page): Promise<void> {
  await page.waitForURL(`${shop}/thanks?**`);
  const payment = "&payment_link=pl_\\d+_[\\w-]+&payment_status=paid";
  expect(page.url()).toMatch(new RegExp(`/thanks\\?invoice=pt_\\d+_[\\w-]{22}${payment}$`));
}

/** The last order that the company received, with its invoice and its customer. */
async function lastOrder() {
  const get = async (route: string) => (await seller.operator.get(route, seller.company)).body;
  const { sales } = await get("/sales?limit=1");
  const { invoice } = await get(`/invoices/${sales[0].invoice_id}`);
  return { sale: sales[0], invoice };
}

describe.skipIf(hasNoBrowser)("the sample partner's site", () => {
  test("fits, is accessible, and loads nothing from other origins, on the order page and on the return page", async () => {
    const examine = await newExaminer(browser, [shop, seller.url]);
    await examine("sample-order", at(shop, "Order from Lagos Works Ltd"));
    const { portal_token } = (await placeOrder(seller)).invoice;
    await examine("sample-thanks", at(`${shop}/thanks?invoice=${portal_token}`, "Order SO-"));
  });
});

describe.skipIf(hasNoBrowser)("on the sample partner's site", () => {
  test.each<Size>(["phone", "desktop"])(
    "a buyer with a %s orders, pays, comes back and sees it paid",
    async (size) => {
      const { page, complaints, sourcesOf, leave } = await newShopper(size);
      await page.goto(shop);
      await sees(page, "Order from Lagos Works Ltd");
      await moreOf(page, "Consulting hour").click({ clickCount: 3 });
      await page.getByLabel("Quantity of Rice").fill("2");
      expect(await page.locator("output").innerText()).toBe("₦302,125.00");
      await fillIn(page, {
        "Email address": `${size}@example.com`,
        Phone: "+234 803 000 0000",
        "Preferred date": "2040-02-29",
        "Note to the seller": "By the back door, please",
      });
      await pressOrder(page);

      await page.waitForURL(`${seller.url}/checkout/**`);
      expect(await page.getByRole("main").innerText()).toMatch(/₦302,125\.00/);
      await pressPay(page);
      await chooseCard(page, "Succeeds");
      await seesPaid(page);
      await page.getByRole("link", { name: `Back to ${new URL(shop).host}` }).click();
      await isBackAtShop(page);
      await page.getByRole("heading", { name: /^Paid: Order SO-\d+$/ }).waitFor();
      await page.reload();
      await sees(page, "Thank you for your order");
      await page.getByRole("heading", { name: /^Paid: Order SO-\d+$/ }).waitFor();
      expect(await cardOf(page).innerText()).toContain("₦302,125.00");
      expect(complaints).toEqual([]);
      for (const secret of [seller.company.secret, seller.company.webhook_secret]) {
        expect(await sourcesOf((text) => showsPartOf(secret, text))).toEqual([]);
      }
      expect(await sourcesOf((text) => text.includes(seller.company.app_id))).not.toEqual([]);
      await leave();

      const { sale, invoice } = await lastOrder();
      expect(sale).toMatchObject({ status: "invoiced", booking_date: "2040-02-29" });
      expect(invoice).toMatchObject({
        status: "paid",
        source: "portal",
        total: 302_125,
        amount_due: 0,
        notes: "By the back door, please",
        customer: { name: "Ada Obi", email: `${size}@example.com`, phone: "+234 803 000 0000" },
      });
    },
  );

  test("a buyer with a keyboard and no mouse does the same, and the focus is always visible", async () => {
    const { page, complaints, leave } = await newShopper("desktop");
    await page.goto(shop);
    await sees(page, "Order from Lagos Works Ltd");
    await tabTo(page, /^One more: Consulting hour$/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    await tabTo(page, /^Quantity of Rice/);
    await page.keyboard.press("ArrowUp");
    await tabTo(page, /^Your name$/);
    await page.keyboard.type("Kemi Ade");
    // A field is missing, so the focus goes to it.
    await page.keyboard.press("Enter");
    await page.getByText("Enter your email address in full").waitFor();
    await page.keyboard.type("kemi@example.com");
    await tabTo(page, /^Order and pay$/);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${seller.url}/checkout/**`);
    await tabTo(page, /^Pay /);
    await page.keyboard.press("Enter");
    await sees(page, "Choose a test card");
    await tabTo(page, /Succeeds$/);
    await page.keyboard.press("Enter");
    await seesPaid(page);
    await tabTo(page, /^Back to /);
    await page.keyboard.press("Enter");
    await isBackAtShop(page);
    await page.getByRole("heading", { name: /^Paid: / }).waitFor();
    expect(complaints).toEqual([]);
    await leave();
    const { invoice } = await lastOrder();
    expect(invoice).toMatchObject({ status: "paid", total: 175_250, customer: { name: "Kemi Ade" } });
  });

  test("the address that orders are sent to accepts no price, and no product that is not on offer", async () => {
    const { product } = await post(seller, "/products", { name: "Not for everybody", unit_price: 1 });
    const { products } = (await seller.operator.get("/products?q=Rice", seller.company)).body;
    const order = (line: object) =>
      fetch(`${shop}/order`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ customer: { name: "Eve" }, lines: [line] }),
      });
    const cheap = await order({
      product_id: products[0].id,
      quantity: 1,
      unit_price: 0.01,
      description: "Air",
    });
    expect(cheap.status).toBe(201);
    expect(Object.keys((await cheap.json()) as object).sort()).toEqual(["checkout_url", "portal_token"]);
    expect((await lastOrder()).invoice).toMatchObject({ total: 78_500 });
    const hidden = await order({ product_id: product.id, quantity: 1 });
    expect([hidden.status, await hidden.json()]).toEqual([
      422,
      {
        error: expect.any(String),
        errors: [{ field: "lines[0].product_id", message: expect.stringMatching(/not on offer/) }],
      },
    ]);
  });

  test.each([
    [
      "half an order",
      "POST /order HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
    ],
    ["an address that is none", "GET // HTTP/1.1\r\nHost: x\r\n\r\n"],
  ])("a client that sends %s and disconnects does not stop the shop", async (_what, text) => {
    const socket = connect({ port: Number(new URL(shop).port) });
    await once(socket, "connect");
    await new Promise((written) => socket.write(text, written));
    // The server has handled the disconnection by then, because this request is answered after it.
    expect((await fetch(shop)).status).toBe(200);
    socket.resetAndDestroy();
    await once(socket, "close");
    for (let visits = 0; visits < 3; visits++) expect((await fetch(shop)).status).toBe(200);
  });
});
