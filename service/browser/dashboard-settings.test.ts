import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type Visitor } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { ask, press } from "./dashboard.fixture.ts";
import { onDatabase, type Seller, startSeller } from "./seller.fixture.ts";
import { createFirstKey, newOwner, newPerson, type Person, signIn } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let owner: Person & { id: number };
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  browser = await openBrowser(open);
  owner = await newPerson(seller, `--company ${seller.company.company_id} --role owner`);
  visitor = await newVisitor(browser, seller.url, { size: "desktop" });
  page = visitor.page;
  await signIn(page, seller.url, owner);
  await sees(page, "Overview");
}, 120_000);
afterAll(() => open.disposeAsync());

const go = async (path: string, heading: string) => {
  await page.goto(`${seller.url}/app/${path}`);
  await sees(page, heading);
};
const says = (words: string) => page.getByText(words).filter({ visible: true }).first().waitFor();

describe.skipIf(hasNoBrowser)("the audit log", () => {
  test("reads as sentences with links, also where an old entry names no record, and fits on every screen", async () => {
    await ask(page, "POST", "/app/api/payments/link", { amount: 842_800 });
    await onDatabase(
      seller,
      `insert into audit_entries (company_id, created_at, actor_type, actor_id, action, subject, details)
       values (${seller.company.company_id}, now(), 'user', '${owner.id}', 'payment_link.created',
         'payment_link/undefined', '{"amount": 500, "currency": "NGN"}')`,
    );
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await go("settings/audit", "Audit log");
      const rows = page.getByRole("list", { name: "Audit log, newest first" }).getByRole("listitem");
      await rows.first().waitFor();
      const texts = await rows.allInnerTexts();
      expect(texts.join("\n")).toMatch(/Bola created payment link pl_\S+ for ₦842,800\.00/);
      expect(texts.join("\n")).toContain("payment link (reference not recorded) for ₦500.00");
      expect(texts.join("\n")).not.toContain("undefined");
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect(Math.max(...heights)).toBeLessThan(180);
      const overhang = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect(overhang).toBe(0);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(visitor.complaints).toEqual([]);
  });

  test("is filtered by person, action and record type in the address, and exported", async () => {
    await go("settings/audit", "Audit log");
    await press(page, "Filters");
    await page.getByLabel("Action").selectOption({ label: "Payment link created" });
    await page.waitForURL(/action=payment_link\.created/);
    await page.getByLabel("Person or key").selectOption({ label: "Bola" });
    await page.waitForURL(/actor=user/);
    await expect
      .poll(() => page.getByRole("list", { name: "Audit log, newest first" }).innerText())
      .not.toMatch(/API key|signed up|joined/);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.csv$/);
  });
});

describe.skipIf(hasNoBrowser)("API keys", () => {
  test("are not offered to a viewer who opens the page by its address", async () => {
    const viewer = await newPerson(seller, `--company ${seller.company.company_id} --role viewer`);
    const own = await newVisitor(browser, seller.url, { size: "desktop" });
    await signIn(own.page, seller.url, viewer);
    await sees(own.page, "Overview");
    await own.page.goto(`${seller.url}/app/settings/keys`);
    await own.page.getByText("You cannot manage API keys").waitFor();
    expect(await own.page.getByRole("button", { name: "Create key" }).count()).toBe(0);
    expect(await own.page.getByRole("main").innerText()).not.toContain("site:keys");
    expect(own.complaints).toEqual([]);
    await own.leave();
  });

  test("are named and renamed", async () => {
    await go("settings/keys", "API keys");
    await press(page, "Create key");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Web shop");
    await dialog.getByRole("button", { name: "Create key" }).click();
    await dialog.getByText("Choose what the key may do.").waitFor();
    await dialog.getByLabel("Read only").check();
    await dialog.getByRole("button", { name: "Create key" }).click();
    await sees(page, "Store the secret now");
    await page.getByLabel("I have stored the secret").check();
    await press(page, "Done");
    const card = page.getByRole("article", { name: "Web shop" });
    await card.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Shop in Ikeja");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("article", { name: "Shop in Ikeja" }).waitFor();
  });
});

