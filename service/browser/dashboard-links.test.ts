import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, openBrowser, type Visitor } from "./browser.fixture.ts";
import { dialogOf, press } from "./dashboard.fixture.ts";
import { post, type Seller, startSeller } from "./seller.fixture.ts";
import { signedInOwner } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let owner: Visitor;
let page: Page;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  browser = await openBrowser(open);
  await post(seller, "/portal/settings", { allowed_origins: ["https://shop.example"] });
  owner = await signedInOwner(browser, seller, { size: "wide", expects: /422/ });
  page = owner.page;
});
afterAll(() => open.disposeAsync());

const keep = async (name: string) => {
  const folder = process.env.BILLFOLD_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/links-${name}.png` });
};

describe.skipIf(hasNoBrowser)("payment links in the dashboard", () => {
  test("are made without an invoice, for many buyers who choose a quantity, and shown with what was set", async () => {
    await page.goto(`${seller.url}/app/payments?tab=links`);
    await press(page, "New payment link");
    const form = dialogOf(page, "New payment link");
    await form.getByLabel("What it is for").fill("Ticket for the concert");
    await form.getByLabel("The buyer pays").selectOption("quantity");
    await form.getByLabel("Price of one").fill("2,500");
    await form.getByLabel("Greatest quantity").fill("5");
    await form.getByLabel("Many buyers can pay").check();
    await form.getByLabel("Number of payments").fill("50");
    await form.getByText("Where the buyer goes next").click();
    await form.getByLabel("Page after the payment").fill("https://elsewhere.example/");
    await keep("form");
    await press(form, "Create link");
    await form.getByText("Add it under Settings, Portal, Allowed websites.").first().waitFor();
    await form.locator(":focus").and(form.getByLabel("Page after the payment")).waitFor();
    await keep("refused");
    await form.getByLabel("Page after the payment").fill("https://shop.example/thanks");
    await press(form, "Create link");
    const made = dialogOf(page, "Payment link");
    await made.getByText("0 of 50").waitFor();
    const shown = await made.innerText();
    for (const fact of [/Price of one\s+₦2,500\.00/, /Quantity\s+1 to 5/, /https:\/\/shop\.example\/thanks/])
      expect(shown).toMatch(fact);
    await keep("made");
    await press(made, "Close");
    const row = page.getByRole("row", { name: /Ticket for the concert/ });
    expect(await row.innerText()).toMatch(/Active\s*Reusable/);
    const { body } = await seller.operator.get("/payments/links", seller.company);
    expect(body.payment_links[0]).toMatchObject({
      amount: 2500,
      label: "Ticket for the concert",
      reusable: true,
      max_payments: 50,
      min_quantity: 1,
      max_quantity: 5,
      return_url: "https://shop.example/thanks",
      cancel_url: null,
      min_amount: null,
    });
  });

  test("of an invoice let the buyer choose the amount, and lead back to the shop", async () => {
    const { customer } = await post(seller, "/customers", { name: "Adunni Obi" });
    const lines = [{ description: "Solar panel", quantity: 2, unit_price: 50_000 }];
    const { invoice } = await post(seller, "/invoices", { customer_id: customer.id, lines });
    await post(seller, `/invoices/${invoice.id}/issue`);
    await page.goto(`${seller.url}/app/invoices/${invoice.id}`);
    await press(page, "Payment link");
    const form = dialogOf(page, "Payment link");
    await form.getByLabel("Least amount").fill("10,000");
    await form.getByText("Where the buyer goes next").click();
    await form.getByLabel("Page without a payment").fill("https://shop.example/basket");
    await press(form, "Create link");
    await form.getByText("https://shop.example/basket").waitFor();
    expect(await form.innerText()).toMatch(/Suggested amount\s+₦100,000\.00\s+Least amount\s+₦10,000\.00/);
    await keep("invoice");
    expect(owner.complaints).toEqual([]);
  });
});
