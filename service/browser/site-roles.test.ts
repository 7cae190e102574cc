import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { ask } from "./dashboard.fixture.ts";
import { createSampleRecords, type SampleRecords } from "./sample-records.fixture.ts";
import { type Seller, startSeller } from "./seller.fixture.ts";
import { newPerson, signIn } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let books: SampleRecords;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  books = await createSampleRecords(seller, "Solar panel");
  browser = await openBrowser(open);
});
afterAll(() => open.disposeAsync());

type Request = [method: string, path: string];

/** The actions that a role may allow, the page that offers each, and the request that the page then sends. */
const deeds: Record<string, { at: () => string; offer: string; asks: () => Request }> = {
  "write an invoice": { at: () => "invoices", offer: "New invoice", asks: () => ["POST", "/invoices"] },
  "issue an invoice": {
    at: () => `invoices/${books.draft}`,
    offer: "Issue",
    asks: () => ["POST", `/invoices/${books.draft}/issue`],
  },
  "make a payment link": {
    at: () => `invoices/${books.invoice}`,
    offer: "Payment link",
    asks: () => ["POST", "/payments/link"],
  },
  "record a payment": {
    at: () => `invoices/${books.invoice}`,
    offer: "Record payment",
    asks: () => ["POST", "/payments"],
  },
  "refund a payment": {
    at: () => `payments/${books.payment}`,
    offer: "Refund",
    asks: () => ["POST", `/payments/${books.payment}/refund`],
  },
  "add a customer": { at: () => "customers", offer: "New customer", asks: () => ["POST", "/customers"] },
  "add a product": { at: () => "products", offer: "New product", asks: () => ["POST", "/products"] },
  "make a sale": { at: () => "sales", offer: "New sale", asks: () => ["POST", "/sales"] },
  "import customers": {
    at: () => "import-export",
    offer: "Choose a CSV file",
    asks: () => ["POST", "/imports/customers"],
  },
  "replay deliveries": {
    at: () => "events?tab=deliveries",
    offer: "Retry failed deliveries",
    asks: () => ["POST", "/webhooks/replay"],
  },
  "add an endpoint": {
    at: () => "settings/webhooks",
    offer: "Add endpoint",
    asks: () => ["POST", "/webhooks/endpoints"],
  },
  "change the profile": { at: () => "settings/company", offer: "Save", asks: () => ["PATCH", "/company"] },
  "choose the gateway": {
    at: () => "settings/gateway",
    offer: "Test and save",
    asks: () => ["POST", "/gateway"],
  },
  "see the keys": { at: () => "settings", offer: "API keys", asks: () => ["GET", "/keys"] },
  "make a key": { at: () => "settings", offer: "API keys", asks: () => ["POST", "/keys"] },
  "set up the portal": { at: () => "settings", offer: "Portal", asks: () => ["POST", "/portal/settings"] },
  "see e-invoicing": {
    at: () => "settings",
    offer: "E-invoicing",
    asks: () => ["GET", "/einvoicing/integration"],
  },
  "set up e-invoicing": {
    at: () => "settings/einvoicing",
    offer: "Test and save",
    asks: () => ["POST", "/einvoicing/integration"],
  },
  "see the people": { at: () => "settings", offer: "Users", asks: () => ["GET", "/users"] },
  "invite people": { at: () => "settings", offer: "Users", asks: () => ["POST", "/users"] },
  "change somebody's role": {
    at: () => "settings",
    offer: "Users",
    asks: () => ["PATCH", `/users/${books.user}`],
  },
  "read the audit log": { at: () => "settings", offer: "Audit log", asks: () => ["GET", "/audit"] },
};

const bookkeeping = [
  "write an invoice",
  "issue an invoice",
  "make a payment link",
  "record a payment",
  "refund a payment",
  "add a customer",
  "add a product",
  "make a sale",
  "import customers",
];
const systems = [
  "replay deliveries",
  "add an endpoint",
  "change the profile",
  "see the keys",
  "make a key",
  "set up the portal",
];
const shared = ["see e-invoicing", "read the audit log"];

const roles: [role: string, may: string[]][] = [
  ["viewer", []],
  ["accountant", [...bookkeeping, ...shared]],
  ["developer", [...systems, ...shared]],
  ["owner", Object.keys(deeds)],
];

