import type { Browser, Cookie, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type Size } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { at, type Examine, newExaminer } from "./examine.fixture.ts";
import { type Seller, startSeller } from "./seller.fixture.ts";
import { newPerson, signIn } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let cookies: Record<"owner" | "viewer" | "operator", Cookie[]>;
let examine: Examine;
let invoice: { id: number; number: string };
let adaId: number;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  browser = await openBrowser(open);
  // The better match is the older record.
  for (const name of ["Ada Stores Ltd", "Ọlọ́runtóbi Adéyẹmí & Sons", "Société Générale du Bénin"])
    adaId = Math.min(adaId ?? Number.MAX_SAFE_INTEGER, await customer(name));
  await customer("Greenfield Trading Ibadan");
  invoice = await issued(adaId);
  cookies = {
    owner: await session(`--company ${seller.company.company_id} --role owner`),
    viewer: await session(`--company ${seller.company.company_id} --role viewer`),
    operator: await session(`--company ${seller.company.company_id} --role owner`, "--operator"),
  };
  examine = await newExaminer(browser, seller.url, {
    looks: ["phone", "tablet", "wide"],
    cookies: cookies.owner,
  });
}, 180_000);
afterAll(() => open.disposeAsync());

async function post(path: string, body: object = {}) {
  const answer = await fetch(`${seller.url}/api/v1${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-API-Key": seller.company.app_id,
      "X-API-Secret": seller.company.secret,
    },
    body: JSON.stringify(body),
  });
  const answered = await answer.json();
  expect([path, answer.status, answered]).toEqual([path, answer.ok ? answer.status : 201, answered]);
  return answered;
}
const customer = async (name: string): Promise<number> => (await post("/customers", { name })).customer.id;

async function issued(customer_id: number): Promise<{ id: number; number: string }> {
  const lines = [{ description: "Panel", quantity: "2", unit_price: "1500" }];
  const { id } = (await post("/invoices", { customer_id, lines })).invoice;
  return (await post(`/invoices/${id}/issue`)).invoice;
}

async function session(rights: string, more = ""): Promise<Cookie[]> {
  const person = await newPerson(seller, rights);
  if (more) await seller.operator.json(`user create --email ${person.email} ${more}`, {}, person.password);
  const { page, leave } = await newVisitor(browser, seller.url);
  await signIn(page, seller.url, person);
  await sees(page, "Overview");
  const found = await page.context().cookies();
  await leave();
  return found;
}

async function visit(
  path: string,
  heading: string,
  who: keyof typeof cookies = "owner",
  size: Size = "wide",
) {
  const visitor = await newVisitor(browser, seller.url, { size, cookies: cookies[who] });
  await visitor.page.goto(`${seller.url}${path}`);
  await sees(visitor.page, heading);
  return visitor;
}

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });
const options = (page: Page) => palette(page).getByRole("option");
const labels = async (page: Page) =>
  (await options(page).allInnerTexts()).map((text) => text.split("\n")[0]!.trim());

async function openPalette(page: Page) {
  await page.keyboard.press("Control+k");
  await palette(page).getByRole("combobox").waitFor();
}

describe.skipIf(hasNoBrowser)("the picker of customers", () => {
  test.each([
    ["Ada", "Ada Stores Ltd"],
    ["olorun", "Ọlọ́runtóbi Adéyẹmí & Sons"],
    ["societe", "Société Générale du Bénin"],
  ])("offers for %j first %j", async (typed, first) => {
    const { page, leave } = await visit("/app/invoices/new", "New invoice");
    await page.getByLabel("Customer", { exact: true }).fill(typed);
    await expect.poll(() => page.getByRole("option").first().innerText()).toContain(first);
    await leave();
  });
});

describe.skipIf(hasNoBrowser)("the command palette", () => {
  test("opens by Ctrl K, by / and by its button, and finds records without diacritics, the best first", async () => {
    const { page, complaints, leave } = await visit("/app", "Overview");
    for (const way of [
      () => page.keyboard.press("Control+k"),
      () => page.keyboard.press("/"),
      () => page.getByRole("button", { name: "Search", exact: true }).click(),
    ]) {
      await way();
      await palette(page).getByRole("combobox").waitFor();
      await page.keyboard.press("Escape");
      await palette(page).waitFor({ state: "detached" });
    }
    await openPalette(page);
    await page.keyboard.type("olorun");
    await expect.poll(() => labels(page)).toContain("Ọlọ́runtóbi Adéyẹmí & Sons");
    await palette(page).getByRole("combobox").fill("ada");
    await expect
      .poll(async () => (await labels(page)).filter((label) => /Ada Stores|Greenfield/.test(label)))
      .toEqual(["Ada Stores Ltd", "Greenfield Trading Ibadan"]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test("opens a record by keyboard alone, and lists it among the recent ones afterwards", async () => {
    const { page, leave } = await visit("/app", "Overview");
    await openPalette(page);
    await page.keyboard.type(invoice.number);
    await expect.poll(() => labels(page)).toContain(invoice.number);
    const place = (await labels(page)).indexOf(invoice.number);
    for (let step = 0; step < place; step++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/app/invoices/${invoice.id}`);
    await openPalette(page);
    await expect.poll(async () => (await labels(page))[0]).toBe(invoice.number);
    await leave();
  });

  test("opens pages and settings, and starts actions over the page that is shown", async () => {
    const { page, leave } = await visit("/app", "Overview");
    await openPalette(page);
    await page.keyboard.type("audit");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/app/settings/audit");
    await openPalette(page);
    await page.keyboard.type("new customer");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New customer" }).waitFor();
    await leave();
  });

  test("records a payment: it asks for the invoice first", async () => {
    const { page, leave } = await visit("/app", "Overview");
    await openPalette(page);
    await page.keyboard.type("record");
    await page.keyboard.press("Enter");
    await palette(page).getByRole("combobox", { name: "Choose an invoice" }).waitFor();
    await page.keyboard.type("ada stores");
    await expect.poll(() => labels(page)).toEqual([invoice.number]);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("dialog").getByLabel("Amount").inputValue()).toContain("3");
    await leave();
  });

  test("offers a viewer only what a viewer may do", async () => {
    const { page, leave } = await visit("/app", "Overview", "viewer");
    await openPalette(page);
    const offered = await labels(page);
    expect(offered).toEqual(expect.arrayContaining(["Invoices", "Theme: Dark", "Sign out"]));
    for (const forbidden of ["New invoice", "New customer", "Record a payment", "Invite a user", "API keys"])
      expect(offered).not.toContain(forbidden);
    await leave();
  });

  test("is usable and accessible on phones too", async () => {
    await examine(
      "palette",
      at(`${seller.url}/app`, "Overview", async (page) => {
        await page.getByRole("button", { name: "Search", exact: true }).locator("visible=true").click();
        await palette(page).getByRole("combobox").fill("inv");
        await expect.poll(() => labels(page)).toContain("New invoice");
      }),
    );
  });
});

