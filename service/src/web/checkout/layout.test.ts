import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { contrast } from "../../platform/values/colour.ts";
import type { Page } from "./layout.ts";
import { renderCheckout } from "./page.ts";
import { type Problem, renderProblem } from "./problem-page.ts";
import { type PaidView, renderReceipt } from "./receipt-page.ts";
import { checkoutView, invoiceView, paid, states } from "./view.fixture.ts";
import type { CheckoutState, CheckoutView } from "./view.ts";

/** Every state, the receipt and a problem page, with this text in every field that a buyer or a company may fill in. */
function pagesWith(text: string): Page[] {
  const line = { description: text, quantity: "2", unitPrice: "5", discount: "0", charge: "0", total: "10" };
  const views = [true, false].flatMap((isLabelled) =>
    states.map((state) =>
      checkoutView({
        reference: text,
        companyName: text,
        label: isLabelled ? text : null,
        invoice: invoiceView(1, { number: text, lines: Array(12).fill(line) }),
        gatewayTitle: text,
        asksEmail: true,
        isSandbox: true,
        state: written(state, text),
      }),
    ),
  );
  const receipts = views
    .filter((view): view is PaidView => view.state.name === "paid")
    .map((view) => renderReceipt(view));
  const unreachable: Problem = { name: "unreachable", requestId: text };
  return [...views.map((view) => renderCheckout(view)), ...receipts, renderProblem(unreachable)];
}

function written(state: CheckoutState, text: string): CheckoutState {
  if (state.name === "payable") return { ...state, problem: text, ...("email" in state && { email: text }) };
  if (state.name === "begun") return { ...state, pageUrl: `https://x.example/${text}` };
  if (state.name === "settled") return { ...state, why: text };
  if (state.name !== "paid") return state;
  return { ...state, receipt: { ...state.receipt, method: text, gatewayReference: text } };
}

/** The tags of a page, without attribute values and text. */
const skeleton = ({ html }: Page) => html.match(/<[^>]*>/g)!.map((tag) => tag.replace(/"[^"]*"/g, '""'));

const each: [string, Page][] = [
  ...states.map((state): [string, Page] => [state.name, renderCheckout(checkoutView({ state }))]),
  ["receipt", renderReceipt({ ...checkoutView(), state: paid })],
  ["problem", renderProblem({ name: "missing" })],
];

describe("hostile text", () => {
  test.each([
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "x' onmouseover='alert(1)",
    "</title></style></textarea><svg onload=alert(1)>",
    "a <!--",
    "a&quot;&gt;&lt;b",
  ])("%s changes not one element and not one attribute, in any state", (hostile) => {
    expect(pagesWith(hostile).map(skeleton)).toEqual(pagesWith("a harmless text").map(skeleton));
  });

  test("that turns the direction of writing is kept to itself", () => {
    const turning = "\u202eevil";
    for (const { html } of pagesWith(turning)) {
      expect(/<title>(.*)<\/title>/.exec(html)![1]).not.toContain("\u202e");
      expect(html).not.toMatch(/(contact|ask|to|of|for|from) \u202e/i);
    }
  });
});

describe("the headers of every page", () => {
  test.each(each)("of %s let in nothing but its own stylesheet and pictures it carries", (_name, page) => {
    const [, style] = /<style>(.*)<\/style>/s.exec(page.html)!;
    const hash = createHash("sha256").update(style!).digest("base64");
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(page.html).not.toMatch(/<script|<meta http-equiv|<iframe|<object|javascript:|\sstyle=|\son\w+=/i);
    const loaded = [...page.html.matchAll(/(?:\ssrc|<link[^>]* href)="([^"]*)"|url\(/g)].map(
      ([, url]) => url,
    );
    expect(loaded.filter((url) => !url?.startsWith("data:image/"))).toEqual([]);
  });

  test.each(each)(
    "of %s come with a language, a title, a width, and one main with one heading",
    (_name, page) => {
      for (const part of [
        /^<!doctype html>\s*<html lang="en" dir="ltr">/,
        /<meta name="viewport" content="width=device-width,initial-scale=1">/,
        /<title>[^<]+<\/title>/,
      ])
        expect(page.html).toMatch(part);
      expect([page.html.match(/<main>/g), page.html.match(/<h1[ >]/g)].map((all) => all?.length)).toEqual([
        1, 1,
      ]);
    },
  );

  test("name the origins of the gateway's pages, and nothing else that such an address may hold", () => {
    const addresses = [
      "https://checkout.paystack.com",
      "https://checkout.paystack.com/x",
      "http://127.0.0.1:8081/y; script-src *",
    ];
    const policy = renderCheckout(checkoutView(), addresses).headers["content-security-policy"];
    expect(policy).toContain(
      "form-action 'self' https://checkout.paystack.com http://127.0.0.1:8081; base-uri",
    );
    expect(policy).not.toMatch(/unsafe|script-src|\*/);
  });
});

