import type { Browser, Cookie, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type Size, type VisitorOptions } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { ask, confirm, dialogOf, expectTotals, press } from "./dashboard.fixture.ts";
import { newExaminer } from "./examine.fixture.ts";
import { post, type Seller, startSeller } from "./seller.fixture.ts";
import { newPerson, type Person, signIn } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let owner: Person;
let cookies: Cookie[];
let invoice: { id: number };
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  // The names are in the order that used to mislead: the best match is the oldest.
  for (const name of ["Ada Stores Ltd", "Obi & Ada Trading", "Greenfield Farms Ibadan"])
    await post(seller, "/customers", { name });
  for (const [name, unit_price] of [
    ["Solar panel 450 W", 22_500],
    ["Cable for solar panels", 300],
    ["Panel", 900],
  ])
    await post(seller, "/products", { name, unit_price, tax_rate: 7.5 });
  const { customer } = await post(seller, "/customers", { name: "Adunni Obi", email: "adunni@example.com" });
  const lines = [
    { description: "Consulting", quantity: 3, unit_price: 25_000, tax_rate: 7.5 },
    { description: "Delivery to Ikeja", quantity: 1, unit_price: 15_000 },
  ];
  const notes = "Goods remain ours until paid.";
  ({ invoice } = (await post(seller, "/invoices", { customer_id: customer.id, lines, notes })) as {
    invoice: { id: number };
  });
  browser = await openBrowser(open);
  owner = await newPerson(seller, `--company ${seller.company.company_id} --role owner`);
  cookies = await enter(owner);
});
afterAll(() => open.disposeAsync());

async function enter(person: Person): Promise<Cookie[]> {
  const { page, leave } = await newVisitor(browser, seller.url);
  await signIn(page, seller.url, person);
  await sees(page, "Overview");
  const found = await page.context().cookies();
  await leave();
  return found;
}

async function visit(path: string, heading: string, size: Size = "desktop", habits: VisitorOptions = {}) {
  const visitor = await newVisitor(browser, seller.url, { size, cookies, ...habits });
  await visitor.page.goto(`${seller.url}${path}`);
  await sees(visitor.page, heading);
  return visitor;
}
const newInvoice = (size?: Size) => visit("/app/invoices/new", "New invoice", size);

const cell = (page: Page, line: number, column: string) => page.getByLabel(`Line ${line}: ${column}`);
const columns = ["Description", "Quantity", "Unit price", "Tax %"] as const;
/** The text of every cell, line by line. */
async function linesOf(page: Page): Promise<string[]> {
  const count = await page.getByLabel(/^Line \d+: Description$/).count();
  const lines = Array.from({ length: count }, async (_, index) =>
    Promise.all(columns.map((column) => cell(page, index + 1, column).inputValue())),
  );
  return (await Promise.all(lines)).map((cells) => cells.join(" | "));
}
const expectLines = (page: Page, ...lines: string[]) => expect.poll(() => linesOf(page)).toEqual(lines);
const focused = (page: Page) => page.evaluate<string>("document.activeElement.ariaLabel");
const expectFocus = (page: Page, name: string) => expect.poll(() => focused(page)).toBe(name);

async function chooseCustomer(page: Page, text: string): Promise<void> {
  const picker = page.getByLabel("Customer", { exact: true });
  await picker.fill(text);
  await page.getByRole("option", { name: text }).first().click();
  await expect.poll(() => picker.inputValue()).toContain(text);
}

/** What is stored, as the API answers. */
const storedInvoices = async () =>
  (await seller.operator.get("/invoices?limit=1&include=lines", seller.company)).body.invoices as {
    id: number;
    status: string;
    customer: { name: string };
    lines: { description: string; quantity: number }[];
  }[];

