import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import type { Result } from "../src/commands/commands.fixture.ts";
import { freePort } from "../test/free-port.ts";
import { newVisitor, type Visitor, type VisitorOptions } from "./browser.fixture.ts";
import { post, type Seller } from "./seller.fixture.ts";

const sample = path.join(import.meta.dirname, "../../examples/partner/src/main.ts");

/** Starts the sample partner's site as its readme does, for the seller's company, and returns its origin. */
export async function startSampleSite(open: AsyncDisposableStack, seller: Seller): Promise<string> {
  const port = await freePort();
  const { app_id, secret } = seller.company;
  const child = spawn(process.execPath, [sample], {
    env: {
      PATH: process.env.PATH,
      PARTNER_PORT: String(port),
      BILLFOLD_BASE_URL: `${seller.url}/api/v1`,
      BILLFOLD_APP_ID: app_id,
      BILLFOLD_SECRET: secret,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  open.defer(async () => {
    child.kill();
    await ended;
  });
  for await (const text of child.stdout.setEncoding("utf8")) {
    if ((text as string).includes("is open")) return `http://127.0.0.1:${port}`;
  }
  throw new Error("the sample site ended instead of opening");
}

/** A partner's site made by the test: any page under any policy, and a server whose response to orders is set here. */
export type Host = {
  url: string;
  /** Returns the address. The policy is strict unless another is given. */
  put(body: string, options?: { policy?: string; head?: string }): string;
  /** The requests that arrived at `/order`. */
  orders: { key: string | undefined; body: Result }[];
  /** Sets the response of `/order`; at first there is none. */
  onOrder(answer: (body: Result, response: ServerResponse) => void): void;
};

export async function startHost(open: AsyncDisposableStack, seller: Seller): Promise<Host> {
  const pages = new Map<string, { policy: string; html: string }>();
  const orders: Host["orders"] = [];
  let answer: Parameters<Host["onOrder"]>[0] = () => undefined;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, "http://host");
    if (pathname === "/order") {
      const body = JSON.parse((await request.toArray()).join("")) as Result;
      orders.push({ key: keyOf(request), body });
      return answer(body, response);
    }
    const page = pages.get(pathname);
    if (!page) return response.writeHead(204).end();
    const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": page.policy };
    return response.writeHead(200, headers).end(page.html);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  open.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    orders,
    onOrder: (given) => {
      answer = given;
    },
    put: (body, { policy = strictPolicy(seller), head = "" } = {}) => {
      const name = `/page-${pages.size}`;
      pages.set(name, { policy: `${policy}; img-src data:`, html: document(head, body) });
      return url + name;
    },
  };
}

const keyOf = ({ headers }: IncomingMessage) => headers["idempotency-key"] as string | undefined;

export const strictPolicy = ({ url }: Seller) =>
  `default-src 'none'; script-src ${url}; connect-src 'self' ${url}; base-uri 'none'; form-action 'none'; ` +
  "require-trusted-types-for 'script'; trusted-types 'none'";

const document = (head: string, body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>A shop</title>
<link rel="icon" href="data:,">${head}</head><body><main><h1>A shop</h1>${body}</main></body></html>`;

/** The script tag that a partner puts on its page. */
export function tag(
  { url, company }: Seller,
  attributes: Record<string, string> = {},
  src = "/portal/embed.js",
): string {
  const ids = { "data-company-id": company.company_id, "data-app-id": company.app_id };
  const all = Object.entries({ src: url + src, ...ids, ...attributes });
  return `<script ${all.map(([name, value]) => `${name}="${value}"`).join(" ")}></script>`;
}

export const allowOrigins = (seller: Seller, origins: string[]) =>
  post(seller, "/portal/settings", { allowed_origins: origins });

/** Places an order as the partner's server does, and returns its invoice and where it is paid. */
export async function placeOrder(seller: Seller, fields: object = {}): Promise<Result> {
  const lines = [{ description: "Solar panel 450 W", quantity: 2, unit_price: 22_500, tax_rate: 7.5 }];
  return post(seller, "/portal/orders", { customer: { name: "Ada Obi" }, lines, ...fields });
}

/** Makes the partner's server place orders from now on; returns the invoice of the last order. */
export function forwardOrders(host: Host, seller: Seller): () => Result {
  let last: Result = {};
  host.onOrder(async (body, response) => {
    const { checkout_url, invoice } = await post(seller, "/portal/orders", body);
    last = invoice;
    response.writeHead(201).end(JSON.stringify({ checkout_url, portal_token: invoice.portal_token }));
  });
  return () => last;
}

export const payCash = (seller: Seller, { id, total }: Result) =>
  post(seller, "/payments", { invoice_id: id, amount: total, method: "cash" });

/** A visitor with a record of every byte that was received. */
export type Buyer = Visitor & {
  /** The addresses of the responses that match. */
  sourcesOf(isIn: (text: string) => boolean): Promise<string[]>;
};

export async function newBuyer(
  browser: Browser,
  sites: readonly string[],
  habits: VisitorOptions = {},
): Promise<Buyer> {
  const visitor = await newVisitor(browser, sites, habits);
  const arrivals: Promise<[from: string, text: string]>[] = [];
  visitor.page.context().on("response", (response) => {
    const body = response.body().catch(() => Buffer.alloc(0));
    const text = Promise.all([response.allHeaders(), body]).then(
      ([headers, bytes]) => JSON.stringify(headers) + bytes.toString(),
    );
    arrivals.push(text.then((words) => [response.url(), words]));
  });
  const sourcesOf: Buyer["sourcesOf"] = async (isIn) =>
    (await Promise.all(arrivals)).filter(([, text]) => isIn(text)).map(([from]) => from);
  return { ...visitor, sourcesOf };
}

/** All text that a panel shows. */
export const cardOf = (page: Page) => page.locator("billfold-panel .card");

/** The actions of a buyer in the panel, who finds everything by its text. */
export const moreOf = (page: Page | Locator, product: string) =>
  page.getByRole("button", { name: `One more: ${product}` });

export async function fillIn(page: Page | Locator, fields: Record<string, string> = {}): Promise<void> {
  const all = { "Your name": "Ada Obi", "Email address": "ada@example.com", ...fields };
  for (const [label, value] of Object.entries(all)) await page.getByLabel(label).fill(value);
}

export const pressOrder = (page: Page | Locator) =>
  page.getByRole("button", { name: "Order and pay" }).click();

/** Waits until the form has shown why the order was not placed. */
export const showsMessage = (page: Page, why: RegExp) =>
  page.getByRole("alert").filter({ hasText: why }).waitFor();

/** Simulates that the window was covered by another one for a while. */
export const comeBack = (page: Page) =>
  page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
