import { expect, test } from "vitest";
import { readQr } from "../../../platform/qr.fixture.ts";
import { invoiceOf, print, settings } from "./invoice.fixture.ts";
import { type InvoiceDocument, renderInvoicePdf } from "./invoice-pdf.ts";
import { readPdf } from "./pdf.fixture.ts";

const pageUrl = "https://billing.example.com/i/in_12_345_AbCdEfGhIjKlMnOpQrStUv";
const account = {
  ...{ currency: "NGN", name: "Lagos Works Ltd", bank: "First Bank", iban: null },
  ...{ account_number: "2031234567", bic: "FBNINGLA", sort_code: null },
};

async function printed(fields: Partial<InvoiceDocument> = {}, given: Partial<typeof print> = {}) {
  const file = await renderInvoicePdf(invoiceOf([{}, {}, {}], fields), { ...print, pageUrl, ...given });
  return { ...readPdf(file), raw: file.toString("latin1") };
}

test("code and link lead to the buyer's page", async () => {
  const { images, raw, text, roles, pages } = await printed();
  expect(images.map(readQr)).toEqual([pageUrl]);
  expect(raw.match(/\/URI \(([^)]*)\)/g)).toEqual([`/URI (${pageUrl})`]);
  expect(text.replaceAll("\n", "")).toContain(pageUrl);
  expect(text).toContain("View and pay online");
  expect(roles).toContain("Link");
  expect(pages).toHaveLength(1);
});

test("accounts of the invoice's currency are shown, with the reference to give", async () => {
  const accounts = [
    account,
    { ...account, bank: "Commerzbank", account_number: null, iban: "DE89370400440532013000" },
    { ...account, currency: "EUR", bank: "Banque Populaire" },
  ];
  const { text, pages } = await printed({}, { settings: { ...settings, bank_accounts: accounts } });
  expect(text).toContain(
    "Bank transfer\nFirst Bank\nAccount name: Lagos Works Ltd\nAccount number: 2031234567\nBIC: FBNINGLA",
  );
  expect(text).toContain("IBAN: DE89 3704 0044 0532 0130 00");
  expect(text).toContain("reference INV-000042");
  expect(text).not.toContain("Banque Populaire");
  expect(pages).toHaveLength(1);
});

test.each([
  ["paid", { status: "paid", amount_due: 0, amount_payable: 0 }],
  ["void", { status: "void" }],
] as const)("nobody is asked to pay what is %s", async (_, fields) => {
  const { text } = await printed(fields, { settings: { ...settings, bank_accounts: [account] } });
  expect(text).toContain("View online");
  expect(text).not.toMatch(/Bank transfer|pay online/);
});

test("a draft has no page", async () => {
  const { images, raw } = await printed({ status: "draft" }, { pageUrl: null });
  expect([images, raw.includes("/URI")]).toEqual([[], false]);
});

test("as many long accounts as a currency may have stay on the page", async () => {
  const long = { ...account, name: "W".repeat(100), bank: "B".repeat(100), sort_code: "9".repeat(20) };
  const bank_accounts = [long, long, long, long];
  const { pages } = await printed({}, { settings: { ...settings, bank_accounts } });
  for (const page of pages) for (const { y } of page) expect(y).toBeGreaterThan(10);
  expect(pages).toHaveLength(2);
});

test("the accent colours headings in a shade that can be read; the footer is on every page", async () => {
  const look = { ...settings, accent_colour: "#ffd400", footer: "Thank you for your business" };
  const lines = Array.from({ length: 60 }, () => ({}));
  const file = await renderInvoicePdf(invoiceOf(lines), { ...print, settings: look });
  const { pages } = readPdf(file);
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page.map(({ text }) => text)).toContain("Thank you for your business");
});