describe.skipIf(hasNoBrowser)("discounts and charges", () => {
  test("of lines and of the document change the totals at once, and are stored as they were shown", async () => {
    const { customer } = await post(seller, "/customers", {
      name: "Regular Ltd",
      default_discount_percent: 10,
    });
    const { page, leave } = await newInvoice();
    await chooseCustomer(page, "Regular Ltd");
    await cell(page, 1, "Description").fill("Work");
    await cell(page, 1, "Unit price").fill("1000");
    await cell(page, 1, "Tax %").fill("7.5");
    const whole = page.getByRole("region", { name: "On the whole document" });
    await expect.poll(() => whole.getByLabel("Discount 1: value").inputValue()).toBe("10");
    await page.getByRole("button", { name: "Details of line 1" }).click();
    await page.getByRole("button", { name: "Add discount" }).first().click();
    await page.getByLabel("Discount 1: value").first().fill("20");
    await page.getByLabel("Discount 1: reason").first().fill("Agreed");
    await whole.getByRole("button", { name: "Add charge" }).click();
    await whole.getByLabel("Charge 2: value").fill("30");
    await whole.getByLabel("Charge 2: percent or amount").selectOption("amount");
    await whole.getByLabel("Charge 2: reason").fill("Delivery");
    // 800, less 80, plus 30, and 7.5 % on 750.
    await expectTotals(page, /Discount\s+−₦80\.00.*Charges\s+₦30\.00.*Total\s+₦806\.25/s);
    if (process.env.BILLFOLD_SHOTS)
      await page.screenshot({ path: `${process.env.BILLFOLD_SHOTS}/editor-discounts.png`, fullPage: true });
    await page.getByLabel("Prices include tax").check();
    await expect.poll(() => page.getByLabel("Line 1: Price incl. tax").inputValue()).toBe("1,000");
    await expectTotals(page, /Total\s+₦750\.00/);
    await press(page, "Save draft");
    await page.getByText("Discount 20%: Agreed").waitFor();
    await page.getByRole("columnheader", { name: "Price incl. tax" }).waitFor();
    // Of 800, less 80, plus 30, 52.33 are tax; the line shows 800.
    await expectTotals(
      page,
      /Subtotal without tax\s+₦744\.18.*Discount\s+−₦74\.42.*Charges\s+Delivery\s+₦27\.91.*Tax \(7\.5%\)\s+₦52\.33\s+Total\s+₦750\.00/s,
    );
    const [stored] = (await storedInvoices()) as unknown as Record<string, unknown>[];
    expect(stored).toMatchObject({
      customer_id: customer.id,
      prices_include_tax: true,
      discounts: [{ percent: 10 }],
      charges: [{ amount: 30, reason: "Delivery" }],
      total: 750,
      lines: [{ discounts: [{ percent: 20, reason: "Agreed" }], discount_amount: 200 }],
    });
    await leave();
  });

  test("a discount of more than there is left is explained before it is sent", async () => {
    const { page, leave } = await newInvoice("phone");
    await cell(page, 1, "Description").fill("Work");
    await cell(page, 1, "Unit price").fill("100");
    const whole = page.getByRole("region", { name: "On the whole document" });
    await whole.getByRole("button", { name: "Add discount" }).click();
    await whole.getByLabel("Discount 1: percent or amount").selectOption("amount");
    await whole.getByLabel("Discount 1: value").fill("101");
    await page.getByText("A discount is larger than what is left to discount.").waitFor();
    if (process.env.BILLFOLD_SHOTS)
      await page.screenshot({
        path: `${process.env.BILLFOLD_SHOTS}/editor-discounts-phone.png`,
        fullPage: true,
      });
    await leave();
  });
});

