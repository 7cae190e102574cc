import { type Receiver, startReceiver } from "billfold-sandbox/receiver";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Key } from "../src/commands/commands.fixture.ts";
import { readQr } from "../src/platform/qr.fixture.ts";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { chooseCard, pressPay, sees, seesPaid } from "./buyer.fixture.ts";
import { confirm, copied, dialogOf, press, writeInvoice } from "./dashboard.fixture.ts";
import { notificationsOf, type Seller, startSeller } from "./seller.fixture.ts";
import { createFirstKey, newApplicant, newPerson, signIn, storeFirstKey } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let receiver: Receiver;
let browser: Browser;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  receiver = await startReceiver();
  open.defer(receiver.close);
  browser = await openBrowser(open);
});
afterAll(() => open.disposeAsync());

const company = "Meridian Supplies Ltd";
type Credentials = Key & { webhook_secret: string; company_id: number };

describe.skipIf(hasNoBrowser)("without a line of code", () => {
  test("a company signs up, is approved, invoices, registers, is paid, and its system gets the events", async () => {
    const { page, complaints, leave } = await newVisitor(browser, seller.url, { size: "desktop" });
    await newApplicant(page, seller, company);
    await letIn();
    const credentials = await firstCredentials(page);
    const key = await makeKey(page);
    await tryKey(key, credentials);
    await setWebhook(page);
    await setUpEinvoicing(page);

    await writeInvoice(page, seller.url);
    await press(page, "Save draft");
    await sees(page, "Draft");
    await press(page, "Issue");
    await confirm(page, "Issue");
    await sees(page, "INV-");
    const invoiceId = Number(new URL(page.url()).pathname.split("/").at(-1));
    await registerInvoice(page, invoiceId, key);
    const address = await makePayLink(page);
    await buy(address);

    await page.reload();
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
    await page.getByText("Paid in full").waitFor();
    expect(await page.getByRole("main").innerText()).toMatch(/Paid\s+₦64,500\.00\s+Balance due\s+₦0\.00/);
    const reference = address.split("/").at(-1)!;
    const sale = { reference, url: address, invoiceId, amount: 64_500 };
    const reported = await notificationsOf(
      receiver,
      { ...seller, company: credentials },
      sale,
      "invoice.paid",
    );
    expect(reported).toEqual([
      "invoice.created",
      "invoice.issued",
      "invoice.registered",
      "payment_link.created",
      "payment.recorded",
      "payment_link.paid",
      "invoice.paid",
    ]);
    await seesDelivery(page);
    expect(complaints).toEqual([]);
    await leave();
  }, 180_000);

  test("on a phone, a user signs in and issues an invoice within a minute", async () => {
    const person = await newPerson(seller, `--company ${seller.company.company_id} --role accountant`);
    const { page, complaints, leave } = await newVisitor(browser, seller.url, { size: "phone" });
    await signIn(page, seller.url, person);
    await sees(page, "Overview");
    await writeInvoice(page, seller.url);
    await press(page, "Save and issue");
    await confirm(page, "Issue invoice");
    await sees(page, "INV-");
    expect(await page.getByRole("main").innerText()).toMatch(/Adunni Obi.*Total\s+₦64,500\.00/s);
    expect(complaints).toEqual([]);
    await leave();
  });
});

