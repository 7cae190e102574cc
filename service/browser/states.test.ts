import type { Gateway } from "billfold-sandbox/gateway";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { pressPay, sees, seesAlert } from "./buyer.fixture.ts";
import { begin, checkoutCases } from "./checkout-cases.fixture.ts";
import { at, type Examine, newExaminer, type Opening } from "./examine.fixture.ts";
import {
  expire,
  makeLink,
  otherCompanyOf,
  paymentsOf,
  post,
  type Seller,
  sell,
  startSellerBeside,
  useGateway,
} from "./seller.fixture.ts";
import { newPerson, signIn } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
const hour = 3600_000;
let seller: Seller & { gateway: Gateway };
let browser: Browser;
let examine: Examine;
beforeAll(async () => {
  if (hasNoBrowser) return;
  // A payment that is undecided stays undecided while the page is examined.
  seller = await startSellerBeside(open, { lateMs: hour, transferMs: hour });
  browser = await openBrowser(open);
  examine = await newExaminer(browser, seller.url);
});
afterAll(() => open.disposeAsync());

/** Creates the state, and returns how to open it. */
type State = [name: string, prepare: () => Promise<Opening>];

const line = { quantity: 3, unit_price: 99_999_999_999, tax_rate: 7.5 };
const longest = {
  label: "Rechtsschutzversicherungsgesellschaften".repeat(5),
  lines: Array.from({ length: 60 }, (_, index) => ({
    ...line,
    description: `${index} ${"Donaudampf".repeat(20)}`,
  })),
};

/** The page that a buyer sees when the gateway does not open its own. */
async function refusedBy(fault: "down" | "garbage", heading: string): Promise<Opening> {
  seller.gateway.faults.set({ initialize: { fault } });
  return async (page) => {
    // Each visitor gets a separate link, because a payment attempt that has just begun is not begun again.
    await page.goto((await sell(seller)).url);
    await pressPay(page);
    await sees(page, heading);
  };
}

const states: State[] = [
  ["payable", async () => at((await sell(seller)).url, "Order 4711")],
  ["payable-longest", async () => at((await sell(seller, longest)).url, "Invoice details")],
  [
    "payable-without-invoice",
    async () => at((await makeLink(seller, { amount: 2500 })).url, "Payment to Lagos Works Ltd"),
  ],
  [
    "failed",
    async () =>
      at((await checkoutCases(seller, "isDeclined")).url, "Order 4711", (page) =>
        seesAlert(page, /declined/i),
      ),
  ],
  [
    "begun",
    async () => {
      const sale = await sell(seller);
      await begin(seller, sale);
      return at(sale.url, "Your payment is not finished yet");
    },
  ],
  [
    "starting",
    async () => {
      const sale = await sell(seller);
      seller.gateway.faults.set({ initialize: { fault: "hang", times: 1 } });
      const pressed = fetch(`${sale.url}/pay`, { method: "POST" });
      open.defer(async () => void (await pressed));
      const firstTry = async () => (await paymentsOf(seller, sale)).link.attempts[0]?.status;
      await expect.poll(firstTry, { timeout: 30_000 }).toBe("starting");
      return at(sale.url, "Opening the payment page");
    },
  ],
  [
    "processing",
    async () => at((await checkoutCases(seller, "byTransfer")).url, "Your payment is being confirmed"),
  ],
  ["paid", async () => at((await checkoutCases(seller, "succeeds")).url, "Payment received")],
  ["receipt", async () => at(`${(await checkoutCases(seller, "succeeds")).url}/receipt`, "Receipt")],
  [
    "expired",
    async () => {
      const sale = await sell(seller);
      await expire(seller, sale);
      return at(sale.url, "This payment link has expired");
    },
  ],
  [
    "cancelled",
    async () => {
      const sale = await sell(seller);
      await post(seller, `/payments/links/${sale.reference}/cancel`);
      return at(sale.url, "This payment link was cancelled");
    },
  ],
  [
    "settled",
    async () => {
      const sale = await sell(seller);
      await post(seller, `/invoices/${sale.invoiceId}/void`);
      return at(sale.url, "There is nothing to pay");
    },
  ],
  ["problem-missing", async () => at(`${seller.url}/checkout/pl_1_${"x".repeat(22)}`, "We can’t find")],
  ["problem-unreachable", () => refusedBy("down", "can’t be reached")],
  ["problem-declined", () => refusedBy("garbage", "could not be started")],
];

