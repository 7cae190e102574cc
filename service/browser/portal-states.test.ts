import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { hasNoBrowser, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { at, type Examine, newExaminer, type Opening } from "./examine.fixture.ts";
import {
  allowOrigins,
  fillIn,
  type Host,
  moreOf,
  payCash,
  placeOrder,
  pressOrder,
  startHost,
  tag,
} from "./portal.fixture.ts";
import { otherCompanyOf, post, type Seller, startSeller, useGateway } from "./seller.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let host: Host;
let examine: Examine;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  host = await startHost(open, seller);
  await allowOrigins(seller, [host.url]);
  browser = await openBrowser(open);
  examine = await newExaminer(browser, [seller.url, host.url]);
});
afterAll(() => open.disposeAsync());

/** A page with one panel of the seller's, or of another company. */
const panel = (attributes: Record<string, string> = {}, of = seller) => host.put(tag(of, attributes));

const orderPanel = () => panel({ "data-order-url": "/order" });

/** The form after a buyer has filled it in and pressed the button. */
const ordered = (heading: string, then: Opening): Opening =>
  at(orderPanel(), "Order from Lagos Works Ltd", async (page) => {
    await moreOf(page, "Consulting hour").click();
    await fillIn(page);
    await pressOrder(page);
    await then(page);
    await sees(page, heading);
  });

/** Another company with a given peculiarity. */
async function other(prepare: (company: Seller) => Promise<unknown>): Promise<Seller> {
  const company = await otherCompanyOf(seller);
  await allowOrigins(company, [host.url]);
  await prepare(company);
  return company;
}

const payPanel = (token: string, of = seller) => panel({ "data-invoice-id": token }, of);

/** Creates the state, and returns how to open it. */
type State = [name: string, prepare: () => Promise<Opening>];

const refusal = {
  error: "Two of these things can’t be right.",
  errors: [
    { field: "customer.email", message: "Mail to this address comes back." },
    { field: "lines[0].quantity", message: "Only three are left this week." },
    { field: "customer.address", message: "We do not deliver to islands." },
  ],
};

