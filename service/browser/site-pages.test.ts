import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Browser, Cookie, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { type Examine, newExaminer } from "./examine.fixture.ts";
import { createSampleRecords, type SampleRecords } from "./sample-records.fixture.ts";
import { type Seller, startSeller } from "./seller.fixture.ts";
import { newPerson, signIn } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let books: SampleRecords;
let cookies: Cookie[];
let examineOpen: Examine;
let examine: Examine;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  books = await createSampleRecords(seller, "Solar panel 450 W with frame, cable and inverter");
  await apply();
  browser = await openBrowser(open);
  cookies = await enter();
  const looks = ["phone", "tablet", "wide"] as const;
  examineOpen = await newExaminer(browser, seller.url, { looks });
  examine = await newExaminer(browser, seller.url, { looks, cookies });
}, 120_000);
afterAll(() => open.disposeAsync());

/** A company that waits for approval. */
async function apply(): Promise<void> {
  const user = { name: "Bola Ade", email: "bola@example.com" };
  const { status } = await fetch(`${seller.url}/app/registrations`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ company: { name: "Ikeja Solar and Sons Ltd", country: "NG" }, user }),
  });
  expect(status).toBe(201);
}

/** The session of a person who sees everything: an owner who is also an operator. */
async function enter(): Promise<Cookie[]> {
  const person = await newPerson(seller, `--company ${seller.company.company_id} --role owner`);
  await seller.operator.json(`user create --email ${person.email} --operator`, {}, person.password);
  const { page, leave } = await newVisitor(browser, seller.url);
  await signIn(page, seller.url, person);
  await sees(page, "Overview");
  const found = await page.context().cookies();
  await leave();
  return found;
}

type Look = [path: string, heading: string | RegExp, address?: () => string];

/** Pages that the service sends complete, without scripts. */
const staticPages: Look[] = [
  ["/", "Issue the invoice."],
  ["/nope/page", "Page not found"],
  // The last one: the choice of a language is remembered.
  ["/in-french", "Émettez la facture.", () => "/?language=fr"],
];

const openPages: Look[] = [
  ["/register", "Create your account"],
  ["/sign-in", "Sign in"],
  ["/confirm", "Confirm your email address", () => "/confirm?token=1"],
  ["/forgot", "Reset your password"],
  ["/reset", "Choose a new password", () => "/reset?token=1"],
  ["/invitation", "Accept your invitation", () => "/invitation?token=1"],
  ["/confirm-email", "Confirm your new email address", () => "/confirm-email?token=1"],
];

const dashboardPages: Look[] = [
  ["/app/", "Overview"],
  ["/app/invoices", "Invoices"],
  ["/app/invoices/new", "New invoice"],
  ["/app/invoices/$id", "INV-", () => `/app/invoices/${books.invoice}`],
  ["/app/invoices/$id/edit", "Edit", () => `/app/invoices/${books.draft}/edit`],
  ["/app/customers", "Customers"],
  ["/app/customers/$id", "Solar panel", () => `/app/customers/${books.customer}`],
  ["/app/products", "Products"],
  ["/app/sales", "Sales"],
  ["/app/sales/new", "New sale"],
  ["/app/sales/$id", /./, () => `/app/sales/${books.sale}`],
  ["/app/sales/$id/edit", "Edit", () => `/app/sales/${books.sale}/edit`],
  ["/app/quotes", "Quotes"],
  ["/app/quotes/new", "New quote"],
  ["/app/quotes/$id", "QUO-", () => `/app/quotes/${books.quote}`],
  ["/app/quotes/$id/edit", "Edit", () => `/app/quotes/${books.quote}/edit`],
  ["/app/recurring-invoices", "Recurring invoices"],
  ["/app/recurring-invoices/new", "New recurring invoice"],
  ["/app/recurring-invoices/$id", "Recurring invoice", () => `/app/recurring-invoices/${books.recurring}`],
  ["/app/recurring-invoices/$id/edit", "Edit", () => `/app/recurring-invoices/${books.recurring}/edit`],
  ["/app/payments", "Payments"],
  ["/app/payments/$id", /./, () => `/app/payments/${books.payment}`],
  ["/app/reports", "Reports"],
  ["/app/import-export", "Import and export"],
  ["/app/transfers", "Import and export"],
  ["/app/events", "Events"],
  ["/app/events/deliveries/$id", "Delivery", () => `/app/events/deliveries/${books.delivery}`],
  ["/app/start", "Getting started"],
];