describe.skipIf(hasNoBrowser)("the first key", () => {
  test("has the scopes that the owner chose; a closed tab leaves the step open and offers a new key", async () => {
    const own = await newVisitor(browser, seller.url, { size: "desktop", expects: /beforeunload/ });
    await newOwner(own.page, seller, "Harbour Foods Ltd");
    await own.page.goto(`${seller.url}/app`);
    await createFirstKey(own.page, "Sell and get paid");
    const { keys } = JSON.parse((await ask(own.page, "GET", "/app/api/keys")).text);
    expect(keys[0].scopes).toEqual(expect.arrayContaining(["invoices:write", "payments:write"]));
    // The tab is closed without a word.
    const again = await own.page.context().newPage();
    await own.page.close({ runBeforeUnload: false });
    await again.goto(`${seller.url}/app/start`);
    await sees(again, "Getting started");
    const step = again.getByRole("listitem").filter({ hasText: "Store an API key" });
    await step.getByText("To do").waitFor({ state: "attached" });
    expect(await step.getByRole("link", { name: "Create a new key" }).count()).toBe(1);
    await own.leave();
  });
});

describe.skipIf(hasNoBrowser)("a session that ends", () => {
  test("is told in a dialog over the page, which keeps its input, and the change continues after signing in", async () => {
    await go("settings/users", "Users");
    await press(page, "Invite user");
    const form = page.getByRole("dialog", { name: "Invite a user" });
    const email = `${randomUUID()}@example.com`;
    await form.getByLabel("Email address").fill(email);
    await onDatabase(seller, `delete from user_sessions where user_id = ${owner.id}`);
    await form.getByRole("button", { name: "Send invitation" }).click();
    const ended = page.getByRole("dialog", { name: "Your session has ended" });
    await ended.getByText(owner.email).waitFor();
    expect(await page.getByLabel("Email address").inputValue()).toBe(email);
    await ended.getByLabel("Your password", { exact: true }).fill(owner.password);
    await ended.getByRole("button", { name: "Sign in", exact: true }).click();
    await ended.waitFor({ state: "detached" });
    await says(email);
    expect(page.url()).toContain("/app/settings/users");
  });

  test("leads to the sign-in page, which says why, if the person prefers that", async () => {
    await go("settings/company", "Company");
    // What the page loads last must not be what finds out.
    await page.waitForLoadState("networkidle");
    await onDatabase(seller, `delete from user_sessions where user_id = ${owner.id}`);
    await page.getByLabel("Phone").fill("+234 803 000 0000");
    await press(page, "Save");
    await page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
    await press(page, "Go to the sign-in page");
    await page.waitForURL(/\/sign-in\?/);
    await says("Your session has ended.");
    await page.getByLabel("Email address").fill(owner.email);
    await page.getByLabel("Password", { exact: true }).fill(owner.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await sees(page, "Company");
  });
});

describe.skipIf(hasNoBrowser)("signing up", () => {
  test("a double click registers once, and page and mail agree on how long the link works", async () => {
    const context = await browser.newContext({ locale: "en-US", timezoneId: "Africa/Lagos" });
    const own = await context.newPage();
    const sent: string[] = [];
    own.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await own.goto(`${seller.url}/register`);
    await sees(own, "Create your account");
    expect(await own.getByLabel("Country").inputValue()).toBe("NG");
    await own.getByText("You start with NGN and the time zone Africa/Lagos.").waitFor();
    await own.getByLabel("Country").selectOption("CI");
    await own.getByText("You start with XOF and the time zone Africa/Abidjan.").waitFor();
    await own.getByRole("button", { name: "Create account" }).click();
    // In the form's own style, not the browser's bubble.
    expect(await own.getByText("Fill in this field.").count()).toBe(3);
    expect(sent).toEqual([]);
    const email = `${randomUUID()}@example.com`;
    await own.getByLabel("Company name").fill("Abidjan Works");
    await own.getByLabel("Your name").fill("Awa Koné");
    await own.getByLabel("Email address").fill(email);
    await own.getByRole("button", { name: "Create account" }).dblclick();
    await sees(own, "Check your inbox");
    expect(sent).toEqual(["/app/registrations"]);
    await own.getByText("It works for 24 hours.").waitFor();
    await expect
      .poll(async () => {
        await own.goto(`${seller.url}/mail`);
        return own.locator("article").filter({ hasText: email }).count();
      })
      .toBe(1);
    expect(await own.locator("article").filter({ hasText: email }).innerText()).toContain("24 hours");
    await context.close();
  });
});

describe.skipIf(hasNoBrowser)("settings", () => {
  test("the company page shows the next number, also for a prefix that is being typed", async () => {
    await go("settings/company", "Company");
    await says("Next invoice number:");
    await page.getByLabel("Invoice number prefix").fill("LAG");
    await says("LAG-000001");
  });

  test("an owner asks for the checkpoints of the books by email, at an address of their choice", async () => {
    await go("settings/company", "Company");
    const box = page.getByRole("checkbox", { name: "Email each new checkpoint" });
    expect(await box.isChecked()).toBe(false);
    await box.check();
    const form = page.locator("form").filter({ has: box });
    await form.getByLabel("Email address").fill("auditor@example.com");
    await press(form, "Save");
    await says("Emails with checkpoints saved.");
    await page.reload();
    await expect.poll(() => box.isChecked()).toBe(true);
    expect(await form.getByLabel("Email address").inputValue()).toBe("auditor@example.com");
    await box.uncheck();
    await press(form, "Save");
    await says("Emails with checkpoints saved.");
  });

  test("the only owner can neither be removed nor lose the role; the current session is marked", async () => {
    await onDatabase(
      seller,
      `delete from memberships where role = 'owner' and company_id = ${seller.company.company_id} and user_id <> ${owner.id}`,
    );
    await go("settings/users", "Users");
    const self = page.getByRole("row").or(page.getByRole("listitem")).filter({ hasText: owner.email });
    await self.first().waitFor();
    expect(await self.getByRole("button", { name: "Remove" }).count()).toBe(0);
    await go("settings/account", "My account");
    await says("This session");
  });

  test("a person changes their name, and their address by the link that is sent to it", async () => {
    await go("settings/account", "My account");
    await page.getByLabel("Name", { exact: true }).fill("Bola Adeyemi");
    await press(page, "Save");
    await says("Your name was changed.");
    const email = `${randomUUID()}@example.com`;
    await page.getByLabel("Email address").fill(email);
    await press(page, "Change address");
    await says(`We have sent a link to ${email}.`);
    const link = page.locator("article").filter({ hasText: email }).locator("a");
    await expect
      .poll(async () => {
        await page.goto(`${seller.url}/mail`);
        return link.count();
      })
      .toBe(1);
    await link.click();
    await sees(page, "Confirm your new email address");
    await press(page, "Confirm the address");
    await sees(page, "Your email address was changed");
    await go("settings/account", "My account");
    expect(await page.getByLabel("Email address").inputValue()).toBe(email);
    expect(visitor.complaints).toEqual([]);
  });
});

describe.skipIf(hasNoBrowser)("import", () => {
  test("offers a template that can be imported, takes names of countries, and hands back the rows with errors", async () => {
    await page.goto(`${seller.url}/app/transfers`);
    await sees(page, "Import and export");
    expect(new URL(page.url()).pathname).toBe("/app/import-export");
    const [template] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download template" }).click(),
    ]);
    const chooser = page.locator('input[type="file"]');
    await chooser.setInputFiles({
      name: "customers.csv",
      mimeType: "text/csv",
      buffer: await readDownload(template),
    });
    await says("New: 1");
    await press(page, "Choose another file");
    await chooser.setInputFiles({
      name: "mixed.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("name,email,address_country\nAda,ada@a.example,Nigeria\nBola,nonsense,Atlantis\n"),
    });
    await says("Rows with errors");
    const [faulty] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download rows with errors" }).click(),
    ]);
    expect(faulty.suggestedFilename()).toBe("mixed-errors.csv");
    const text = (await readDownload(faulty)).toString("utf8");
    expect(text).toContain("Bola,nonsense,Atlantis");
    expect(text).not.toContain("Ada");
    expect(visitor.complaints).toEqual([]);
  });
});

async function readDownload(download: { createReadStream(): Promise<NodeJS.ReadableStream> }) {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

describe.skipIf(hasNoBrowser)("the operator", () => {
  test("sees the owner's name beside the address, and jobs by what they do", async () => {
    const person = await newPerson(seller, "--operator");
    const own = await newVisitor(browser, seller.url, { size: "desktop" });
    await signIn(own.page, seller.url, person);
    await sees(own.page, "Companies");
    await own.page.goto(`${seller.url}/operator/companies/${seller.company.company_id}`);
    const details = own.page.locator("dl").first();
    await details.getByText(/^Bola/).waitFor();
    await own.page.goto(`${seller.url}/operator/health`);
    await own.page.getByText("Expire payment links").filter({ visible: true }).first().waitFor();
    expect(await own.page.getByRole("main").innerText()).not.toMatch(/purge|flush key/i);
    expect(own.complaints).toEqual([]);
    await own.leave();
  });
});
