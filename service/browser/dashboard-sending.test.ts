import type { Browser, Cookie } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { press } from "./dashboard.fixture.ts";
import { post, type Seller, startSeller } from "./seller.fixture.ts";
import { ownerCookies } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let cookies: Cookie[];
let customerId: number;
let invoice: { id: number; number: string };
const email = "accounts@adunni.example";
const lines = [{ description: "Roof repair", quantity: 2, unit_price: 100 }];
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  const { customer } = await post(seller, "/customers", { name: "Adunni Obi", email });
  customerId = customer.id;
  const { invoice: draft } = await post(seller, "/invoices", { customer_id: customer.id, lines });
  ({ invoice } = await post(seller, `/invoices/${draft.id}/issue`));
  browser = await openBrowser(open);
  cookies = await ownerCookies(browser, seller);
});
afterAll(() => open.disposeAsync());

describe.skipIf(hasNoBrowser)("sending by email", () => {
  test("an invoice: the preview follows the message, and the page lists the email afterwards", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    await page.goto(`${seller.url}/app/invoices/${invoice.id}`);
    await sees(page, invoice.number);
    await press(page, "More");
    await page.getByRole("menuitem", { name: "Send by email" }).click();
    const dialog = page.getByRole("dialog", { name: "Send this invoice" });
    await dialog.getByText("Here is your invoice.").waitFor();
    await expect.poll(() => dialog.getByLabel("To", { exact: true }).inputValue()).toBe(email);
    await dialog.getByLabel("Message").fill("Dear Adunni, as agreed.");
    await dialog.getByRole("paragraph").filter({ hasText: "Dear Adunni, as agreed." }).waitFor();
    await press(dialog, "Send");
    await page.getByText(`The invoice is on its way to ${email}`).waitFor();
    const row = page.getByRole("table", { name: "Emails" }).getByRole("row").filter({ hasText: email });
    await row.filter({ hasText: `Invoice ${invoice.number} from` }).waitFor();
    await leave();
  });

  test("a statement, from the customer's page, which lists the email afterwards", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "desktop", cookies });
    await page.goto(`${seller.url}/app/customers/${customerId}`);
    await sees(page, "Adunni Obi");
    await page.getByRole("link", { name: "Statement" }).click();
    await page
      .getByRole("table", { name: "Statement" })
      .getByRole("row")
      .filter({ hasText: invoice.number })
      .waitFor();
    await press(page, "Send by email");
    const dialog = page.getByRole("dialog", { name: "Send this statement" });
    await dialog.getByText("Here is your statement").waitFor();
    await expect.poll(() => dialog.getByLabel("To", { exact: true }).inputValue()).toBe(email);
    await press(dialog, "Send");
    await page.getByText(`The statement is on its way to ${email}`).waitFor();
    await page.goto(`${seller.url}/app/customers/${customerId}`);
    const row = page.getByRole("table", { name: "Emails" }).getByRole("row").filter({ hasText: email });
    await row.filter({ hasText: "Statement from" }).waitFor();
    await leave();
  });

  test("an address that is none is refused at its field, and nothing is sent", async () => {
    const { page, leave } = await newVisitor(browser, seller.url, { size: "phone", cookies });
    const { payment } = await post(seller, "/payments", {
      invoice_id: invoice.id,
      amount: 10,
      method: "cash",
    });
    await page.goto(`${seller.url}/app/payments/${payment.id}`);
    await press(page, "Send receipt");
    const dialog = page.getByRole("dialog", { name: "Send the receipt" });
    await dialog.getByText("We received your payment").waitFor();
    await dialog.getByLabel("To", { exact: true }).fill("nobody");
    await press(dialog, "Send");
    await dialog.getByText("To: must be a valid email address.").waitFor();
    await dialog.getByLabel("To", { exact: true }).fill(email);
    await press(dialog, "Send");
    await page.getByText(`The receipt is on its way to ${email}`).waitFor();
    await leave();
  });
});