describe.skipIf(hasNoBrowser)("a role", () => {
  test.each(roles)("%s is offered what it may do, and nothing else", async (role, may) => {
    const { page, complaints, leave } = await enter(role);
    const offers = await offersOf(page);
    const offered = Object.entries(deeds).filter(([, { at, offer }]) => offers.get(at())!.has(offer));
    expect(offered.map(([deed]) => deed).sort()).toEqual([...may].sort());
    expect(complaints).toEqual([]);
    await leave();
  });

  test.each(roles)("%s is refused by the service exactly what is not offered", async (role, may) => {
    const { page, leave } = await enter(role);
    const refused: string[] = [];
    for (const [deed, { asks }] of Object.entries(deeds)) {
      const [method, path] = asks();
      // An allowed request may fail for other reasons; it counts only that it is not refused because of the role.
      const { status } = await ask(
        page,
        method,
        `/app/api${path}`,
        method === "GET" ? undefined : { nonsense: 1 },
      );
      if (status === 403) refused.push(deed);
    }
    expect(refused).toEqual(Object.keys(deeds).filter((deed) => !may.includes(deed)));
    await leave();
  });
});

describe.skipIf(hasNoBrowser)("a developer", () => {
  test("is offered only the scopes of the role for a key, and reads why the others are missing", async () => {
    const { page, complaints, leave } = await enter("developer");
    await page.goto(`${seller.url}/app/settings/keys`);
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Choose scopes").check();
    await dialog.getByRole("checkbox", { name: "Read invoices" }).waitFor();
    expect(await dialog.getByRole("checkbox", { name: "Take payments" }).count()).toBe(0);
    expect(await dialog.innerText()).toMatch(
      /Your role does not include .*payments:write.*Ask an owner of the company/,
    );
    await dialog.getByRole("button", { name: "All", exact: true }).click();
    await dialog.getByRole("button", { name: "Create key" }).click();
    await sees(page, "Store the secret now");
    expect(complaints).toEqual([]);
    await leave();
  });

  test("is not offered a new secret for a key that can do more, and reads who can make one", async () => {
    const { page, leave } = await enter("developer");
    await page.goto(`${seller.url}/app/settings/keys`);
    const card = page.getByRole("article", { name: seller.company.app_id });
    await card.getByText("Only an owner can create a new secret for this key").waitFor();
    expect(await card.getByRole("button", { name: "New secret" }).count()).toBe(0);
    expect(await card.getByRole("button", { name: "Revoke" }).count()).toBe(1);
    await leave();
  });

  test("reads that only owners change legal identity, gateway and e-invoicing, and changes the rest", async () => {
    const { page, leave } = await enter("developer");
    await page.goto(`${seller.url}/app/settings/company`);
    await reads(page, "Only owners can change them.");
    for (const label of ["Name", "Tax number", "Registration number"]) {
      expect(await page.getByLabel(label, { exact: false }).first().isDisabled()).toBe(true);
    }
    await page.getByLabel("Phone").fill("+234 1 999 0000");
    await page.getByRole("button", { name: "Save" }).click();
    await reads(page, "Company settings saved.");
    await page.goto(`${seller.url}/app/settings/gateway`);
    await reads(page, "Only owners of the company can change the payment gateway.");
    await page.goto(`${seller.url}/app/settings/einvoicing`);
    await reads(page, "Only owners of the company can set up e-invoicing.");
    await leave();
  });
});

const reads = (page: Page, words: string) => page.getByText(words).first().waitFor();

async function enter(role: string) {
  const person = await newPerson(seller, `--company ${seller.company.company_id} --role ${role}`);
  const visitor = await newVisitor(browser, seller.url, { size: "desktop" });
  await signIn(visitor.page, seller.url, person);
  await sees(visitor.page, "Overview");
  return visitor;
}

/** The labels of all buttons and links on each page that may offer an action. */
async function offersOf(page: Page): Promise<Map<string, Set<string>>> {
  const offers = new Map<string, Set<string>>();
  for (const place of new Set(Object.values(deeds).map(({ at }) => at()))) {
    await page.goto(`${seller.url}/app/${place}`, { waitUntil: "networkidle" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    const names = await page.getByRole("main").locator("a, button, label").allInnerTexts();
    offers.set(place, new Set(names.map((name) => name.trim())));
  }
  return offers;
}
