import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import {
  allowOrigins,
  cardOf,
  type Host,
  moreOf,
  newBuyer,
  placeOrder,
  startHost,
  strictPolicy,
  tag,
} from "./portal.fixture.ts";
import { otherCompanyOf, post, type Seller, startSeller } from "./seller.fixture.ts";

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

/** A visitor opens a page, and the browser never reports an error. */
async function visit(url: string, steps: (page: Page) => Promise<void>): Promise<void> {
  const { page, complaints, leave } = await newVisitor(browser, [seller.url, host.url], { size: "desktop" });
  await page.goto(url);
  await steps(page);
  expect(complaints).toEqual([]);
  await leave();
}

const heading = "Order from Lagos Works Ltd";

/** The element directly before the panel, and the one around it. */
const neighbours = `(() => {
  const panel = document.querySelector("billfold-panel");
  return [panel.previousElementSibling?.id, panel.parentElement.id || panel.parentElement.localName];
})()`;

describe.skipIf(hasNoBrowser)("a panel is placed", () => {
  const after = '<p id="after">After</p>';
  // Other scripts use the same attribute for their own purposes.
  const outsider = '<script type="text/plain" src="/other.js" data-target="#1 no selector"></script>';
  const script = (attributes: Record<string, string>) => tag(seller, { id: "tag", ...attributes });
  test.each([
    ["where its tag stands", () => host.put(outsider + script({}) + after), ["tag", "main"]],
    ["there also when the tag is async", () => host.put(script({ async: "" }) + after), ["tag", "main"]],
    ["there also when the tag is deferred", () => host.put(script({ defer: "" }) + after), ["tag", "main"]],
    [
      "there also when the tag is a module",
      () => host.put(script({ type: "module" }) + after),
      ["tag", "main"],
    ],
    [
      "where the tag says, also further down",
      () => host.put(`${script({ "data-target": "#place" })}<div id="place"></div>${after}`),
      [undefined, "place"],
    ],
    [
      "where a tag in the head says",
      () => host.put('<div id="place"></div>', { head: script({ "data-target": "#place" }) }),
      [undefined, "place"],
    ],
    [
      "at the end of the page if what the tag says is no place",
      () => host.put(script({ "data-target": "#1 no selector" }) + after),
      ["", "body"],
    ],
    [
      "at the end of the page if the tag is in the head",
      () => host.put(after, { head: script({}) }),
      ["", "body"],
    ],
  ])("%s", async (_where, put, expected) => {
    await visit(put(), async (page) => {
      await sees(page, heading);
      expect(await page.evaluate(neighbours)).toEqual(expected);
    });
  });

  test("also for a tag that is inserted later", async () => {
    const policy = strictPolicy(seller).replace(/; require-trusted-types.*/, "");
    await visit(host.put("", { policy }), async (page) => {
      await page.evaluate(`{
        const made = document.createElement("script");
        const { company_id, app_id } = ${JSON.stringify(seller.company)};
        Object.assign(made.dataset, { companyId: company_id, appId: app_id });
        made.src = "${seller.url}/portal/embed.js";
        document.querySelector("main").append(made, made.cloneNode());
      }`);
      await expect.poll(() => page.getByRole("heading", { name: heading }).count()).toBe(2);
    });
  });
});

/** How each panel of the page is drawn, in order. */
const stylesOf = (property: string) => `Array.from(document.querySelectorAll("billfold-panel"), (panel) =>
  getComputedStyle(panel.shadowRoot.querySelector(".card")).${property})`;