describe("a page in a company's own look", () => {
  const logo = { path: `/logos/7/${"f".repeat(64)}.png`, width: 336, height: 168 };
  const own = { look: { accent: "#ffd400", logo } };
  const pages: [string, Page][] = [
    ...states.map((state): [string, Page] => [state.name, renderCheckout(checkoutView({ state, ...own }))]),
    ["receipt", renderReceipt({ ...checkoutView(own), state: paid })],
  ];

  test.each(pages)("of %s lets in both stylesheets and the logo, and nothing else", (_name, page) => {
    const styles = [...page.html.matchAll(/<style>(.*?)<\/style>/gs)].map(
      ([, style]) => `'sha256-${createHash("sha256").update(style!).digest("base64")}'`,
    );
    expect(styles).toHaveLength(2);
    expect(page.headers["content-security-policy"]).toBe(
      `default-src 'none'; style-src ${styles.join(" ")}; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(page.html).toContain(`<img src="${logo.path}" alt="" width="96" height="48">`);
  });

  test("has the colour in a shade that white text can be read on, and a bright one on dark screens", () => {
    const [, , style] = renderCheckout(checkoutView(own)).html.split("<style>");
    const [light, dark] = style!.split("@media");
    const shadeOf = (rules: string) => /background:(#[0-9a-f]{6})/.exec(rules)![1]!;
    for (const ground of ["#ffffff", "#f2f5f3"])
      expect(contrast(shadeOf(light!), ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(shadeOf(dark!), "#0e1412")).toBeGreaterThanOrEqual(4.5);
  });
});

describe("a slow network", () => {
  const limit = 15_000;
  const size = (page: Page) => {
    const headers = Object.entries(page.headers).join("\r\n").length;
    return {
      plain: headers + Buffer.byteLength(page.html),
      packed: headers + gzipSync(page.html, { level: 4 }).length,
    };
  };

  test.each(each)("takes %s in one go: at most 6 KB with its headers", (_name, page) => {
    expect(size(page).packed).toBeLessThan(6_000);
  });

  test("takes a page in a company's own look in one go as well, beside the logo", () => {
    const logo = { path: `/logos/9007199254740991/${"f".repeat(64)}.png`, width: 336, height: 168 };
    for (const state of states) {
      const page = renderCheckout(checkoutView({ state, look: { accent: "#ffd400", logo } }));
      expect(size(page).packed).toBeLessThan(6_000);
    }
  });

  test("takes ten lines within 15 KB even where nothing is compressed", () => {
    const page = renderCheckout(checkoutView({ invoice: invoiceView(10), isSandbox: true, asksEmail: true }));
    expect(size(page).plain).toBeLessThan(limit);
    expect(size(page).packed).toBeLessThan(6_000);
  });

  test.each(["Solar panel, 450 W, with frame and a cable of two metres. ", "<'&\">", "漢字", "👩‍🌾"])(
    "never has more than 15 KB to take, also of 500 lines full of %s",
    (text) => {
      const fill = (length: number) => text.repeat(length).slice(0, length);
      const lines = Array.from({ length: 500 }, (_, index) => ({
        description: `${index} ${fill(990)}`,
        quantity: "1234567.123456",
        unitPrice: "1234567.123456",
        discount: "1234567890123.45",
        charge: "1234567890123.45",
        total: "1234567890123.45",
      }));
      const longest: Partial<CheckoutView> = {
        checkoutUrl: `https://${"billing.".repeat(8)}example.com/pay/checkout/pl_9007199254740991_${"x".repeat(22)}`,
        companyName: fill(200),
        label: fill(200),
        amount: "1234567890123.45",
        asksEmail: true,
        isSandbox: true,
        invoice: invoiceView(1, { lines }),
      };
      for (const state of states) {
        expect(size(renderCheckout(checkoutView({ ...longest, state }))).packed).toBeLessThan(limit);
      }
      expect(size(renderReceipt({ ...checkoutView(longest), state: paid })).packed).toBeLessThan(limit);
    },
  );
});