describe.skipIf(hasNoBrowser)("the lines of an invoice", () => {
  test("are written, moved and removed with the keyboard alone", async () => {
    const { page, complaints, leave } = await newInvoice();
    await cell(page, 1, "Description").focus();
    await page.keyboard.type("Consulting");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await page.keyboard.type("3");
    await page.keyboard.press("Tab");
    await page.keyboard.type("25000");
    await page.keyboard.press("Tab");
    await page.keyboard.type("7.5");
    await page.keyboard.press("Enter");
    await expectFocus(page, "Line 2: Description");
    await page.keyboard.type("Delivery");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("15000");
    await expectLines(page, "Consulting | 3 | 25,000 | 7.5", "Delivery | 1 | 15000 | 7.5");
    await page.keyboard.press("ArrowUp");
    await expectFocus(page, "Line 1: Unit price");
    await page.keyboard.press("Enter");
    await expectFocus(page, "Line 2: Description");
    await page.keyboard.press("Enter");
    await expectFocus(page, "Line 3: Description");
    await page.keyboard.type("Packing");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+ArrowUp");
    await expectFocus(page, "Line 2: Description");
    await page.keyboard.press("Alt+ArrowUp");
    await expectLines(
      page,
      "Packing | 1 |  | 7.5",
      "Consulting | 3 | 25,000 | 7.5",
      "Delivery | 1 | 15,000 | 7.5",
    );
    await page.keyboard.press("Alt+Delete");
    await expectLines(page, "Consulting | 3 | 25,000 | 7.5", "Delivery | 1 | 15,000 | 7.5");
    await expectFocus(page, "Line 1: Description");
    await expectTotals(page, /Subtotal\s+₦90,000\.00.*Total\s+₦96,750\.00/s);
    expect(complaints).toEqual([]);
    await leave();
  });

  test("take a product that is found by its best match", async () => {
    const { page, leave } = await newInvoice();
    await cell(page, 1, "Description").focus();
    await page.keyboard.type("panel");
    const offered = page.getByRole("option");
    await expect
      .poll(async () => (await offered.allInnerTexts()).map((text) => text.split("\n")[0]))
      .toEqual(["Panel", "Cable for solar panels", "Solar panel 450 W"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expectLines(page, "Solar panel 450 W | 1 | 22,500 | 7.5");
    await expectTotals(page, /Total\s+₦24,187\.50/);
    await leave();
  });

  test("are made from rows that were copied from a spreadsheet", async () => {
    const { page, leave } = await newInvoice();
    await pasteInto(page, "Item\tQty\tPrice\tVAT\nSteel pipe\t12\t₦1,500.50\t7.5%\nValve\t2\t80\t0\n");
    await expectLines(page, "Steel pipe | 12 | 1,500.50 | 7.5", "Valve | 2 | 80 | 0");
    await expectTotals(page, /Subtotal\s+₦18,166\.00/);
    await leave();
  });

  test("are about 48 pixels high, and the total stays in view", async () => {
    const { page, leave } = await newInvoice("wide");
    await pasteInto(page, Array.from({ length: 20 }, (_, index) => `Item ${index}\t1\t100`).join("\n"));
    await expect.poll(async () => (await linesOf(page)).length).toBe(20);
    const heights = await page
      .getByRole("row")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights.slice(1, 20))).toBeLessThanOrEqual(50);
    for (const place of ["Item 0", "Item 19"]) {
      await cell(page, place === "Item 0" ? 1 : 20, "Description").scrollIntoViewIfNeeded();
      const { y, height } = (await page.getByRole("button", { name: "Save draft" }).boundingBox())!;
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeLessThanOrEqual(900);
    }
    await leave();
  });

  test("are moved by dragging", async () => {
    const { page, leave } = await newInvoice();
    await pasteInto(page, "One\t1\t1\nTwo\t1\t1\nThree\t1\t1");
    await page.getByTitle("Drag to move line 3").dragTo(cell(page, 1, "Quantity"));
    await expectLines(page, "Three | 1 | 1 | ", "One | 1 | 1 | ", "Two | 1 | 1 | ");
    await leave();
  });

  test("have their codes behind a button, and a text that can be read in full", async () => {
    const { page, leave } = await newInvoice("phone");
    await cell(page, 1, "Description").fill("A description that is far too long for a phone ".repeat(4));
    await page.getByRole("button", { name: "Details of line 1" }).click();
    expect(await page.getByLabel("Full text").inputValue()).toHaveLength(188);
    await page.getByLabel("HS code").fill("8541.43");
    expect(await page.getByLabel("HS code").inputValue()).toBe("8541.43");
    await leave();
  });
});

