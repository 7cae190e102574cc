import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type Visitor } from "./browser.fixture.ts";
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
  await post(seller, "/einvoicing/integration", { adapter: "sandbox" });
  browser = await openBrowser(open);
  owner = await signedInOwner(browser, seller, { size: "wide" });
  page = owner.page;
});
afterAll(() => open.disposeAsync());

type Made = { id: number; number: string };

const address = { line1: "12 Marina", city: "Lagos", country: "NG" };
const lines = [{ description: "Solar panel", quantity: 2, unit_price: 842_800 }];

async function draft(customer: object = {}): Promise<number> {
  const made = await post(seller, "/customers", {
    name: "Adunni Obi",
    kind: "consumer",
    address,
    ...customer,
  });
  return (await post(seller, "/invoices", { customer_id: made.customer.id, lines })).invoice.id;
}

async function issued(customer: object = {}): Promise<Made> {
  const { invoice } = await post(seller, `/invoices/${await draft(customer)}/issue`);
  return { id: invoice.id, number: invoice.number };
}

const stored = async (id: number) =>
  (await seller.operator.get(`/invoices/${id}`, seller.company)).body.invoice;

const bar = () => page.getByRole("region", { name: "Selected invoices" });
const row = (name: string) =>
  page.locator("tbody tr", { has: page.getByRole("checkbox", { name: `Select ${name}`, exact: true }) });

async function select(path: string, names: readonly string[]): Promise<void> {
  await page.goto(`${seller.url}${path}`);
  for (const name of names) await row(name).getByRole("checkbox").check();
  await bar().getByText(`${names.length} invoices selected`).waitFor();
}

/** The button at the end of the dialog, not the cross in its corner. */
const close = (dialog: Locator) => dialog.getByRole("button", { name: "Close", exact: true }).last().click();

describe.skipIf(hasNoBrowser)("selected invoices are registered together", () => {
  test("drafts are issued first, and what the authority rejects is named with its reason", async () => {
    const fine = await issued();
    const draftId = await draft();
    // The sandbox authority knows no business by this number.
    const refused = await issued({ kind: "business", tax_id: "TIN pending" });
    const names = [fine.number, `Draft ${draftId}`, refused.number];
    await select("/app/invoices", names);
    await press(bar(), "Register (3)");
    const question = dialogOf(page, "Register 3 invoices?");
    const asked = await question.innerText();
    for (const name of names) expect(asked).toContain(name);
    await press(question, "Register 3 invoices");

    const result = dialogOf(page, "2 invoices sent.");
    await result.waitFor();
    const { fiscal_status, fiscal } = await stored(refused.id);
    expect(fiscal_status).toBe("rejected");
    const said = await result.innerText();
    expect(said).toContain("1 invoice failed");
    expect(said).toContain(`${refused.number} ${fiscal.errors[0].message}`);
    await close(result);
    await bar().waitFor({ state: "detached" });

    const registered = await stored(draftId);
    for (const invoice of [await stored(fine.id), registered]) {
      expect(invoice).toMatchObject({ status: "open", fiscal_status: "registered" });
      expect(invoice.fiscal.irn).toMatch(/\S/);
      await row(invoice.number).getByText("Registered", { exact: true }).waitFor();
    }
    await row(refused.number).getByText("Rejected", { exact: true }).waitFor();
    expect(await row(`Draft ${draftId}`).count()).toBe(0);
    expect(owner.complaints).toEqual([]);
  });

  test("those that are registered already can neither be registered again nor voided", async () => {
    const done = await issued();
    await post(seller, `/invoices/${done.id}/register`);
    const before = await stored(done.id);
    const other = await issued();
    await select("/app/invoices", [done.number, other.number]);
    expect(await bar().getByRole("button").allInnerTexts()).toEqual([
      "Register (1)",
      "Void (1)",
      "Clear selection",
    ]);
    await press(bar(), "Register (1)");
    const question = dialogOf(page, "Register 1 invoice?");
    expect(await question.innerText()).toContain("1 selected invoice is skipped");
    await press(question, "Register invoice");
    const result = dialogOf(page, "1 invoice sent.");
    await result.waitFor();
    await close(result);
    expect((await stored(other.id)).fiscal_status).toBe("registered");
    expect(await stored(done.id)).toEqual(before);
    expect(owner.complaints).toEqual([]);
  });
});

describe.skipIf(hasNoBrowser)("selected invoices are voided together", () => {
  test("only after a confirmation: cancelling it changes nothing, and keeps the selection", async () => {
    const made = [await issued(), await issued()];
    const before = await Promise.all(made.map(({ id }) => stored(id)));
    await select(
      "/app/invoices?status=open",
      made.map(({ number }) => number),
    );
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    const question = dialogOf(page, "Void 2 invoices?");
    const ways = [
      () => press(question, "Cancel"),
      () => page.keyboard.press("Escape"),
      () => press(question, "Close"),
    ];
    for (const cancel of ways) {
      await press(bar(), "Void (2)");
      await question.waitFor();
      const asked = await question.innerText();
      expect(asked).toContain("This cannot be undone.");
      for (const { number } of made) expect(asked).toContain(number);
      await cancel();
      await question.waitFor({ state: "detached" });
      await bar().getByText("2 invoices selected").waitFor();
    }
    expect(sent).toEqual([]);
    for (const { number } of made) await row(number).getByText("Open", { exact: true }).waitFor();
    expect(await Promise.all(made.map(({ id }) => stored(id)))).toEqual(before);
    expect(owner.complaints).toEqual([]);
  });

  test("and leave the open ones; one that was paid meanwhile stays, and is named with the reason", async () => {
    const [first, second, paid] = [await issued(), await issued(), await issued()];
    const names = [first.number, second.number, paid.number];
    const visitor = await newVisitor(browser, seller.url, {
      size: "wide",
      cookies: await page.context().cookies(),
      expects: /409|422/,
    });
    page = visitor.page;
    await select("/app/invoices?status=open", names);
    await post(seller, "/payments", { invoice_id: paid.id, amount: "1000" });
    await press(bar(), "Void (3)");
    const question = dialogOf(page, "Void 3 invoices?");
    await press(question, "Void 3 invoices");
    const result = dialogOf(page, "2 invoices voided.");
    await result.waitFor();
    expect(await result.innerText()).toMatch(new RegExp(`1 invoice failed\\s+${paid.number} \\S`));
    await close(result);
    await bar().waitFor({ state: "detached" });
    for (const name of names) await expect.poll(() => row(name).count()).toBe(0);
    for (const { id } of [first, second]) expect((await stored(id)).status).toBe("void");
    expect(await stored(paid.id)).toMatchObject({ status: "partially_paid", amount_paid: 1000 });
    await page.goto(`${seller.url}/app/invoices?status=void`);
    for (const { number } of [first, second]) await row(number).getByText("Void", { exact: true }).waitFor();
    expect(await row(paid.number).count()).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});
