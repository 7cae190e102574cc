import { randomUUID } from "node:crypto";
import type { Browser, Cookie, Page } from "playwright-core";
import { expect, vi } from "vitest";
import { newVisitor, type VisitorOptions } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import type { Seller } from "./seller.fixture.ts";

/** A first-time visitor of the site. */
export type NewUser = { company: string; name: string; email: string; password: string };

const password = "seven quiet ledgers";

/** Fills in the form by its labels. */
async function register(page: Page, url: string, newcomer: NewUser): Promise<void> {
  await page.goto(`${url}/register`);
  await sees(page, "Create your account");
  await page.getByLabel("Company name").fill(newcomer.company);
  await page.getByLabel("Country").selectOption("NG");
  await page.getByLabel("Your name").fill(newcomer.name);
  await page.getByLabel("Email address").fill(newcomer.email);
  await page.getByRole("button", { name: "Create account", exact: true }).click();
  await sees(page, "Check your inbox");
}

/** Follows the newest link to one of these pages on the local page of mails, where it appears a moment later. */
async function followMail(page: Page, url: string, path: string): Promise<void> {
  const link = page.locator(`a[href*="${path}"]`).first();
  await vi.waitFor(
    async () => {
      await page.goto(`${url}/mail`);
      expect(await link.count()).toBe(1);
    },
    { timeout: 30_000, interval: 200 },
  );
  await link.click();
}

export async function signIn(page: Page, url: string, { email, password: word }: Person): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(word);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Runs a command of an operator. */
async function approve({ operator }: Seller, companyId: number): Promise<void> {
  await operator.json(`company approve ${companyId}`);
}

const companyOf = (page: Page) =>
  page.evaluate<number>(
    "fetch('/app/session').then((reply) => reply.json()).then(({ company }) => company.id)",
  );

/** Signed up, confirmed and approved, but never signed in. */
export async function newOwner(page: Page, seller: Seller, company: string): Promise<NewUser> {
  const newcomer = await newApplicant(page, seller, company);
  await approve(seller, await companyOf(page));
  return newcomer;
}

/** Signed up, confirmed, and signed in to wait for an operator's approval. */
export async function newApplicant(page: Page, { url }: Seller, company: string): Promise<NewUser> {
  const newcomer = { company, name: "Ada Obi", email: `ada-${randomUUID()}@example.com`, password };
  await register(page, url, newcomer);
  await followMail(page, url, "/confirm");
  await sees(page, "Confirm your email address");
  await page.getByLabel("New password").fill(newcomer.password);
  await page.getByRole("button", { name: "Confirm and set password" }).click();
  await sees(page, "Your email address is confirmed");
  await signIn(page, url, newcomer);
  await sees(page, "We are reviewing your company");
  return newcomer;
}

/** The owner of an approved company creates the first key and sees its secrets. */
export async function createFirstKey(
  page: Page,
  may: "Sell and get paid" | "Read only" | "Everything",
): Promise<void> {
  await sees(page, "Create your first API key");
  await page.getByLabel(may).check();
  await page.getByRole("button", { name: "Create and show the key" }).click();
  await sees(page, "Store your credentials");
}

/** Confirms that the secrets are stored, and goes on to the checklist. */
export async function storeFirstKey(page: Page): Promise<void> {
  await page.getByLabel("I have stored the credentials").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await sees(page, "Getting started");
}

export type Person = Pick<NewUser, "email" | "password">;

/** A user who was created on the command line: an operator, or a member of a company with a role. */
export async function newPerson({ operator }: Seller, rights: string): Promise<Person & { id: number }> {
  const email = `${randomUUID()}@example.com`;
  const { user_id: id } = await operator.json(
    `user create --email ${email} --name Bola ${rights}`,
    {},
    password,
  );
  return { id, email, password };
}

/** Of a new owner of the seller's company, who is signed in and has seen the overview. */
export async function ownerCookies(browser: Browser, seller: Seller): Promise<Cookie[]> {
  const { page, leave } = await signedInOwner(browser, seller);
  const cookies = await page.context().cookies();
  await leave();
  return cookies;
}

/** A new owner of the seller's company, who has signed in and sees the overview. */
export async function signedInOwner(browser: Browser, seller: Seller, options?: VisitorOptions) {
  const person = await newPerson(seller, `--company ${seller.company.company_id} --role owner`);
  const visitor = await newVisitor(browser, seller.url, options);
  await signIn(visitor.page, seller.url, person);
  await sees(visitor.page, "Overview");
  return visitor;
}