async function pasteInto(page: Page, text: string): Promise<void> {
  await cell(page, 1, "Description").focus();
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

describe.skipIf(hasNoBrowser)("the customer", () => {
  test("is offered by the best match, and Enter chooses it", async () => {
    const { page, leave } = await newInvoice();
    const picker = page.getByLabel("Customer", { exact: true });
    await picker.fill("Ada");
    await expect
      .poll(async () => (await page.getByRole("option").allInnerTexts()).slice(0, 3))
      .toEqual(["Ada Stores Ltd", "Obi & Ada Trading", "Greenfield Farms Ibadan"]);
    await picker.press("Enter");
    await expect.poll(() => picker.inputValue()).toBe("Ada Stores Ltd");
    await leave();
  });

  test("is created with the typed name when there is none", async () => {
    const { page, leave } = await newInvoice();
    const picker = page.getByLabel("Customer", { exact: true });
    await picker.fill("Zainab Bello");
    await page.getByRole("option", { name: "New customer “Zainab Bello”" }).waitFor();
    await picker.press("Enter");
    const dialog = dialogOf(page, "New customer");
    expect(await dialog.getByLabel("Name", { exact: true }).inputValue()).toBe("Zainab Bello");
    await press(dialog, "Save customer");
    await expect.poll(() => picker.inputValue()).toBe("Zainab Bello");
    await leave();
  });

  test("without a match is no reason to send the form", async () => {
    const { page, leave } = await visit("/app/invoices", "Invoices");
    await page.goto(`${seller.url}/app/sales/new`);
    await sees(page, "New sale");
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await cell(page, 1, "Description").fill("Work");
    await cell(page, 1, "Unit price").fill("5");
    await page.getByLabel(/^Customer/).fill("nobody of this name");
    await page.getByLabel(/^Customer/).press("Enter");
    await cell(page, 1, "Description").press("Enter");
    await expectFocus(page, "Line 2: Description");
    expect(sent).toEqual([]);
    expect(new URL(page.url()).pathname).toBe("/app/sales/new");
    await leave();
  });
});

describe.skipIf(hasNoBrowser)("errors", () => {
  test("are in the words of the page, and each disappears when its field is changed", async () => {
    const { page, complaints, leave } = await newInvoice();
    await press(page, "Save draft");
    await page.getByText("Please fix the highlighted fields.").waitFor();
    const texts = async () => (await page.getByRole("main").innerText()).split("\n");
    expect(await texts()).toContain("Choose a customer.");
    expect(await texts()).toContain("Enter a description, or choose a product.");
    await chooseCustomer(page, "Ada Stores Ltd");
    expect((await texts()).filter((text) => /customer of this company|Choose a customer/.test(text))).toEqual(
      [],
    );
    await cell(page, 1, "Description").fill("Work");
    await cell(page, 1, "Unit price").fill("1000");
    expect((await texts()).filter((text) => /Enter a|Please fix|required/.test(text))).toEqual([]);
    expect(await page.locator("[aria-invalid=true]").count()).toBe(0);
    expect(complaints).toEqual([]);
    await leave();
  });

  test("of the service stay with their line when it is moved, and go when it is corrected", async () => {
    const { page, leave } = await newInvoice();
    await chooseCustomer(page, "Ada Stores Ltd");
    await pasteInto(page, "One\t1\t100\nTwo\t1\t100");
    await page.getByRole("button", { name: "Details of line 2" }).click();
    await page.getByLabel("Unit code").fill("!!");
    await press(page, "Save draft");
    await expect.poll(() => page.getByLabel("Unit code").getAttribute("aria-invalid")).toBe("true");
    await press(page, "Move up");
    await expectLines(page, "Two | 1 | 100 | ", "One | 1 | 100 | ");
    expect(await page.getByLabel("Unit code").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Unit code").fill("HUR");
    expect(await page.locator("[aria-invalid=true]").count()).toBe(0);
    await leave();
  });
});

describe.skipIf(hasNoBrowser)("issuing from the editor", () => {
  test("asks first, and says what can't be undone", async () => {
    const { page, complaints, leave } = await newInvoice();
    await chooseCustomer(page, "Ada Stores Ltd");
    await pasteInto(page, "Roofing\t1\t1685600");
    await press(page, "Save and issue");
    const question = page.getByRole("alertdialog");
    expect(await question.innerText()).toMatch(/Ada Stores Ltd.*₦1,685,600\.00.*can’t edit or delete/s);
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect((await storedInvoices())[0]!.lines[0]!.description).not.toBe("Roofing");
    await press(page, "Save and issue");
    await confirm(page, "Issue invoice");
    await sees(page, "INV-");
    const [stored] = await storedInvoices();
    expect(stored).toMatchObject({ status: "open", customer: { name: "Ada Stores Ltd" } });
    expect(stored!.lines.map(({ description }) => description)).toEqual(["Roofing"]);
    expect(complaints).toEqual([]);
    await leave();
  });
});

describe.skipIf(hasNoBrowser)("unsaved work", () => {
  const write = async (page: Page) => {
    await chooseCustomer(page, "Ada Stores Ltd");
    await cell(page, 1, "Description").fill("Two days of work");
    await cell(page, 1, "Unit price").fill("40000");
  };

  test("is not left by a link or Back without a question, which can be denied", async () => {
    const { page, leave } = await visit("/app/customers", "Customers");
    await page.getByRole("navigation").getByRole("link", { name: "Invoices" }).first().click();
    await page.getByRole("link", { name: "New invoice" }).first().click();
    await sees(page, "New invoice");
    await write(page);
    const question = page.getByRole("alertdialog");
    await page.getByRole("navigation").getByRole("link", { name: "Products" }).first().click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.goBack();
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await cell(page, 1, "Description").inputValue()).toBe("Two days of work");
    await page.getByRole("navigation").getByRole("link", { name: "Products" }).first().click();
    await question.getByRole("button", { name: "Discard changes" }).click();
    await sees(page, "Products");
    await page.goto(`${seller.url}/app/invoices/new`);
    await sees(page, "New invoice");
    expect(await cell(page, 1, "Description").inputValue()).toBe("");
    await leave();
  });

  test("makes the browser ask before a reload, and is there again after it", async () => {
    const { page, complaints, leave } = await newInvoice();
    await write(page);
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await page.getByText(/^We restored your unsaved changes from \d/).waitFor();
    expect(asked).toEqual(["beforeunload"]);
    expect(await page.getByLabel("Customer", { exact: true }).inputValue()).toBe("Ada Stores Ltd");
    await expectLines(page, "Two days of work | 1 | 40,000 | ");
    await press(page, "Discard");
    await expectLines(page, " | 1 |  | ");
    expect(complaints).toEqual([]);
    await leave();
  });

  test("is kept for one person alone, and forgotten once it is saved", async () => {
    const { page, leave } = await newInvoice();
    await write(page);
    const kept = () =>
      page.evaluate<string[]>(
        "Object.keys(localStorage).filter((key) => key.startsWith('billfold.unsaved.'))",
      );
    await expect.poll(kept).toHaveLength(1);
    expect((await kept())[0]).toContain(`.${seller.company.company_id}.`);
    await press(page, "Save draft");
    await sees(page, "Draft");
    expect(await kept()).toEqual([]);
    await leave();
  });

  test("is forgotten on signing out", async () => {
    const { page, leave } = await visit("/app/sales/new", "New sale", "desktop", {
      cookies: await enter(await newPerson(seller, `--company ${seller.company.company_id} --role owner`)),
    });
    await cell(page, 1, "Description").fill("Secret order");
    const kept = () => page.evaluate<string>("JSON.stringify({ ...localStorage })");
    await expect.poll(kept).toContain("Secret order");
    await page.getByRole("button", { name: "Bola" }).first().click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await sees(page, "Sign in");
    expect(await kept()).not.toContain("Secret order");
    await leave();
  });

  test("of a sale, and of a draft that is changed, is there again after a reload", async () => {
    for (const [path, heading] of [
      ["/app/sales/new", "New sale"],
      [`/app/invoices/${invoice.id}/edit`, "Edit"],
    ] as const) {
      const { page, leave } = await visit(path, heading);
      page.on("dialog", (dialog) => void dialog.accept());
      await cell(page, 1, "Description").fill("Changed by hand");
      await page.reload();
      await page.getByText(/^We restored your unsaved changes/).waitFor();
      expect(await cell(page, 1, "Description").inputValue()).toBe("Changed by hand");
      await leave();
    }
  });

  test("of a draft that somebody else has changed meanwhile is offered, not forced", async () => {
    const { page, leave } = await visit(`/app/invoices/${invoice.id}/edit`, "Edit");
    page.on("dialog", (dialog) => void dialog.accept());
    await cell(page, 1, "Description").fill("My version");
    await expect
      .poll(() => page.evaluate<string>("JSON.stringify({ ...localStorage })"))
      .toContain("My version");
    await ask(page, "PATCH", `/app/api/invoices/${invoice.id}`, { notes: "Another version." });
    await page.reload();
    await page.getByText(/this record has been changed since then/).waitFor();
    expect(await cell(page, 1, "Description").inputValue()).toBe("Consulting");
    await press(page, "Restore my changes");
    expect(await cell(page, 1, "Description").inputValue()).toBe("My version");
    await leave();
  });

  test("in a dialog with several fields is not closed away without a question", async () => {
    const { page, leave } = await visit("/app/customers", "Customers");
    await press(page, "New customer");
    const dialog = dialogOf(page, "New customer");
    await dialog.getByLabel("Name", { exact: true }).fill("Half a customer");
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await dialog.getByLabel("Name", { exact: true }).inputValue()).toBe("Half a customer");
    await press(dialog, "Cancel");
    await question.getByRole("button", { name: "Discard changes" }).click();
    await dialog.waitFor({ state: "detached" });
    await leave();
  });
});

