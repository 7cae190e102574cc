import type { Browser, Cookie, Page } from "playwright-core";
import { inject } from "vitest";
import { type Found, launch } from "./chromium.fixture.ts";

declare module "vitest" {
  export interface ProvidedContext {
    chromium: Found;
  }
}

/** The screens that pages are checked on: a small phone, a tablet held upright, a desktop, and a large desktop. */
export const sizes = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  tablet: { viewport: { width: 768, height: 1024 }, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
  wide: { viewport: { width: 1440, height: 900 } },
} as const;
export type Size = keyof typeof sizes;

/** Tests that need a browser are then skipped; the setup has printed the reason and how to install one. */
export const hasNoBrowser = "missing" in inject("chromium");

export async function openBrowser(open: AsyncDisposableStack): Promise<Browser> {
  const found = inject("chromium");
  if ("missing" in found) throw new Error(found.missing);
  const browser = await launch(found.start);
  open.defer(() => browser.close());
  return browser;
}

/** A person with a separate browser, and everything that this browser complained about. */
export type Visitor = {
  page: Page;
  /** Errors of the page and its policy, and requests to other origins. */
  complaints: string[];
  leave(): Promise<void>;
};

const timeoutMs = 30_000;

/** `expects` matches complaints that the test provokes, such as a refusal; `cookies` are from an earlier visit. */
export type VisitorOptions = { size?: Size; hasScripts?: boolean; expects?: RegExp; cookies?: Cookie[] };

/** The origins that this person visits; the browser should request nothing from any other. */
export async function newVisitor(
  browser: Browser,
  sites: string | readonly string[],
  habits: VisitorOptions = {},
): Promise<Visitor> {
  const { size = "phone", hasScripts = true, expects, cookies = [] } = habits;
  const context = await browser.newContext({ ...sizes[size], javaScriptEnabled: hasScripts });
  context.setDefaultTimeout(timeoutMs);
  await context.addCookies(cookies);
  const complaints: string[] = [];
  context.on("console", (message) => {
    // A missing page is reported to the reader, and the browser logs its status for the developer.
    const isStatus = message.text().startsWith("Failed to load resource: the server responded with a status");
    if (isStatus || expects?.test(message.text())) return;
    if (/^(error|warning)$/.test(message.type())) complaints.push(message.text());
  });
  context.on("weberror", (fault) => void complaints.push(String(fault.error())));
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    // Some browsers show a PDF by a page of their own.
    const isOwnFile = ["data:", "chrome:", "chrome-extension:"].includes(protocol);
    if (!isOwnFile && ![sites].flat().includes(origin)) complaints.push(`asks for ${request.url()}`);
  });
  return { page: await context.newPage(), complaints, leave: () => context.close() };
}
