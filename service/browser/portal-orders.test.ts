import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type VisitorOptions } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import {
  allowOrigins,
  cardOf,
  comeBack,
  fillIn,
  forwardOrders,
  type Host,
  moreOf,
  payCash,
  placeOrder,
  pressOrder,
  showsMessage,
  startHost,
  tag,
} from "./portal.fixture.ts";
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
beforeEach(() => void host?.orders.splice(0));

/** A buyer fills in the form on a partner's page. */
async function shop(
  attributes: Record<string, string>,
  steps: (page: Page) => Promise<void>,
  habits: VisitorOptions = {},
): Promise<void> {
  const { page, complaints, leave } = await newVisitor(browser, [seller.url, host.url], habits);
  await page.goto(host.put(tag(seller, attributes)));
  await moreOf(page, "Rice").click();
  await fillIn(page);
  await steps(page);
  expect(complaints).toEqual([]);
  await leave();
}

/** The validation state and message of the field for the email address. */
const emailMark = `(() => {
  const { shadowRoot: root } = document.querySelector("billfold-panel");
  const input = root.getElementById("customer.email");
  const note = root.getElementById(input.getAttribute("aria-describedby"));
  return { invalid: input.ariaInvalid, hasFocus: root.activeElement === input, note: note.textContent };
})()`;

/** The idempotency keys of the received orders with this quantity. */
const keysOf = (quantity: number) =>
  host.orders.filter(({ body }) => body.lines[0].quantity === quantity).map(({ key }) => key);

const sentTo = { "data-order-url": "/order" };