describe.skipIf(hasNoBrowser)("a page of settings", () => {
  test("is not left with unsaved changes without a question, and is after saving", async () => {
    const { page, leave } = await visit("/app/settings/company", "Company");
    const phone = page.getByLabel(/^Phone/);
    await phone.fill("+234 1 555 0100");
    const toProducts = page.getByRole("navigation").getByRole("link", { name: "Products" }).first();
    await toProducts.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    expect(await phone.inputValue()).toBe("+234 1 555 0100");
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
    await page.getByRole("button", { name: "Save" }).first().click();
    await saved;
    await toProducts.click();
    await sees(page, "Products");
    await leave();
  });
});

describe.skipIf(hasNoBrowser)("a copy of an invoice", () => {
  test("has the same customer, lines and notes, is dated today, and is stored only when it is saved", async () => {
    const { page, complaints, leave } = await visit(`/app/invoices/${invoice.id}`, "Draft");
    const before = (await storedInvoices())[0]!.id;
    await press(page, "More");
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await sees(page, "New invoice");
    expect(await page.getByLabel("Customer", { exact: true }).inputValue()).toBe("Adunni Obi");
    await expectLines(page, "Consulting | 3 | 25,000 | 7.5", "Delivery to Ikeja | 1 | 15,000 | 0");
    expect(await page.getByLabel("Invoice date").inputValue()).not.toBe("");
    expect((await storedInvoices())[0]!.id).toBe(before);
    await press(page, "Save draft");
    await sees(page, "Draft");
    expect((await storedInvoices())[0]!.id).not.toBe(before);
    expect(complaints).toEqual([]);
    await leave();
  });
});

