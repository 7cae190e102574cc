import type { Browser, CDPSession, Cookie, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { createSampleRecords, type SampleRecords } from "./sample-records.fixture.ts";
import { type Seller, startSeller } from "./seller.fixture.ts";
import { ownerCookies } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let books: SampleRecords;
let cookies: Cookie[];
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  books = await createSampleRecords(seller, "Solar panel");
  browser = await openBrowser(open);
  cookies = await ownerCookies(browser, seller);
}, 120_000);
afterAll(() => open.disposeAsync());

const expected = /ERR_INTERNET_DISCONNECTED|Failed to (fetch|load)|Failed to preload/;
const nameField = (page: Page) => page.getByLabel(/name/i).first();

/** A form that is filled in, on a page whose link leads to one that is not loaded yet. */
async function fillForm(page: Page): Promise<void> {
  await page.goto(`${seller.url}/register`, { waitUntil: "networkidle" });
  await nameField(page).fill("Ọlọ́runtóbi Stores");
}
const openOther = (page: Page) => page.getByRole("link", { name: "Sign in" }).click();
const otherPage = (page: Page) => page.getByRole("heading", { level: 1, name: "Sign in" });

describe.skipIf(hasNoBrowser)("a page that can't be loaded", () => {
  test("without a connection leaves the form as it is, and opens when the connection is back", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { expects: expected });
    await fillForm(page);
    await page.context().setOffline(true);
    await openOther(page);
    await page.getByText("You are offline.").waitFor();
    expect([page.url(), await nameField(page).inputValue()]).toEqual([
      `${seller.url}/register`,
      "Ọlọ́runtóbi Stores",
    ]);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("You are offline.").waitFor();
    await page.context().setOffline(false);
    await page.getByText("You are offline.").waitFor({ state: "detached" });
    expect(await nameField(page).inputValue()).toBe("Ọlọ́runtóbi Stores");
    await openOther(page);
    await otherPage(page).waitFor();
    await leave();
  });

  test("because of a new release says so, and reloads only when asked", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { expects: expected });
    await fillForm(page);
    // The files of the old release are gone, and the page names those of the new one.
    await page.route("**/site/en/assets/sign-in-page-*", (route) => route.fulfill({ status: 404 }));
    await page.route(`${seller.url}/register`, (route) =>
      route.fulfill({ contentType: "text/html", body: '<script type="module" src="/new.js"></script>' }),
    );
    await openOther(page);
    await page.getByText("A new version of Billfold is available.").waitFor();
    expect(await nameField(page).inputValue()).toBe("Ọlọ́runtóbi Stores");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => nameField(page).inputValue()).toBe("");
    await leave();
  });
});

/** A phone on a slow mobile network. */
const slow = { offline: false, latency: 2000, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 };

type Load = {
  kilobytes: number;
  requests: number;
  rounds: number;
  /** Addresses that were requested more than once. */
  repeated: string[];
  painted: number;
  usable: number;
};

/** Opens a page with an empty cache and measures until its main content is there and the network is quiet. */
async function measure(path: string, isReady: (page: Page) => Promise<void>): Promise<Load> {
  const kept = path.startsWith("/app") ? cookies : [];
  const { page, leave } = await newVisitor(browser, seller.url, { cookies: kept });
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow);
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const starts: number[] = [];
  const addresses: string[] = [];
  page.on("request", (request) => {
    // Some browsers fetch the icon for the tab, which delays nothing.
    if (request.url().endsWith("/mark.svg")) return;
    starts.push(Date.now());
    addresses.push(request.url());
  });
  const began = Date.now();
  await page.goto(`${seller.url}${path}`, { waitUntil: "commit" });
  await isReady(page);
  const usable = Date.now() - began;
  await page.waitForLoadState("networkidle");
  const paint = await page.waitForFunction<number>(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
  );
  const painted = await paint.jsonValue();
  await leave();
  return {
    kilobytes: bytes / 1024,
    requests: starts.length,
    rounds: roundsOf(starts, began, usable),
    repeated: addresses.filter((address, index) => addresses.indexOf(address) !== index),
    painted,
    usable,
  };
}

/** How many requests waited for one another until the page was usable: requests of one round start together. */
function roundsOf(starts: readonly number[], began: number, usable: number): number {
  let [rounds, last] = [0, Number.NEGATIVE_INFINITY];
  for (const at of starts) {
    if (at - began > usable || at - last < slow.latency) continue;
    rounds += 1;
    last = at;
  }
  return rounds;
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole("heading", { level: 1, name }).waitFor();

/** The rows are requested together with the code of their page, and not after it. */
const firstRow = (page: Page) =>
  page.getByRole("list", { name: "Invoices" }).getByRole("listitem").first().waitFor();

describe.skipIf(hasNoBrowser)("on a slow mobile network, with an empty cache", () => {
  test.each<
    [
      path: string,
      limits: Omit<Load, "painted" | "usable" | "repeated">,
      ready: (page: Page) => Promise<void>,
    ]
  >([
    ["/", { kilobytes: 30, requests: 1, rounds: 1 }, heading("Issue the invoice.")],
    ["/sign-in", { kilobytes: 160, requests: 14, rounds: 2 }, heading("Sign in")],
    ["/app", { kilobytes: 190, requests: 18, rounds: 4 }, heading("Overview")],
    ["/app/invoices", { kilobytes: 260, requests: 24, rounds: 3 }, firstRow],
    ["/docs/reference", { kilobytes: 40, requests: 4, rounds: 2 }, heading("API reference")],
    ["/docs/reference/invoices", { kilobytes: 60, requests: 4, rounds: 2 }, heading("Invoices")],
  ])("%s needs few bytes, requests and round trips", async (path, limits, ready) => {
    const first = await measure(path, ready);
    // A machine that is busy shows the page later, and then what is loaded for later counts too.
    const { painted, usable, ...load } = first.rounds <= limits.rounds ? first : await measure(path, ready);
    console.info(
      `${path}: first paint ${(painted / 1000).toFixed(1)} s, usable ${(usable / 1000).toFixed(1)} s, ${load.kilobytes.toFixed(1)} KB, ${load.requests} requests, ${load.rounds} round trips`,
    );
    expect(load.kilobytes).toBeLessThanOrEqual(limits.kilobytes);
    expect(load.requests).toBeLessThanOrEqual(limits.requests);
    expect(load.rounds).toBeLessThanOrEqual(limits.rounds);
    expect(load.repeated).toEqual([]);
  });

  test("the checkout is there after one request", async () => {
    const load = await measure(`/checkout/${books.link}`, heading(/./));
    console.info(`checkout: usable ${(load.usable / 1000).toFixed(1)} s, ${load.kilobytes.toFixed(1)} KB`);
    expect([load.requests <= 2, load.kilobytes <= 20, load.rounds]).toEqual([true, true, 1]);
  });
});