describe.skipIf(hasNoBrowser)("shortcuts", () => {
  test("open pages and a new invoice, and are listed under ?", async () => {
    const { page, leave } = await visit("/app", "Overview");
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await page.waitForURL("**/app/customers");
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await list.getByText("New invoice").waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await page.keyboard.press("n");
    await page.waitForURL("**/app/invoices/new");
    await leave();
  });

  test("do nothing while somebody types in a field", async () => {
    const { page, leave } = await visit("/app/invoices/new", "New invoice");
    const field = page.getByLabel("Customer", { exact: true });
    await field.fill("");
    await page.keyboard.type("gi n/?");
    expect(await field.inputValue()).toBe("gi n/?");
    expect(new URL(page.url()).pathname).toBe("/app/invoices/new");
    expect(await palette(page).count()).toBe(0);
    await leave();
  });
});

describe.skipIf(hasNoBrowser)("notifications", () => {
  const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ }).locator("visible=true");
  const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

  test("appear after a payment, lead to it, and are read for this person on every device", async () => {
    const paid = await issued(adaId);
    await post("/payments", { invoice_id: paid.id, amount: "2500" });
    const { page, complaints, leave } = await visit("/app", "Overview");
    await expect.poll(() => bell(page).getAttribute("aria-label")).toMatch(/[1-9]\d* unread/);
    await bell(page).click();
    await panel(page).getByText("Payment of ₦2,500.00 received").click();
    await page.waitForURL(/\/app\/payments\/\d+$/);
    await expect.poll(() => bell(page).getAttribute("aria-label")).toBe("Notifications");
    expect(complaints).toEqual([]);
    await leave();
    const phone = await visit("/app", "Overview", "owner", "phone");
    await expect.poll(() => bell(phone.page).getAttribute("aria-label")).toBe("Notifications");
    await phone.leave();
    const viewer = await visit("/app", "Overview", "viewer");
    await expect.poll(() => bell(viewer.page).getAttribute("aria-label")).toMatch(/unread/);
    await viewer.leave();
  });

  test("appear without a reload", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, {
      size: "wide",
      cookies: cookies.operator,
    });
    await page.clock.install();
    await page.goto(`${seller.url}/app`);
    await sees(page, "Overview");
    await bell(page).click();
    await panel(page).getByRole("button", { name: "Mark all as read" }).click();
    await panel(page).getByRole("button", { name: "Mark all as read" }).waitFor({ state: "detached" });
    await panel(page).getByRole("button", { name: "Close" }).click();
    await expect.poll(() => bell(page).getAttribute("aria-label")).toBe("Notifications");
    const paid = await issued(adaId);
    await post("/payments", { invoice_id: paid.id, amount: "777" });
    await page.clock.fastForward(60_000);
    await expect.poll(() => bell(page).getAttribute("aria-label")).toBe("Notifications, 1 unread");
    await leave();
  });

  test("are chosen in My account", async () => {
    const { page, leave } = await visit("/app/settings/account", "My account", "viewer");
    const choice = page.getByLabel("Payment received: in the dashboard");
    await expect.poll(() => choice.isChecked()).toBe(true);
    await choice.uncheck();
    await page.getByText("Notification preferences saved.").waitFor();
    await bell(page).click();
    await panel(page).waitFor();
    await expect.poll(() => panel(page).getByText("Payment of").count()).toBe(0);
    await page.reload();
    await expect.poll(() => choice.isChecked()).toBe(false);
    await leave();
  });

  test("come by mail as well once that is chosen", async () => {
    const { page, complaints, leave } = await visit("/app/settings/account", "My account", "viewer");
    const choice = page.getByLabel("Payment disputed: by email");
    await expect.poll(() => choice.isChecked()).toBe(false);
    await choice.check();
    await page.getByText("Notification preferences saved.").waitFor();
    await page.reload();
    await expect.poll(() => choice.isChecked()).toBe(true);
    await expect.poll(() => page.getByLabel("Payment disputed: in the dashboard").isChecked()).toBe(true);
    await choice.uncheck();
    await page.reload();
    await expect.poll(() => choice.isChecked()).toBe(false);
    expect(complaints).toEqual([]);
    await leave();
  });

  test("show each choice at once, and store the last of several quick ones", async () => {
    const { page, leave } = await visit("/app/settings/account", "My account", "viewer");
    const choice = page.getByLabel("Endpoint disabled: in the dashboard");
    await expect.poll(() => choice.isChecked()).toBe(true);
    // In one turn of the page's event loop: nothing that comes later can have drawn the box.
    const shown = await choice.evaluate((box: HTMLInputElement) =>
      [1, 2, 3].map(() => {
        box.click();
        return box.checked;
      }),
    );
    expect(shown).toEqual([false, true, false]);
    await page.waitForLoadState("networkidle");
    expect(await choice.isChecked()).toBe(false);
    await page.reload();
    await expect.poll(() => choice.isChecked()).toBe(false);
    await choice.check();
    await page.getByText("Notification preferences saved.").waitFor();
    await leave();
  });

  test("tell others of a finished import", async () => {
    const { page, leave } = await visit("/app/transfers", "Import and export");
    await page.locator('input[type="file"]').setInputFiles({
      name: "clients.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("name\r\nImported Ltd\r\n"),
    });
    await page.getByRole("button", { name: /^Import 1/ }).click();
    await page.getByRole("status").filter({ hasText: /1/ }).waitFor();
    await bell(page).click();
    await panel(page).getByText("Import of clients.csv finished").waitFor();
    await leave();
  });

  test("fit every screen", async () => {
    await examine(
      "notifications",
      at(`${seller.url}/app`, "Overview", async (page) => {
        await bell(page).click();
        await panel(page).getByText("Payment of ₦2,500.00 received").waitFor();
      }),
    );
  });
});