const states: State[] = [
  ["order", async () => at(orderPanel(), "Order from Lagos Works Ltd")],
  [
    "order-incomplete",
    async () =>
      at(orderPanel(), "Order from Lagos Works Ltd", async (page) => {
        await page.getByLabel("Quantity of Rice").fill("1.5");
        await page.getByLabel("Phone").fill("12");
        await page.getByLabel("Preferred date").fill("2020-01-01");
        await pressOrder(page);
        await page.getByText("Check the marked fields").waitFor();
      }),
  ],
  [
    "order-sending",
    async () =>
      ordered("Order from", (page) => page.getByRole("button", { name: "Sending your order" }).waitFor()),
  ],
  [
    "order-refused",
    async () => {
      host.onOrder((_body, response) => response.writeHead(422).end(JSON.stringify(refusal)));
      return ordered("Order from", (page) => page.getByText("We do not deliver to islands").waitFor());
    },
  ],
  [
    "ordered-unpayable",
    async () => {
      host.onOrder((_body, response) => response.writeHead(201).end(JSON.stringify({ checkout_url: null })));
      return ordered("Your order is placed", async () => undefined);
    },
  ],
  [
    "ordered",
    async () => {
      const { checkout_url } = await placeOrder(seller);
      host.onOrder((_body, response) => response.writeHead(201).end(JSON.stringify({ checkout_url })));
      // The payment page responds with no content, so the browser stays here.
      const stay: Opening = (page) => page.route("**/checkout/**", (route) => route.fulfill({ status: 204 }));
      const order = ordered("Your order is placed", async () => undefined);
      return async (page) => [await stay(page), await order(page)];
    },
  ],
  [
    "order-currencies",
    async () => {
      const company = await other((own) =>
        post(own, "/products", { name: "Export crate", unit_price: 12.345, currency: "USD", portal: true }),
      );
      return at(
        panel({ "data-order-url": "/order" }, company),
        "Order from Lagos Works Ltd",
        async (page) => {
          await page.getByLabel("Prices in").selectOption("USD");
          await moreOf(page, "Export crate").click();
          await page.getByText("$12.35").waitFor();
        },
      );
    },
  ],
  [
    "order-longest",
    async () => {
      const company = await other(async (own) => {
        const name = "Rechtsschutzversicherungsgesellschaften".repeat(5);
        const fields = { name, description: name.repeat(3), unit_price: 99_999_999_999, tax_rate: 7.1234 };
        await post(own, "/products", { ...fields, portal: true });
      });
      return at(panel({}, company), "Order from Lagos Works Ltd");
    },
  ],
  [
    "empty",
    async () => {
      const company = await other(async (own) => {
        const { products } = (await own.operator.get("/products", own.company)).body;
        for (const { id } of products) await patch(own, `/products/${id}`, { portal: false });
      });
      return at(panel({}, company), "Nothing can be ordered here yet");
    },
  ],
  [
    "unavailable",
    async () => {
      const company = await other(({ operator, company: { company_id } }) =>
        operator.json(`plan set --company ${company_id} --disable portal`),
      );
      return at(panel({}, company), "This is not available at the moment");
    },
  ],
  ["payable", async () => at(payPanel((await placeOrder(seller)).invoice.portal_token), "Order SO-")],
  [
    "payable-elsewhere",
    async () => {
      const company = await other((own) => useGateway(own, "none"));
      return at(payPanel((await placeOrder(company)).invoice.portal_token, company), "Order SO-");
    },
  ],
  [
    "paid",
    async () => {
      const { invoice } = await placeOrder(seller);
      await payCash(seller, invoice);
      return at(payPanel(invoice.portal_token), "Paid: Order SO-");
    },
  ],
  [
    "closed",
    async () => {
      const { invoice } = await placeOrder(seller);
      await post(seller, `/invoices/${invoice.id}/void`);
      return at(payPanel(invoice.portal_token), "Nothing to pay: Order SO-");
    },
  ],
  ["missing", async () => at(payPanel(`pt_1_${"x".repeat(22)}`), "We can’t find this invoice")],
  ["neutral", async () => at(payPanel("4711"), "Invoice")],
  ["broken", async () => at(panel({ "data-app-id": "" }), "This panel is not set up yet")],
  [
    "several",
    async () => {
      const { portal_token } = (await placeOrder(seller)).invoice;
      const tags = [
        tag(seller),
        tag(seller, { "data-theme": "dark" }),
        tag(seller, { "data-invoice-id": portal_token }),
      ];
      return at(host.put(tags.join("")), "Order SO-");
    },
  ],
];

describe.skipIf(hasNoBrowser)(
  "fits, is accessible under a strict policy, and loads nothing from other origins:",
  () => {
    test.each(states)("panel-%s", async (name, prepare) => examine(`panel-${name}`, await prepare()));

    test("panel-loading", async () => {
      await examine("panel-loading", async (page) => {
        await page.route("**/portal/products?*", () => undefined);
        await page.goto(orderPanel());
        await page.getByText("Loading").first().waitFor();
      });
    });

    test("panel-refused", async () => {
      const examineRefused = await newExaminer(browser, [seller.url, host.url], {
        expects: /CORS policy|ERR_FAILED|allowed origins/,
      });
      const company = await otherCompanyOf(seller);
      await examineRefused("panel-refused", at(panel({}, company), "This can’t be shown right now"));
    });
  },
);

async function patch({ url, company }: Seller, route: string, body: object): Promise<void> {
  const headers = {
    authorization: `Bearer ${company.app_id}:${company.secret}`,
    "content-type": "application/json",
  };
  await fetch(`${url}/api/v1${route}`, { method: "PATCH", headers, body: JSON.stringify(body) });
}