describe.skipIf(hasNoBrowser)("a page", () => {
  test("has as many panels as it has tags, each with an order of its own", async () => {
    const { portal_token } = (await placeOrder(seller)).invoice;
    const tags = [tag(seller), tag(seller), tag(seller, { "data-invoice-id": portal_token })];
    await visit(host.put(tags.join("")), async (page) => {
      const panels = page.locator("billfold-panel");
      await sees(page, "Order SO-");
      await moreOf(panels.nth(1), "Rice").click();
      const totals = page.locator("output");
      expect(await totals.allInnerTexts()).toEqual(["₦0.00", "₦78,500.00"]);
      expect(await panels.count()).toBe(3);
    });
  });

  test.each([
    ["a nonce", (site: string) => `script-src 'nonce-n1'; connect-src ${site}`],
    [
      "a nonce and what it brings along",
      (site: string) => `script-src 'nonce-n1' 'strict-dynamic'; connect-src ${site}`,
    ],
  ])("may allow scripts by %s alone", async (_what, rules) => {
    const policy = `default-src 'none'; ${rules(seller.url)}; require-trusted-types-for 'script'; trusted-types 'none'`;
    await visit(host.put(tag(seller, { nonce: "n1" }), { policy }), (page) => sees(page, heading));
  });

  test("may pin a version and its integrity hash", async () => {
    const config = (await seller.operator.get("/portal/config", seller.company)).body;
    const versioned = { integrity: config.embed_integrity, crossorigin: "anonymous" };
    const src = new URL(config.embed_script_versioned).pathname;
    await visit(host.put(tag(seller, versioned, src)), (page) => sees(page, heading));
    const { page, leave } = await newVisitor(browser, [seller.url, host.url]);
    const wrong = { ...versioned, integrity: `sha384-${"A".repeat(64)}` };
    await page.goto(host.put(tag(seller, wrong, src)));
    expect(await page.locator("billfold-panel").count()).toBe(0);
    await leave();
  });

  test("chooses light or dark where the reader's own setting would not fit", async () => {
    const tags = ["light", "dark"].map((theme) => tag(seller, { "data-theme": theme }));
    await visit(host.put(tags.join("") + tag(seller)), async (page) => {
      await expect.poll(() => page.getByRole("heading", { name: heading }).count()).toBe(3);
      const grounds = async (colorScheme: "light" | "dark") => {
        await page.emulateMedia({ colorScheme });
        return page.evaluate(stylesOf("backgroundColor"));
      };
      const [light, dark] = ["rgb(255, 255, 255)", "rgb(23, 31, 28)"];
      expect(await grounds("light")).toEqual([light, dark, light]);
      expect(await grounds("dark")).toEqual([light, dark, dark]);
    });
  });

  test("shows the panel by its nonce in a browser without constructable style sheets", async () => {
    const policy = `default-src 'none'; script-src ${seller.url}; style-src 'nonce-n1'; connect-src ${seller.url}`;
    const { page, complaints, leave } = await newVisitor(browser, [seller.url, host.url]);
    await page.addInitScript("delete window.CSSStyleSheet");
    await page.goto(host.put(tag(seller, { nonce: "n1" }), { policy }));
    await sees(page, heading);
    expect(await page.evaluate(stylesOf("borderTopLeftRadius"))).toEqual(["16px"]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test("does not style the panel, and is not styled by it", async () => {
    const policy = `${strictPolicy(seller)}; style-src 'unsafe-inline'`;
    const style = "<style>*{letter-spacing:9px!important}html{font-size:5px}.card{color:red}</style>";
    await visit(host.put(tag(seller), { policy, head: style }), async (page) => {
      await sees(page, heading);
      const shown = ["color", "fontSize", "letterSpacing"].map((name) => page.evaluate(stylesOf(name)));
      expect((await Promise.all(shown)).flat()).toEqual(["rgb(22, 33, 28)", "16px", "normal"]);
    });
  });
});

describe.skipIf(hasNoBrowser)("no data is shown to unauthorised pages:", () => {
  test("a page of an origin that the company does not allow receives no data, and says what to do", async () => {
    const company = await otherCompanyOf(seller);
    await allowOrigins(company, ["https://shop.example"]);
    const { portal_token } = (await placeOrder(company)).invoice;
    const buyer = await newBuyer(browser, [seller.url, host.url]);
    await buyer.page.goto(host.put(tag(company) + tag(company, { "data-invoice-id": portal_token })));
    const refusals = buyer.page.getByRole("heading", { name: "This can’t be shown right now" });
    await expect.poll(() => refusals.count()).toBe(2);
    const words = await cardOf(buyer.page).first().innerText();
    expect(words).toMatch(/There was no answer.*tell the owner of this website/s);
    expect(buyer.complaints.join("\n")).toMatch(/Check allowed origins, data-company-id/);
    expect(await buyer.sourcesOf((text) => /Lagos Works|Consulting hour|SO-0/.test(text))).toEqual([]);

    await allowOrigins(company, [host.url]);
    await buyer.page.getByRole("button", { name: "Try again" }).first().click();
    await sees(buyer.page, heading);
    await buyer.leave();
  });

  test.each([
    ["a bare number", "4711", ""],
    ["a parameter with a bare number", "invoice", "?invoice=4711"],
    ["a parameter that is not there", "invoice", ""],
  ])(
    "%s in place of a token shows a neutral shell, and no request is sent",
    async (_what, invoiceId, query) => {
      const { page, complaints, leave } = await newVisitor(browser, [seller.url, host.url]);
      const asked: string[] = [];
      page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
      await page.goto(host.put(tag(seller, { "data-invoice-id": invoiceId })) + query, {
        waitUntil: "networkidle",
      });
      await sees(page, "Invoice");
      expect(await cardOf(page).innerText()).toMatch(/open the link that the seller sent you/);
      expect(asked).toEqual([
        expect.stringMatching(/^\/page-/),
        "/portal/embed.js",
        expect.stringMatching(/^\/portal\/embed\.\w+\.js$/),
      ]);
      expect(complaints).toEqual([]);
      await leave();
    },
  );

  test("an image named currentScript does not change where the panels come from", async () => {
    const picture = '<img name="currentScript" alt="" src="data:,">';
    await visit(host.put(picture + tag(seller)), (page) => sees(page, heading));
  });

  test("texts of the company are shown as plain text, whatever they contain", async () => {
    const company = await otherCompanyOf(seller);
    await allowOrigins(company, [host.url]);
    const name = '<img src=x onerror="window.intruded=1">';
    await post(company, "/products", { name, description: "<b>Bold</b>", unit_price: 1, portal: true });
    await visit(host.put(tag(company)), async (page) => {
      await sees(page, heading);
      await page.getByText(name).waitFor();
      expect(await cardOf(page).locator("img, b").count()).toBe(0);
      expect(await page.evaluate("window.intruded")).toBeUndefined();
    });
  });
});