const settingsPages: Look[] = [
  ["/app/settings/", "Company"],
  ["/app/settings/company", "Company"],
  ["/app/settings/keys", "API keys"],
  ["/app/settings/webhooks", "Webhooks"],
  ["/app/settings/portal", "Portal"],
  ["/app/settings/einvoicing", "E-invoicing"],
  ["/app/settings/gateway", "Payment gateway"],
  ["/app/settings/documents", "Documents"],
  ["/app/settings/reminders", "Payment reminders"],
  ["/app/settings/exchange-rates", "Exchange rates"],
  ["/app/settings/users", "Users"],
  ["/app/settings/plan", "Plan and usage"],
  ["/app/settings/audit", "Audit log"],
  ["/app/settings/account", "My account"],
];

const operatorPages: Look[] = [
  ["/operator/", "Companies"],
  ["/operator/companies/$id", "Lagos Works Ltd", () => `/operator/companies/${seller.company.company_id}`],
  ["/operator/health", "Health"],
  ["/operator/requests", "Requests", () => `/operator/requests?id=${books.request}`],
];

/** Views that are part of a page and have no entry in the list of pages. */
const views: Look[] = [
  ["a draft", "Draft", () => `/app/invoices/${books.draft}`],
  ["the links", "Payments", () => "/app/payments?tab=links"],
  ["the deliveries", "Events", () => "/app/events?tab=deliveries"],
  ["the inbox", "Events", () => "/app/events?tab=inbox"],
  ["all companies", "Companies", () => "/operator?status=all"],
  ["a missing invoice", "Invoice", () => "/app/invoices/999999999"],
  ["a missing page", "Page not found", () => "/app/nowhere"],
];

const arrive =
  ([path, heading, address = () => path]: Look) =>
  async (page: Page) => {
    await page.goto(`${seller.url}${address()}`, { waitUntil: "networkidle" });
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  };
const fileOf = (path: string) => `pages${path.replaceAll(/\W+/g, "-").replace(/-$/, "")}`;

describe.skipIf(hasNoBrowser)(
  "on phone, tablet and large screen, light and dark, there are no faults on",
  () => {
    test.each([...openPages, ...staticPages])("%s", (...look) => examineOpen(fileOf(look[0]), arrive(look)));

    test.each([...dashboardPages, ...settingsPages, ...operatorPages, ...views])("%s", (...look) =>
      examine(fileOf(look[0]), arrive(look)),
    );
  },
);

describe("the list of pages above", () => {
  test("has every page of the site", () => {
    const above: Record<string, string> = {
      root: "",
      app: "/app",
      settings: "/app/settings",
      operator: "/operator",
    };
    const source = ["public-routes.ts", "router.tsx"]
      .map((name) => readFileSync(new URL(`../../site/src/${name}`, import.meta.url), "utf8"))
      .join();
    const routes = [...source.matchAll(/getParentRoute: \(\) => (\w+),\s+path: "(.+?)"/g)];
    const pages = routes.map(([, parent, path]) => `${above[parent!]}${path}`);
    const frames = Object.values(above);
    const looked = [...openPages, ...dashboardPages, ...settingsPages, ...operatorPages].map(
      ([path]) => path,
    );
    expect(looked.sort()).toEqual(pages.filter((path) => !frames.includes(path)).sort());
  });
});

const firstPageMax = 200 * 1024;

/** The scripts and styles that a browser loads before the page is idle, each compressed by gzip. */
async function weigh(page: Page, path: string): Promise<number> {
  const files: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (/^(script|stylesheet)$/.test(response.request().resourceType())) files.push(response.body());
  });
  await page.goto(`${seller.url}${path}`, { waitUntil: "networkidle" });
  return (await Promise.all(files)).reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
}

describe.skipIf(hasNoBrowser)("for a first-time visitor", () => {
  test.each([
    ["/sign-in", "Sign in", () => []],
    ["/app", "Overview", () => cookies],
  ])("%s loads no more than 200 KB of scripts and styles", async (path, heading, kept) => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies: kept() });
    const bytes = await weigh(page, path);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    const painted = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0].startTime",
    );
    console.info(
      `${path}: ${(bytes / 1024).toFixed(1)} KB gzip, first contentful paint after ${Math.round(painted)} ms`,
    );
    expect(bytes).toBeGreaterThan(50 * 1024);
    expect(bytes).toBeLessThanOrEqual(firstPageMax);
    await leave();
  });
});
