import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { sees } from "./buyer.fixture.ts";

/** Creates an invoice over ₦64,500.00 in the dashboard, for a customer who is created in the same form. */
export async function writeInvoice(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/invoices`);
  await page.getByRole("link", { name: "New invoice" }).first().click();
  await sees(page, "Customer and dates");
  await writeCustomer(page);
  await page.getByLabel("Description").fill("Solar panel 450 W, with frame");
  await page.getByLabel("Quantity").fill("2");
  await page.getByLabel("Unit price").fill("22,500");
  await expectTotals(page, /Subtotal\s+₦45,000\.00.*Total\s+₦45,000\.00/s);
  await page.getByLabel("Line 1: Tax %").fill("7.5");
  await expectTotals(page, /Tax \(7\.5%\)\s+₦3,375\.00.*Total\s+₦48,375\.00/s);
  await press(page, "Add line");
  await page.getByLabel("Description").nth(1).fill("Delivery to Ikeja");
  await page.getByLabel("Quantity").nth(1).fill("1");
  await page.getByLabel("Unit price").nth(1).fill("15000");
  await page.getByLabel("Line 2: Tax %").fill("7.5");
  await expectTotals(page, /Total\s+₦64,500\.00/);
}

async function writeCustomer(page: Page): Promise<void> {
  await press(page, "New customer");
  const dialog = dialogOf(page, "New customer");
  await dialog.getByLabel("Name", { exact: true }).fill("Adunni Obi");
  await dialog.getByLabel("Email").fill("adunni@example.com");
  await dialog.getByLabel("Type").selectOption("consumer");
  await press(dialog, "Save customer");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => page.getByLabel("Customer", { exact: true }).inputValue()).toBe("Adunni Obi");
}

/** Nothing is stored while the invoice is edited: the page calculates these sums itself. */
export const expectTotals = (page: Page, sums: RegExp) =>
  expect.poll(() => page.locator("dl", { hasText: "Subtotal" }).innerText()).toMatch(sums);

/** The copyable value under this label. */
export const copied = (place: Page | Locator, label: string) =>
  place.getByText(label, { exact: true }).locator("xpath=..").locator("code").innerText();

/** Answers a confirmation dialog. */
export async function confirm(page: Page, answer: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: answer, exact: true }).click();
  await question.waitFor({ state: "detached" });
}

/** Toast messages are dialogs to the browser too, but have no title. */
export const dialogOf = (page: Page, title: string) => page.getByRole("dialog", { name: title });

export const press = (place: Page | Locator, name: string) =>
  place.getByRole("button", { name, exact: true }).first().click();

export type Answered = { status: number; text: string };

/** The response to a request that a script sends from the current page, with the page's own credentials. */
export const ask = (
  page: Page,
  method: string,
  path: string,
  body?: object,
  headers = {},
): Promise<Answered> =>
  page.evaluate(
    async (asked) => {
      const session = (await (await fetch("/app/session")).json()) as { csrf_token: string };
      const reply = await fetch(asked.path, {
        method: asked.method,
        headers: {
          "x-csrf-token": session.csrf_token,
          ...(asked.body && { "content-type": "application/json" }),
          ...asked.headers,
        },
        ...(asked.body && { body: asked.body }),
      });
      return { status: reply.status, text: await reply.text() };
    },
    { method, path, headers, body: body && JSON.stringify(body) },
  );