describe.skipIf(hasNoBrowser)("the shell", () => {
  test("help leads to the guide of the page, the news and the shortcuts", async () => {
    const { page, leave } = await visit("/app/payments", "Payments");
    const help = page.getByRole("button", { name: /^Help/ }).locator("visible=true");
    expect(await help.getAttribute("aria-label")).toContain("unread");
    await help.click();
    const [guide] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("menuitem", { name: "Guide: Payments" }).click(),
    ]);
    await guide.waitForURL("**/docs/payments");
    await guide.close();
    await help.click();
    await page.getByRole("menuitem", { name: "What’s new" }).click();
    await page.getByRole("dialog", { name: "What’s new" }).getByText("command palette").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => help.getAttribute("aria-label")).toBe("Help");
    await help.click();
    await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await leave();
  });

  test("the language is switched in the account menu, and stays", async () => {
    const { page, leave } = await visit("/app", "Overview");
    await page
      .getByRole("button", { name: /^Account/ })
      .locator("visible=true")
      .click();
    await page.getByRole("menuitem", { name: "Français" }).click();
    await page.getByRole("link", { name: "Factures" }).first().waitFor();
    await page.goto(`${seller.url}/app/customers`);
    await page.getByRole("link", { name: "Clients" }).first().waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("fr");
    await page
      .getByRole("button", { name: /^Compte/ })
      .locator("visible=true")
      .click();
    await page.getByRole("menuitem", { name: "English" }).click();
    await page.getByRole("link", { name: "Invoices" }).first().waitFor();
    await leave();
  });

  test("the operator's navigation marks Companies on the page of a company", async () => {
    const { page, leave } = await visit("/operator", "Companies", "operator");
    await page.goto(`${seller.url}/operator/companies/${seller.company.company_id}`);
    const link = page.getByRole("navigation").getByRole("link", { name: "Companies" });
    await expect.poll(() => link.getAttribute("aria-current")).toBe("page");
    expect(await link.getAttribute("data-status")).toBe("active");
    await leave();
  });

  test("the first link leads past the navigation", async () => {
    const { page, leave } = await visit("/app/customers", "Customers");
    const first = page.locator("a[href], button, input").first();
    expect(await first.innerText()).toBe("Skip to content");
    await first.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.locator("#content :focus").count()).toBe(1);
    await leave();
  });
});
