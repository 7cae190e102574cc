import { createHmac } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type Visitor } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { type Seller, startSeller } from "./seller.fixture.ts";
import { createFirstKey, type NewUser, newOwner, signIn, storeFirstKey } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let owner: Visitor;
let page: Page;
let newcomer: NewUser;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  browser = await openBrowser(open);
  owner = await newVisitor(browser, seller.url, { size: "desktop" });
  page = owner.page;
  newcomer = await newOwner(page, seller, "Meridian Supplies Ltd");
  await page.goto(`${seller.url}/app`);
  await createFirstKey(page, "Read only");
  await storeFirstKey(page);
});
afterAll(() => open.disposeAsync());

const go = async (path: string, heading: string) => {
  await page.goto(`${seller.url}/app/settings/${path}`);
  await sees(page, heading);
};
const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
// A list is on the page twice, as a table and as cards, and one of them is hidden.
const says = (words: string) => page.getByText(words).filter({ visible: true }).first().waitFor();

describe.skipIf(hasNoBrowser)("an owner sets up the company in the settings", () => {
  test("a key with scopes works until it is revoked", async () => {
    await go("keys", "API keys");
    await press("Create key");
    await page.getByLabel("Name").fill("Web shop");
    await page.getByLabel("Choose scopes").check();
    await page.getByLabel("Read invoices").check();
    await page.getByLabel("Embed the portal").check();
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await sees(page, "Store the secret now");
    const [appId = "", secret = ""] = await page.getByRole("dialog").locator("code").allInnerTexts();
    const ping = () =>
      fetch(`${seller.url}/api/v1/ping`, { headers: { authorization: `Bearer ${appId}:${secret}` } });
    expect((await ping()).status).toBe(200);
    await page.getByLabel("I have stored the secret").check();
    await press("Done");
    await page.getByRole("article", { name: "Web shop" }).getByRole("button", { name: "Revoke" }).click();
    await press("Cancel");
    expect((await ping()).status).toBe(200);
    await page.getByRole("article", { name: "Web shop" }).getByRole("button", { name: "Revoke" }).click();
    await press("Revoke key");
    await says("The key was revoked.");
    await expect.poll(async () => (await ping()).status).toBe(401);
  });

  test("the preview of the portal shows what is on offer", async () => {
    await go("keys", "API keys");
    await press("Change scopes");
    await press("All");
    await press("Save scopes");
    await says("Scopes updated.");
    const made =
      await page.evaluate<number>(`fetch("/app/session").then((reply) => reply.json()).then(({ csrf_token }) =>
      fetch("/app/api/products", { method: "POST", headers: { "x-csrf-token": csrf_token, "content-type": "application/json" },
        body: JSON.stringify({ name: "Table for two", unit_price: 45000, portal: true }) })).then(({ status }) => status)`);
    expect(made).toBe(201);
    await go("portal", "Portal");
    await page.getByText("data-order-url").first().waitFor();
    await page.getByRole("tab", { name: "Preview" }).click();
    await page.locator("billfold-panel").getByText("Table for two").first().waitFor();
    await page.getByRole("tab", { name: "Allowed websites" }).click();
    await page.getByLabel("One website per line").fill("https://shop.example/path");
    await press("Save");
    await says("Must be written as browsers send it, https://shop.example");
    await page.getByLabel("One website per line").fill("https://shop.example");
    await press("Save");
    await says("Settings of the portal saved.");
  });

  test("e-invoicing, gateway, webhook and people are configured, each checked by the service", async () => {
    await go("einvoicing", "E-invoicing");
    await press("Test and save");
    await says("The authority accepted these settings.");
    await says("Working");
    await press("Remove");
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await says("Working");
    await press("Remove");
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click();
    await says("Invoices are no longer registered.");
    await go("einvoicing", "E-invoicing");
    await page.getByRole("button", { name: "Test and save" }).waitFor();
    expect(await page.getByRole("button", { name: "Remove", exact: true }).count()).toBe(0);
    await go("gateway", "Payment gateway");
    await page.getByLabel("Paystack").check();
    await page.getByLabel("Secret key").fill("pk_test_1");
    await press("Test and save");
    await page.getByRole("alert").waitFor();
    await page.getByLabel("None").check();
    await press("Test and save");
    await says("Payment gateway saved.");
    await go("webhooks", "Webhooks");
    await press("Send test event");
    await page
      .getByText(/test event (is on its way|sent)/i)
      .first()
      .waitFor();
    await go("users", "Users");
    await press("Invite user");
    await page.getByLabel("Email address").fill("bola@example.com");
    await press("Send invitation");
    await says("bola@example.com");
    await go("audit", "Audit log");
    await says("revoked API key");
    expect(owner.complaints).toEqual([]);
  });

  test("a delivery shows its attempts and is sent again, on the page that the settings link to", async () => {
    await go("webhooks", "Webhooks");
    await page.getByRole("link", { name: "View deliveries" }).click();
    await page.waitForURL("**/app/events?tab=deliveries");
    // A row of the table, or a card where the table does not fit.
    const test = page.getByRole("row").or(page.getByRole("listitem")).filter({ hasText: "webhook.test" });
    const delivered = async () => {
      await press("Refresh");
      return /Delivered\s+(?:Attempts\s+)?1/.test(await test.innerText());
    };
    await expect.poll(delivered, { timeout: 15_000 }).toBe(true);
    await test.getByRole("link").click();
    await page.waitForURL("**/app/events/deliveries/*");
    await page.getByRole("heading", { name: "Attempt 1" }).waitFor();
    const sent = page.waitForRequest((request) => request.url().endsWith("/replay"));
    await press("Deliver again");
    expect((await sent).headers()["idempotency-key"]).toBeTruthy();
    await says("The event will be delivered again.");
    const attempted = async () => {
      await press("Refresh");
      return page.getByRole("heading", { name: "Attempt 2" }).isVisible();
    };
    await expect.poll(attempted, { timeout: 15_000 }).toBe(true);
    await says("Requested by a person or the API");
  });

  test("after two-step sign-in is enabled, signing in requires a code from the app", async () => {
    await go("account", "My account");
    await press("Turn on two-step verification");
    await page.getByRole("dialog").getByLabel("Current password").fill(newcomer.password);
    await press("Continue");
    await sees(page, "Store your recovery codes");
    const [backup = ""] = (await page.getByRole("dialog").locator("code").innerText()).split("\n");
    await page.getByLabel("I have stored the recovery codes").check();
    await press("Continue");
    await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    const secret = await page.getByRole("dialog").locator("code").innerText();
    await page.getByLabel("Code", { exact: true }).fill(codeOf(secret));
    await press("Turn on");
    await says("Two-step verification is on.");
    const elsewhere = await newVisitor(browser, seller.url);
    await signIn(elsewhere.page, seller.url, newcomer);
    await sees(elsewhere.page, "Two-step verification");
    await elsewhere.page.getByRole("button", { name: "Use a recovery code instead" }).click();
    await elsewhere.page.getByLabel("Recovery code").fill(backup);
    await elsewhere.page.getByRole("button", { name: "Continue" }).click();
    await elsewhere.page.waitForURL(`${seller.url}/app**`);
    expect(elsewhere.complaints).toEqual([]);
    await elsewhere.leave();
  });
});

/** The code that an authenticator app would show now (RFC 6238), calculated independently. */
function codeOf(secret: string): string {
  const bits = [...secret].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits
    .join("")
    .match(/.{8}/g)!
    .map((byte) => Number.parseInt(byte, 2));
  const moment = Buffer.alloc(8);
  moment.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac("sha1", Buffer.from(bytes)).update(moment).digest();
  const number = digest.readUInt32BE(digest.at(-1)! & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}