describe.skipIf(hasNoBrowser)("fits, is accessible, and loads nothing from other origins:", () => {
  afterEach(() => seller.gateway.faults.clear());

  test.each(states)("%s", async (name, prepare) => {
    await examine(name, await prepare());
  });

  test("payable-with-email, payable-with-wrong-email, and unavailable", async () => {
    const neighbour = await otherCompanyOf(seller);
    const key = { BILLFOLD_GATEWAY_SECRET_KEY: "sk_test_browser" };
    await useGateway(neighbour, `paystack --base-url ${seller.gateway.url}`, key);
    const { url } = await sell(neighbour);
    await examine("payable-with-email", at(url, "Order 4711"));
    const enterWrongly = at(url, "Order 4711", async (page) => {
      await page.getByLabel("Email address").fill("ada@nowhere");
      await pressPay(page);
      await page.getByText("Enter a complete email address").waitFor();
    });
    await examine("payable-with-wrong-email", enterWrongly);
    await useGateway(neighbour, "none");
    await examine("unavailable", at(url, "Online payment is not available"));
  });
});

/** The company's own colour, which is too bright for white text, and a logo. */
async function dress(own: Seller): Promise<void> {
  const { url, company } = own;
  const person = await newPerson(own, `--company ${company.company_id} --role owner`);
  const { page, leave } = await newVisitor(browser, url);
  await signIn(page, url, person);
  await sees(page, "Overview");
  const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" rx="20" fill="#23406e"/><circle cx="55" cy="50" r="28" fill="#ffd400"/><rect x="105" y="38" width="160" height="24" fill="#fff"/></svg>`;
  const statuses = await page.evaluate(async (file) => {
    const { csrf_token, company } = await (await fetch("/app/session")).json();
    const headers = {
      "content-type": "application/json",
      "x-csrf-token": csrf_token,
      "x-company-id": String(company.id),
    };
    const send = async (method: string, path: string, body: object) =>
      (await fetch(`/app/api${path}`, { method, headers, body: JSON.stringify(body) })).status;
    return [
      await send("POST", "/document_settings/logo", { file }),
      await send("PATCH", "/document_settings", { accent_colour: "#ffd400" }),
    ];
  }, Buffer.from(logo).toString("base64"));
  expect(statuses).toEqual([200, 200]);
  await leave();
}

test.skipIf(hasNoBrowser)("the checkout and a quote in a company's own look stay accessible", async () => {
  const own = await otherCompanyOf(seller);
  await dress(own);
  await examine("own-look-payable", at((await sell(own)).url, "Order 4711"));
  const { customer } = await post(own, "/customers", { name: "Greenfield Trading Ibadan" });
  const lines = [
    { description: "Solar panel 450 W, with frame", quantity: 12, unit_price: 185_000, tax_rate: 7.5 },
    { description: "Installation and first test", quantity: 1, unit_price: 240_000, tax_rate: 7.5 },
  ];
  const { quote } = await post(own, "/quotes", { customer_id: customer.id, lines });
  const { quote: sent } = await post(own, `/quotes/${quote.id}/send`);
  await examine("own-look-quote", at(sent.url, `Quote ${sent.number}`));
});

describe.skipIf(hasNoBrowser)("the checkout page", () => {
  test.each([
    ["of three lines", {}],
    ["of sixty lines, each as long as can be", longest],
  ])("%s comes in one response of at most 15 KB", async (_what, fields) => {
    const { url } = await sell(seller, fields);
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop" });
    const transfers: number[] = [];
    page.on("requestfinished", async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      transfers.push(responseBodySize + responseHeadersSize);
    });
    await page.goto(url, { waitUntil: "networkidle" });
    await expect.poll(() => transfers, { timeout: 30_000 }).toHaveLength(1);
    expect(transfers[0]).toBeLessThanOrEqual(15_000);
    await leave();
  });

  test("runs and loads nothing that an attacker managed to inject", async () => {
    const { url } = await sell(seller);
    const { page, leave } = await newVisitor(browser, seller.url);
    await page.goto(url);
    const refused = await page.evaluate<string[]>(intrude);
    expect(refused).toEqual([
      "connect-src",
      "form-action",
      "frame-src",
      "img-src",
      "script-src-elem",
      "style-src-attr",
      "style-src-elem",
    ]);
    expect(page.url()).toBe(url);
    expect(await page.evaluate("window.intruded")).toBeUndefined();
    await leave();
  });
});

/** Returns the directives of the page's policy that blocked something, once there are as many as attempts. */
const intrude = `new Promise((resolve) => {
  const refused = new Set();
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
    if (refused.add(effectiveDirective).size === 7) resolve([...refused].sort());
  });
  const add = (name, fields) => document.body.append(Object.assign(document.createElement(name), fields));
  add("script", { textContent: "window.intruded = true" });
  add("style", { textContent: "body { display: none }" });
  add("img", { src: "https://elsewhere.example/picture.png" });
  add("iframe", { src: "https://elsewhere.example/" });
  document.body.setAttribute("style", "display: none");
  fetch("https://elsewhere.example/").catch(() => undefined);
  document.forms[0].action = "https://elsewhere.example/";
  document.forms[0].submit();
})`;