describe.skipIf(hasNoBrowser)("the preview", () => {
  const preview = (page: Page) => page.getByRole("region", { name: "Preview of the invoice" });

  test("follows what is typed, beside the editor on a wide screen", async () => {
    const { page, complaints, leave } = await newInvoice("wide");
    await chooseCustomer(page, "Adunni Obi");
    await pasteInto(page, "Roofing\t2\t1000\t7.5");
    await page.getByLabel("Notes").fill("Thank you for your business.");
    await expect
      .poll(() => preview(page).innerText())
      .toMatch(
        /Lagos Works Ltd.*Adunni Obi.*adunni@example\.com.*Roofing.*Total\s+₦2,150\.00.*Thank you for your business\./s,
      );
    await press(page, "Hide preview");
    await preview(page).waitFor({ state: "detached" });
    await page.reload();
    await sees(page, "New invoice");
    expect(await preview(page).count()).toBe(0);
    expect(complaints).toEqual([]);
    await leave();
  });

  test("takes the place of the editor on a phone, and gives it back for an error", async () => {
    const { page, leave } = await newInvoice("phone");
    await press(page, "Preview");
    await expect.poll(() => preview(page).innerText()).toContain("No line items yet");
    expect(await cell(page, 1, "Description").isVisible()).toBe(false);
    await press(page, "Save draft");
    await page.getByText("Choose a customer.").first().waitFor();
    expect(await cell(page, 1, "Description").isVisible()).toBe(true);
    await leave();
  });
});

describe.skipIf(hasNoBrowser)("without faults on phone, tablet and large screen, light and dark, is", () => {
  test("an invoice with lines, errors and details open", async () => {
    const looks = ["phone", "tablet", "desktop", "wide"] as const;
    const examine = await newExaminer(browser, seller.url, { looks, cookies });
    await examine("editor-filled", async (page) => {
      await page.goto(`${seller.url}/app/invoices/new`);
      await sees(page, "New invoice");
      await pasteInto(
        page,
        "Solar panel 450 W, with frame, cable and inverter\t12\t1685600\t7.5\nDelivery\t1\t15000\t7.5\n\t1\t5",
      );
      await page.getByRole("button", { name: "Details of line 2" }).click();
      await press(page, "Save draft");
      await page.getByText("Please fix the highlighted fields.").waitFor();
    });
    await examine("editor-draft", async (page) => {
      await page.goto(`${seller.url}/app/invoices/${invoice.id}/edit`);
      await sees(page, "Edit");
      await expectLines(page, "Consulting | 3 | 25,000 | 7.5", "Delivery to Ikeja | 1 | 15,000 | 0");
    });
  });
});
