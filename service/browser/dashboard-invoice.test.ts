import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, openBrowser, type Visitor } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { confirm, dialogOf, press } from "./dashboard.fixture.ts";
import { newExaminer } from "./examine.fixture.ts";
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
  owner = await signedInOwner(browser, seller, { size: "wide", expects: /422/ });
  page = owner.page;
});
afterAll(() => open.disposeAsync());

const lines = [{ description: "Solar panel", quantity: 2, unit_price: 842_800 }];

async function issued(customer: object = {}): Promise<{ id: number; customer: number; number: string }> {
  const made = await post(seller, "/customers", { name: "Ọlọ́runtóbi & Sons", kind: "consumer", ...customer });
  const draft = await post(seller, "/invoices", { customer_id: made.customer.id, lines });
  const { invoice } = await post(seller, `/invoices/${draft.invoice.id}/issue`);
  return { id: invoice.id, customer: made.customer.id, number: invoice.number };
}

const openInvoice = async (id: number) => {
  await page.goto(`${seller.url}/app/invoices/${id}`);
  await sees(page, "Timeline");
};

const choose = async (item: string) => {
  await press(page, "More");
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};

const timeline = () =>
  page.locator("section", { has: page.getByRole("heading", { name: "Timeline" }) }).innerText();

describe.skipIf(hasNoBrowser)("the page of an invoice", () => {
  test("says why the authority rejected it, and links to the record to fix", async () => {
    await post(seller, "/einvoicing/integration", { adapter: "sandbox" });
    const address = { line1: "12 Marina", city: "Lagos", country: "NG" };
    // The sandbox authority knows no business by this number.
    const { id, customer } = await issued({ kind: "business", tax_id: "TIN pending", address });
    await seller.operator.post(`/invoices/${id}/register`, seller.company, {});
    await openInvoice(id);
    const card = page.locator("section", {
      has: page.getByRole("heading", { name: "Registration with the revenue authority" }),
    });
    await card.getByText("The revenue authority rejected this invoice for the following reason:").waitFor();
    const { invoice } = (await seller.operator.get(`/invoices/${id}`, seller.company)).body;
    expect(invoice.fiscal_status).toBe("rejected");
    const reason = invoice.fiscal.errors[0].message as string;
    expect(await card.getByRole("listitem").first().innerText()).toBe(reason);
    expect(await timeline()).toContain(reason);
    await card.getByRole("link", { name: "Edit customer" }).click();
    await page.waitForURL(`**/app/customers/${customer}`);
  });

  test("calls an invoice that was credited in full and never paid credited, not paid", async () => {
    const { id } = await issued();
    await post(seller, `/invoices/${id}/credit_notes`, { reason: "Wrong address" });
    await openInvoice(id);
    const heading = page.locator("header", { has: page.getByRole("heading", { level: 1 }) });
    await heading.getByText("Credited", { exact: true }).waitFor();
    await expect.poll(timeline).toContain("Credited in full");
    expect(await page.getByRole("main").innerText()).not.toMatch(/Paid in full|^Paid$/m);
    expect((await seller.operator.get(`/invoices/${id}`, seller.company)).body.invoice.status).toBe("paid");
  });

  test("shows the balance due and an amount with separators, takes one, and names who recorded it", async () => {
    const { id, number } = await issued();
    await openInvoice(id);
    await press(page, "Record payment");
    const dialog = dialogOf(page, "Record a payment");
    await dialog.getByText("Balance due: ₦1,685,600.00").waitFor();
    const amount = dialog.getByLabel("Amount (NGN)");
    expect(await amount.inputValue()).toBe("1,685,600.00");
    await amount.fill("685,600");
    await amount.blur();
    expect(await amount.inputValue()).toBe("685,600.00");
    await press(dialog, "Record payment");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(timeline).toMatch(/₦685,600\.00 received\s+by bank transfer\s+.*by Bola/s);
    expect(await timeline()).toContain(`Issued as ${number}`);
    expect(await timeline()).toMatch(/Issued as .*\s+.*by API/);
    await press(page, "Payment link");
    const link = dialogOf(page, "Payment link");
    expect(await link.getByLabel("Amount (NGN)").inputValue()).toBe("1,000,000.00");
    await press(link, "Create link");
    await page.getByRole("img", { name: "QR code of the payment link" }).waitFor();
    await press(link, "Close");
    await expect.poll(timeline).toMatch(/Payment link for ₦1,000,000\.00 created\s+.*by Bola/);
  });

  test("explains an amount that is clicked, down to quantity and price", async () => {
    const { id } = await issued();
    await openInvoice(id);
    await page.locator("dl").getByRole("button", { name: "1,685,600.00" }).last().click();
    const dialog = dialogOf(page, "How this amount came about");
    await dialog.getByText("What is owed on the invoice").waitFor();
    await dialog.getByText("The total with tax").click();
    await dialog.getByText("The sum of the net amounts of the lines").click();
    await dialog.getByText("Line 1, Solar panel").click();
    await dialog.getByText("Quantity 2 × unit price 842800").waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
  });

  test("offers the PDF with the explanation of its amounts", async () => {
    const { id } = await issued();
    await openInvoice(id);
    const asked = page.context().waitForEvent("request", (request) => request.url().includes("explain.pdf"));
    await choose("PDF with explanation");
    expect(new URL((await asked).url()).pathname).toBe(`/app/api/invoices/${id}/explain.pdf`);
    const answer = await page.context().request.get((await asked).url());
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  });

  test("names who issued and voided it", async () => {
    const made = await post(seller, "/customers", { name: "Walk-in" });
    const draft = await post(seller, "/invoices", { customer_id: made.customer.id, lines });
    await openInvoice(draft.invoice.id);
    await press(page, "Issue");
    await confirm(page, "Issue");
    await expect.poll(timeline).toMatch(/Issued as INV-\d+\s+.*by Bola/);
    await choose("Void");
    await confirm(page, "Void");
    await expect.poll(timeline).toMatch(/Voided\s+.*by Bola/);
  });

  test("opens the PDF for printing, and copies its link", async () => {
    const { id } = await issued();
    await openInvoice(id);
    // Headless Chromium downloads a PDF instead of showing it, so the window is gone at once.
    const asked = page.context().waitForEvent("request", (request) => request.url().includes(".pdf"));
    await choose("Print");
    expect(new URL((await asked).url()).pathname).toBe(`/app/api/invoices/${id}.pdf`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await choose("Copy link");
    await page.getByText("Link copied.").first().waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`${seller.url}/app/invoices/${id}`);
  });

  test("keeps every value within its card at every width", async () => {
    const { id } = await issued();
    await post(seller, "/payments", { invoice_id: id, amount: 100 });
    await openInvoice(id);
    for (const width of [390, 820, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const outside = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll("section dd, section dt, section time")]
        .filter((element) => {
          const card = element.closest("section"), inner = card.getBoundingClientRect(), style = getComputedStyle(card);
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getBoundingClientRect().right > inner.right - parseFloat(style.paddingInlineEnd) + 0.5;
        }).map((element) => element.textContent)`);
      expect(outside, `${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(owner.complaints).toEqual([]);
  });

  test("has no faults on phone, tablet and large screen, light and dark", async () => {
    const { id } = await issued();
    await post(seller, "/payments", { invoice_id: id, amount: 100 });
    await post(seller, `/invoices/${id}/credit_notes`, { lines: [{ ...lines[0], unit_price: 1 }] });
    const cookies = await page.context().cookies();
    const examine = await newExaminer(browser, seller.url, { looks: ["phone", "tablet", "wide"], cookies });
    await examine("invoice", async (visited) => {
      await visited.goto(`${seller.url}/app/invoices/${id}`, { waitUntil: "networkidle" });
      await sees(visited, "Timeline");
    });
  });
});