describe.skipIf(hasNoBrowser)("an order", () => {
  test("is sent once however often the button is pressed", async () => {
    forwardOrders(host, seller);
    await shop(sentTo, async (page) => {
      await page.getByRole("button", { name: "Order and pay" }).click({ clickCount: 5 });
      await page.waitForURL(`${seller.url}/checkout/**`);
    });
    const lines = [{ product_id: expect.any(Number), quantity: 1 }];
    const body = { currency: "NGN", lines, customer: { name: "Ada Obi", email: "ada@example.com" } };
    expect(host.orders).toEqual([{ key: expect.any(String), body }]);
  });

  test("whose response was lost is sent again under the same key, and another order under another", async () => {
    host.onOrder((_body, response) => response.destroy());
    await shop(
      sentTo,
      async (page) => {
        await pressOrder(page);
        await showsMessage(page, /could not be reached.*nothing is ordered twice/);
        await pressOrder(page);
        await moreOf(page, "Rice").click();
        await pressOrder(page);
        await expect.poll(() => keysOf(2).length).toBeGreaterThan(0);
      },
      { expects: /ERR_/ },
    );
    // Browsers also retry by themselves when a connection breaks.
    expect(keysOf(1).length).toBeGreaterThan(1);
    expect(new Set(keysOf(1)).size).toBe(1);
    expect(keysOf(1)[0]).toMatch(/^[\d-]{10,}$/);
    expect(keysOf(2)).not.toContain(keysOf(1)[0]);
  });

  test("that is placed a second time on purpose uses another key", async () => {
    host.onOrder((_body, response) => response.writeHead(201).end(JSON.stringify({ checkout_url: null })));
    await shop(sentTo, async (page) => {
      await pressOrder(page);
      // An order that costs nothing has no payment page.
      await page.getByText("If there is something to pay, the seller will tell you how.").waitFor();
      await page.getByRole("button", { name: "Order more" }).click();
      await moreOf(page, "Rice").click();
      await fillIn(page);
      await pressOrder(page);
      await sees(page, "Your order is placed");
    });
    const [first, second] = host.orders;
    expect(second?.body).toEqual(first?.body);
    expect(second?.key).not.toBe(first?.key);
  });

  test.each(["javascript:window.intruded=1", "https://elsewhere.example/checkout", "data:text/html,Pay"])(
    "whose response points to %s does not navigate there",
    async (checkout_url) => {
      host.onOrder((_body, response) => response.writeHead(201).end(JSON.stringify({ checkout_url })));
      await shop(
        sentTo,
        async (page) => {
          await pressOrder(page);
          await sees(page, "Your order is placed");
          expect(await cardOf(page).innerText()).toMatch(/could not be opened.*ask the seller/s);
          expect(await cardOf(page).getByRole("link").count()).toBe(0);
          expect(await page.evaluate("window.intruded")).toBeUndefined();
          expect(page.url()).toMatch(host.url);
        },
        { expects: /not on Billfold's site/ },
      );
    },
  );

  test("is shown to a buyer who returns from paying, and afterwards there is a new form", async () => {
    const lastInvoice = forwardOrders(host, seller);
    await shop(sentTo, async (page) => {
      await pressOrder(page);
      await page.waitForURL(`${seller.url}/checkout/**`);
      await page.goBack();
      await sees(page, "Order SO-");
      await payCash(seller, lastInvoice());
      await comeBack(page);
      await sees(page, "Paid: Order SO-");
      await page.getByRole("button", { name: "Order more" }).click();
      await sees(page, "Order from Lagos Works Ltd");
      expect(await page.evaluate("document.activeElement.shadowRoot?.activeElement?.innerText")).toBe(
        "Order from Lagos Works Ltd",
      );
      await page.reload();
      await sees(page, "Order from Lagos Works Ltd");
    });
  });

  test("is not sent while a field is missing, and the focus is on the first missing field", async () => {
    await shop(sentTo, async (page) => {
      await page.getByLabel("Quantity of Rice").fill("0");
      await pressOrder(page);
      await showsMessage(page, /Choose an item/);
      await page.getByLabel("Email address").fill("ada@nowhere");
      await page.getByLabel("Quantity of Rice").fill("2");
      await pressOrder(page);
      expect(await page.evaluate(emailMark)).toEqual({
        invalid: "true",
        hasFocus: true,
        note: expect.stringMatching(/in full, such as/),
      });
    });
    expect(host.orders).toEqual([]);
  });
});

describe.skipIf(hasNoBrowser)("the embedding page", () => {
  /** The events that the page receives, stored for the test. */
  const listen = `
    window.heard = [];
    addEventListener("billfold:state", ({ detail }) => window.heard.push(detail));
  `;

  test("receives an event for every state of its panels, and for an order's token", async () => {
    forwardOrders(host, seller);
    const { page, leave } = await newVisitor(browser, [seller.url, host.url]);
    await page.addInitScript(listen);
    await page.goto(host.put(tag(seller, sentTo)));
    await moreOf(page, "Rice").click();
    await fillIn(page);
    // The payment page responds with no content, so the browser stays here and keeps the events.
    await page.route("**/checkout/**", (route) => route.fulfill({ status: 204 }));
    await pressOrder(page);
    await sees(page, "Order SO-");
    expect(await page.evaluate("window.heard")).toEqual([
      { state: "loading" },
      { state: "ready" },
      { state: "ordered", portal_token: expect.stringMatching(/^pt_/) },
      { state: "loading" },
      { state: "payable" },
    ]);
    await leave();
  });

  test("may respond to an order itself", async () => {
    const answer = await placeOrder(seller);
    await shop({}, async (page) => {
      await page.evaluate(`addEventListener("billfold:order", ({ detail }) => {
        detail.respondWith(Promise.resolve({ checkout_url: "${answer.checkout_url}" }));
      })`);
      await pressOrder(page);
      await page.waitForURL(answer.checkout_url);
    });
    expect(host.orders).toEqual([]);
  });

  test("may take over an order: then the panel does nothing more", async () => {
    await shop(sentTo, async (page) => {
      await page.evaluate("addEventListener('billfold:order', (event) => event.preventDefault())");
      await pressOrder(page);
      await page.getByRole("button", { name: "Order and pay" }).waitFor();
      await expect
        .poll(() => page.getByRole("button", { name: "Order and pay" }).getAttribute("aria-disabled"))
        .toBeNull();
    });
    expect(host.orders).toEqual([]);
  });

  test("that neither names a server nor responds makes the panel show an error to its buyers", async () => {
    await shop({}, async (page) => {
      await pressOrder(page);
      await showsMessage(page, /does not say where orders go/);
    });
  });
});
