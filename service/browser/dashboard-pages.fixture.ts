import { startReceiver } from "billfold-sandbox/receiver";
import type { Browser, Cookie, Request } from "playwright-core";
import { newVisitor, openBrowser, type Visitor } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { type SeededCompany, seedCompany } from "./seeded-company.fixture.ts";
import { post, type Seller, startSeller } from "./seller.fixture.ts";
import { newPerson, signIn } from "./site.fixture.ts";

/** A company with half a year of records, and the session of its owner. */
export type SeededDashboard = {
  seller: Seller;
  seeded: SeededCompany;
  deliveryId: number;
  browser: Browser;
  cookies: Cookie[];
};

export async function openSeededDashboard(open: AsyncDisposableStack): Promise<SeededDashboard> {
  const seller = await startSeller(open);
  const seeded = await seedCompany({ url: seller.url, ...seller.company }, new Date());
  // Nothing listens there, so that the pages show a delivery that fails.
  const gone = await startReceiver();
  await gone.close();
  const { endpoint } = await post(seller, "/webhooks/endpoints", { url: `${gone.url}/orders/hook` });
  const { delivery } = await post(seller, "/webhooks/test", { endpoint_id: endpoint.id });
  const browser = await openBrowser(open);
  const owner = await newPerson(seller, `--company ${seller.company.company_id} --role owner`);
  const { page, leave } = await newVisitor(browser, seller.url);
  await signIn(page, seller.url, owner);
  await sees(page, "Overview");
  const cookies = await page.context().cookies();
  await leave();
  return { seller, seeded, deliveryId: delivery.id, browser, cookies };
}

/** Every page of the dashboard, and each kind of record that has controls of its own. */
export const dashboardPages: [name: string, address: (dashboard: SeededDashboard) => string][] = [
  ["overview", () => "/app"],
  ["invoices", () => "/app/invoices"],
  ["new invoice", () => "/app/invoices/new"],
  ["draft", ({ seeded }) => `/app/invoices/${seeded.invoiceIn("draft")}`],
  ["edit draft", ({ seeded }) => `/app/invoices/${seeded.invoiceIn("draft")}/edit`],
  ["open invoice", ({ seeded }) => `/app/invoices/${seeded.invoiceIn("open")}`],
  ["partly paid invoice", ({ seeded }) => `/app/invoices/${seeded.invoiceIn("partly paid")}`],
  ["paid invoice", ({ seeded }) => `/app/invoices/${seeded.invoiceIn("paid")}`],
  ["registered invoice", ({ seeded }) => `/app/invoices/${seeded.invoiceIn("registered")}`],
  ["rejected invoice", ({ seeded }) => `/app/invoices/${seeded.invoiceIn("rejected")}`],
  ["credited invoice", ({ seeded }) => `/app/invoices/${seeded.invoiceIn("credited")}`],
  ["customers", () => "/app/customers"],
  ["customer", ({ seeded }) => `/app/customers/${seeded.customers[4]}`],
  ["customer with a long name", ({ seeded }) => `/app/customers/${seeded.customers[6]}`],
  ["products", () => "/app/products"],
  ["sales", () => "/app/sales"],
  ["new sale", () => "/app/sales/new"],
  ["sale", ({ seeded }) => `/app/sales/${seeded.sales[0]}`],
  ["edit sale", ({ seeded }) => `/app/sales/${seeded.sales[0]}/edit`],
  ["quotes", () => "/app/quotes"],
  ["new quote", () => "/app/quotes/new"],
  ["quote", ({ seeded }) => `/app/quotes/${seeded.quotes[1]}`],
  ["edit quote", ({ seeded }) => `/app/quotes/${seeded.quotes[0]}/edit`],
  ["recurring invoices", () => "/app/recurring-invoices"],
  ["receivables", () => "/app/reports"],
  ["sales report", () => "/app/reports?report=sales&group_by=month"],
  ["journal", () => "/app/reports?report=journal"],
  ["withheld tax", () => "/app/reports?report=withholding&certificate=any"],
  ["new recurring invoice", () => "/app/recurring-invoices/new"],
  ["recurring invoice", ({ seeded }) => `/app/recurring-invoices/${seeded.schedules[0]}`],
  ["paused recurring invoice", ({ seeded }) => `/app/recurring-invoices/${seeded.schedules[4]}`],
  ["edit recurring invoice", ({ seeded }) => `/app/recurring-invoices/${seeded.schedules[2]}/edit`],
  ["payments", () => "/app/payments"],
  ["payment links", () => "/app/payments?tab=links"],
  ["payment", () => "/app/payments/1"],
  ["import and export", () => "/app/import-export"],
  ["events", () => "/app/events"],
  ["deliveries", () => "/app/events?tab=deliveries"],
  ["delivery", ({ deliveryId }) => `/app/events/deliveries/${deliveryId}`],
  ["inbox", () => "/app/events?tab=inbox"],
  ["getting started", () => "/app/start"],
  ["settings: company", () => "/app/settings/company"],
  ["settings: keys", () => "/app/settings/keys"],
  ["settings: webhooks", () => "/app/settings/webhooks"],
  ["settings: portal", () => "/app/settings/portal"],
  ["settings: e-invoicing", () => "/app/settings/einvoicing"],
  ["settings: gateway", () => "/app/settings/gateway"],
  ["settings: documents", () => "/app/settings/documents"],
  ["settings: reminders", () => "/app/settings/reminders"],
  ["settings: exchange rates", () => "/app/settings/exchange-rates"],
  ["settings: users", () => "/app/settings/users"],
  ["settings: plan", () => "/app/settings/plan"],
  ["settings: audit log", () => "/app/settings/audit"],
  ["settings: account", () => "/app/settings/account"],
];

export const screenWidths = [390, 820, 1440] as const;

/** A colleague with the owner's session, and the requests that this colleague's page waits for. */
export type Colleague = Visitor & { requests: ReadonlySet<Request> };

/** Responses that report an error are complaints too. */
export async function newColleague({ browser, seller, cookies }: SeededDashboard): Promise<Colleague> {
  const visitor = await newVisitor(browser, seller.url, { size: "desktop", cookies });
  const { page, complaints } = visitor;
  const requests = new Set<Request>();
  await page.emulateMedia({ reducedMotion: "reduce" });
  page.on("request", (request) => requests.add(request));
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => {
    requests.delete(request);
    // A page that is left cancels what it asked for.
    const reason = request.failure()?.errorText ?? "";
    if (reason !== "net::ERR_ABORTED") complaints.push(`${request.url()}: ${reason}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400)
      complaints.push(`${response.request().method()} ${response.url()}: ${response.status()}`);
  });
  return { ...visitor, requests };
}

/** Opens the page and waits until it has loaded what it shows. */
export async function visit({ page, requests }: Colleague, url: string): Promise<void> {
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.locator("main h1").first().waitFor();
  await hasLoaded({ page, requests });
}

/** No skeleton is shown, and no request is under way, twice in a row. */
export async function hasLoaded({ page, requests }: Pick<Colleague, "page" | "requests">): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    const isLoading = await page.evaluate<boolean>(loading);
    quiet = isLoading || requests.size > 0 ? 0 : quiet + 1;
  }
}

const loading = `new Promise((resolve) => {
  const isLoading = () => document.querySelector('.animate-pulse, [aria-busy="true"]') !== null;
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(isLoading())));
})`;
