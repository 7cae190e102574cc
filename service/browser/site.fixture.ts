import type { Page } from "playwright-core";
import { expect, vi } from "vitest";
import { sees } from "./buyer.fixture.ts";
import type { Seller } from "./seller.fixture.ts";

/** Somebody who comes to the site for the first time. */
export type Newcomer = { company: string; name: string; email: string; password: string };

export const password = "seven quiet ledgers";

/** Fills in the form by its labels, as people do. */
export async function register(page: Page, url: string, newcomer: Newcomer): Promise<void> {
  await page.goto(`${url}/register`);
  await sees(page, "Register your company");
  await page.getByLabel("Name of the company").fill(newcomer.company);
  await page.getByLabel("Country").selectOption("NG");
  await page.getByLabel("Your name").fill(newcomer.name);
  await page.getByLabel("E-mail address").fill(newcomer.email);
  await page.getByLabel("Password", { exact: true }).fill(newcomer.password);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await sees(page, "Look into your mail");
}

/** Follows the newest link to one of these pages on the local page of mails, where it comes a moment later. */
export async function followMail(page: Page, url: string, path: string): Promise<void> {
  const link = page.locator(`a[href*="${path}"]`).first();
  await vi.waitFor(
    async () => {
      await page.goto(`${url}/mail`);
      expect(await link.count()).toBe(1);
    },
    { timeout: 15_000, interval: 200 },
  );
  await link.click();
}

export async function signIn(page: Page, url: string, { email, password: word }: Newcomer): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(word);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** What an operator does on the command line. */
export async function approve({ operator }: Seller, companyId: number): Promise<void> {
  await operator.json(`company approve ${companyId}`);
}
