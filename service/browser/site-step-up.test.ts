import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type Visitor } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { type Examine, newExaminer } from "./examine.fixture.ts";
import { onDatabase, type Seller, startSeller } from "./seller.fixture.ts";
import { newPerson, type Person, signIn } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let person: Person & { id: number };
let visitor: Visitor;
let page: Page;
let examine: Examine;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  browser = await openBrowser(open);
  person = await newPerson(seller, `--company ${seller.company.company_id} --role owner`);
  visitor = await newVisitor(browser, seller.url, { size: "desktop" });
  page = visitor.page;
  await signIn(page, seller.url, person);
  await sees(page, "Overview");
  const cookies = await page.context().cookies();
  examine = await newExaminer(browser, seller.url, { looks: ["phone", "tablet", "wide"], cookies });
}, 120_000);
afterAll(() => open.disposeAsync());

/** Backdates every sign-in. */
const letTimePass = () =>
  onDatabase(seller, "update user_sessions set reauthenticated_at = now() - interval '11 minutes'");
const press = (name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
const question = () => page.getByRole("dialog", { name: "Confirm your identity" });
const prove = async (password: string) => {
  await question().getByLabel("Your password", { exact: true }).fill(password);
  await question().getByRole("button", { name: "Continue" }).click();
};

const beginKey = async (on: Page) => {
  await on.goto(`${seller.url}/app/settings/keys`);
  await sees(on, "API keys");
  await on.getByRole("button", { name: "Create key", exact: true }).first().click();
  await on.getByLabel("Choose scopes").check();
  await on.getByLabel("Read invoices").check();
  await on.getByRole("dialog").getByRole("button", { name: "Create key", exact: true }).click();
  await on.getByRole("heading", { name: "Confirm your identity" }).waitFor();
};

describe.skipIf(hasNoBrowser)("a sensitive change a while after signing in", () => {
  test("asks for the password, says when it is wrong, and then continues by itself", async () => {
    await letTimePass();
    await beginKey(page);
    await prove("not the password");
    await question().getByText("That is not your password.").waitFor();
    await prove(person.password);
    await sees(page, "Store the secret now");
    await page.getByLabel("I have stored the secret").check();
    await press("Done");
    await beginAnother();
    expect(visitor.complaints).toEqual([]);
  });

  /** Nobody is asked for the password twice within ten minutes. */
  async function beginAnother(): Promise<void> {
    await press("Create key");
    await page.getByLabel("Choose scopes").check();
    await page.getByLabel("Read invoices").check();
    await page.getByRole("dialog").getByRole("button", { name: "Create key", exact: true }).click();
    await sees(page, "Store the secret now");
    await page.getByLabel("I have stored the secret").check();
    await press("Done");
  }

  test("that is not confirmed changes nothing, and keeps the input", async () => {
    await letTimePass();
    await beginKey(page);
    await question().getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Nothing was changed.").first().waitFor();
    expect(await page.getByLabel("Read invoices").isChecked()).toBe(true);
    await page.getByRole("dialog").getByRole("button", { name: "Create key", exact: true }).click();
    await question().waitFor();
    await page.keyboard.press("Escape");
    await question().waitFor({ state: "detached" });
    expect(await page.getByLabel("Read invoices").isChecked()).toBe(true);
    await page.goto(`${seller.url}/app/settings/keys`);
  });

  test("asks on the other pages too: people, webhooks, the gateway", async () => {
    await letTimePass();
    await page.goto(`${seller.url}/app/settings/users`);
    await sees(page, "Users");
    await press("Invite user");
    await page.getByLabel("Email address").fill("bola@example.com");
    await page.getByRole("dialog").getByRole("button", { name: "Send invitation" }).click();
    await prove(person.password);
    await page.getByText("bola@example.com").filter({ visible: true }).first().waitFor();

    await letTimePass();
    await page.goto(`${seller.url}/app/settings/gateway`);
    await sees(page, "Payment gateway");
    await press("Test and save");
    await prove(person.password);
    await question().waitFor({ state: "detached" });
    await page.getByText("Payment gateway saved.").filter({ visible: true }).first().waitFor();
  });

  test("asks in a dialog without layout or accessibility faults on phone, tablet and desktop, light and dark", async () => {
    await letTimePass();
    await examine("site-step-up", beginKey);
  });
});
