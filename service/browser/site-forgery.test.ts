import { type Receiver, startReceiver } from "billfold-sandbox/receiver";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, sizes, type Visitor } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { ask } from "./dashboard.fixture.ts";
import { type Seller, startSeller } from "./seller.fixture.ts";
import { newPerson, type Person, signIn } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let elsewhere: Receiver;
let browser: Browser;
/** Owner of the company and operator of the service: a forged request of this person could do anything. */
let person: Person;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  elsewhere = await startReceiver();
  open.defer(elsewhere.close);
  browser = await openBrowser(open);
  person = await newPerson(seller, `--company ${seller.company.company_id} --role owner`);
  await seller.operator.json(`user create --email ${person.email} --operator`, {}, person.password);
});
afterAll(() => open.disposeAsync());

/** A person who is signed in, in a separate browser. */
async function enter(): Promise<Visitor> {
  const visitor = await newVisitor(browser, seller.url, { size: "desktop" });
  await signIn(visitor.page, seller.url, person);
  await sees(visitor.page, "Overview");
  return visitor;
}

const customers = async () =>
  (
    (await seller.operator.get("/customers?limit=100", seller.company)).body.customers as { name: string }[]
  ).map(({ name }) => name);

// A port is not part of a site, so the browser sends the cookie from the first page; from the second it may.
const foreign: [kind: string, status: number, origin: () => string][] = [
  ["of the same site", 403, () => elsewhere.url],
  ["of another site", 401, () => elsewhere.url.replace("127.0.0.1", "localhost")],
];

/** A page of the attacker: a form that submits itself to us without a click. */
const formPage = (action: string, fields: string, type = "text/plain") =>
  `<!doctype html><title>Win a prize</title><form method="post" action="${action}" enctype="${type}">${fields}</form>
<script>document.forms[0].submit()</script>`;

const jsonField = `<input name='{"name":"Forged","x":"' value='"}'>`;

async function openForeign(page: Page, origin: string, html: string) {
  elsewhere.behave(() => ({ status: 200, headers: { "content-type": "text/html" }, body: html }));
  return page.goto(`${origin}/prize`);
}

describe.skipIf(hasNoBrowser).each(foreign)("a page %s", (_kind, status, origin) => {
  test.each([
    ["/app/api/customers", jsonField, "text/plain"],
    ["/app/api/customers", `<input name="name" value="Forged">`, "application/x-www-form-urlencoded"],
    ["/app/api/keys", `<input name='{"scopes":["payments:write"],"x":"' value='"}'>`, "text/plain"],
    ["/operator/api/companies/1/suspend", `<input name='{"reason":"' value='"}'>`, "text/plain"],
    ["/app/auth/sign-out", `<input name="{}" value="">`, "text/plain"],
  ])("can't post a form to %s on a user's behalf", async (path, fields, type) => {
    const { page, leave } = await enter();
    const answer = page.waitForResponse(`${seller.url}${path}`);
    await openForeign(page, origin(), formPage(`${seller.url}${path}`, fields, type));
    expect([status, 403]).toContain((await answer).status());
    await expectUntouched(page);
    await leave();
  });

  test("can't call us from a script on a user's behalf, nor read our responses, nor show us in a frame", async () => {
    const { page, leave } = await enter();
    const { csrf_token } = JSON.parse((await ask(page, "GET", "/app/session")).text);
    await openForeign(page, origin(), "<!doctype html><title>Win a prize</title>");
    const call = (path: string, options: object) =>
      page.evaluate(
        ({ address, init }) =>
          fetch(address, { credentials: "include", ...init }).then(({ type }) => type, String),
        { address: `${seller.url}${path}`, init: options },
      );
    const body = JSON.stringify({ name: "Forged" });
    const known = { "x-csrf-token": csrf_token, "content-type": "application/json" };
    expect(await call("/app/session", {})).toMatch(/Failed to fetch/);
    expect(await call("/app/api/customers", {})).toMatch(/Failed to fetch/);
    expect(await call("/app/api/customers", { method: "POST", body })).toMatch(/Failed to fetch/);
    expect(await call("/app/api/customers", { method: "POST", body, headers: known })).toMatch(
      /Failed to fetch/,
    );
    // A request in no-cors mode, for which no browser sends a preflight.
    expect(await call("/app/api/customers", { method: "POST", body, mode: "no-cors" })).toBe("opaque");
    expect(await framed(page)).not.toContain("Overview");
    await expectUntouched(page);
    await leave();
  });
});

/** The content of our page in a frame on the attacker's page. */
async function framed(page: Page): Promise<string> {
  await page.setContent(`<iframe src="${seller.url}/app" title="Prize"></iframe>`, {
    waitUntil: "networkidle",
  });
  return page.frames()[1]!.locator("body").innerText();
}

/** Nothing was created, nobody was suspended, and the signed-in user still is. */
async function expectUntouched(page: Page): Promise<void> {
  expect(await customers()).not.toContain("Forged");
  await page.goto(`${seller.url}/app`);
  await sees(page, "Overview");
  const { text } = await ask(page, "GET", "/app/api/keys");
  expect((JSON.parse(text).keys as object[]).length).toBe(1);
}

describe.skipIf(hasNoBrowser)("a session", () => {
  test("that was stolen is useless once its owner has signed out", async () => {
    const { page, leave } = await enter();
    const cookies = await page.context().cookies();
    const thief = await browser.newContext(sizes.desktop);
    await thief.addCookies(cookies);
    const stolen = await thief.newPage();
    await stolen.goto(`${seller.url}/app`);
    await sees(stolen, "Overview");
    const { csrf_token } = JSON.parse((await ask(stolen, "GET", "/app/session")).text);

    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await sees(page, "Sign in");

    const known = { "x-csrf-token": csrf_token };
    const name = "Forged";
    expect(await ask(stolen, "GET", "/app/session")).toMatchObject({ status: 401 });
    expect(await ask(stolen, "GET", "/app/api/invoices")).toMatchObject({ status: 401 });
    expect(await ask(stolen, "POST", "/app/api/customers", { name }, known)).toMatchObject({ status: 401 });
    expect(await ask(stolen, "GET", "/operator/api/companies")).toMatchObject({ status: 401 });
    await stolen.goto(`${seller.url}/app/customers`);
    await sees(stolen, "Sign in");
    expect(await customers()).not.toContain(name);
    await Promise.all([leave(), thief.close()]);
  });

  test("is in a cookie that no script can read and no other site's form can send", async () => {
    const { page, leave } = await enter();
    const session = (await page.context().cookies()).filter(({ name }) => name.includes("session"));
    expect(session).toEqual([expect.objectContaining({ httpOnly: true, sameSite: "Lax", path: "/" })]);
    expect(await page.evaluate("document.cookie")).not.toContain("session");
    await leave();
  });

  test("gives no access to the public API", async () => {
    const { page, leave } = await enter();
    for (const path of ["/ping", "/invoices", "/customers", "/events"]) {
      expect(await ask(page, "GET", `/api/v1${path}`), path).toMatchObject({ status: 401 });
    }
    expect(await ask(page, "POST", "/api/v1/customers", { name: "Forged" })).toMatchObject({ status: 401 });
    expect(await customers()).not.toContain("Forged");
    await leave();
  });
});