/** The actions of an operator, in a separate browser. */
async function letIn(): Promise<void> {
  const person = await newPerson(seller, "--operator");
  const { page, complaints, leave } = await newVisitor(browser, seller.url, { size: "desktop" });
  await signIn(page, seller.url, person);
  await sees(page, "Companies");
  await page.getByRole("link", { name: company }).click();
  await sees(page, company);
  await press(page, "Approve");
  await confirm(page, "Approve");
  await page.getByText("Active", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await leave();
}

async function firstCredentials(page: Page): Promise<Credentials> {
  await press(page, "Refresh");
  await createFirstKey(page, "Sell and get paid");
  const credentials = {
    app_id: await copied(page, "App ID"),
    secret: await copied(page, "Secret"),
    webhook_secret: await copied(page, "Webhook secret"),
    company_id: Number(await copied(page, "Company ID")),
  };
  expect(await copied(page, "Script")).toBe(`${seller.url}/portal/embed.js`);
  await storeFirstKey(page);
  for (const place of ["start", "settings/keys", "settings/webhooks"]) {
    await page.goto(`${seller.url}/app/${place}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    const content = await page.content();
    expect([content.includes(credentials.secret), content.includes(credentials.webhook_secret)]).toEqual([
      false,
      false,
    ]);
  }
  return credentials;
}

async function makeKey(page: Page): Promise<Key> {
  await page.goto(`${seller.url}/app/settings/keys`);
  await press(page, "Create key");
  const dialog = dialogOf(page, "Create an API key");
  await dialog.getByLabel("Choose scopes").check();
  for (const scope of ["Read invoices", "Read payments", "Read events and webhooks"]) {
    await dialog.getByRole("checkbox", { name: scope }).check();
  }
  await press(dialog, "Create key");
  const shown = dialogOf(page, "Store the secret now");
  const key = { app_id: await copied(shown, "App ID"), secret: await copied(shown, "Secret") };
  await shown.getByLabel("I have stored the secret").check();
  await press(shown, "Done");
  await shown.waitFor({ state: "detached" });
  return key;
}

/** Each key may do only what was chosen for it. */
async function tryKey(key: Key, first: Credentials): Promise<void> {
  const { operator } = seller;
  const scopes = ["invoices:read", "payments:read", "webhooks:read"];
  const tenant = { company_id: first.company_id, name: company };
  expect((await operator.get("/ping", key)).body).toMatchObject({ success: true, scopes, tenant });
  expect((await operator.get("/ping", first)).body).toMatchObject({
    success: true,
    scopes: expect.arrayContaining(["invoices:write", "payments:write"]),
  });
  expect((await operator.get("/invoices", key)).status).toBe(200);
  expect((await operator.post("/customers", key, { name: "Nobody" })).status).toBe(403);
}

async function setWebhook(page: Page): Promise<void> {
  await page.goto(`${seller.url}/app/settings/webhooks`);
  await press(page, "Set URL");
  const dialog = dialogOf(page, "Change the endpoint");
  await dialog.getByLabel("URL").fill(`${receiver.url}/hook`);
  await press(dialog, "Save");
  await page.getByRole("article", { name: `${receiver.url}/hook` }).waitFor();
}

async function setUpEinvoicing(page: Page): Promise<void> {
  await page.goto(`${seller.url}/app/settings/company`);
  await page.getByLabel("Tax number").fill("12345678-0001");
  await page.getByLabel("Street address").fill("12 Marina Road");
  await page.getByLabel("City").fill("Lagos");
  await press(page, "Save");
  await page.getByText("Company settings saved.").first().waitFor();
  await page.goto(`${seller.url}/app/settings/einvoicing`);
  await page.getByRole("radio", { name: /^Sandbox authority(?! with)/ }).check();
  await press(page, "Test and save");
  await page.getByText("The authority accepted these settings.").first().waitFor();
  await page.getByText("Working", { exact: true }).waitFor();
}

/** The reference can be copied, and the QR code contains the authority's data. */
async function registerInvoice(page: Page, invoiceId: number, key: Key): Promise<void> {
  await press(page, "More");
  await page.getByRole("menuitem", { name: "Register", exact: true }).click();
  await confirm(page, "Register");
  await sees(page, "Registration with the revenue authority");
  const { invoice } = (await seller.operator.get(`/invoices/${invoiceId}`, key)).body;
  expect(await copied(page, "Invoice reference number (IRN)")).toBe(invoice.irn);
  const code = page.getByRole("img", { name: "QR code of the registration" });
  expect(readQr(await code.screenshot())).toBe(invoice.fiscal.qr);
}

async function makePayLink(page: Page): Promise<string> {
  await press(page, "Payment link");
  const dialog = dialogOf(page, "Payment link");
  await press(dialog, "Create link");
  await page.getByRole("img", { name: "QR code of the payment link" }).waitFor();
  return copied(dialog, "Link");
}

async function buy(address: string): Promise<void> {
  const { page, complaints, leave } = await newVisitor(browser, seller.url);
  await page.goto(address);
  await pressPay(page);
  await chooseCard(page, "Succeeds");
  await seesPaid(page);
  expect(complaints).toEqual([]);
  await leave();
}

async function seesDelivery(page: Page): Promise<void> {
  await page.goto(`${seller.url}/app/events`);
  await page
    .getByRole("row", { name: /invoice\.paid/ })
    .first()
    .waitFor();
  await page.getByRole("tab", { name: "Deliveries" }).click();
  await page.getByRole("row", { name: /invoice\.paid.*Delivered/ }).waitFor();
}
