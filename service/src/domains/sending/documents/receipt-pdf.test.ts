import { describe, expect, test } from "vitest";
import { showMoment } from "../../../platform/values/format.ts";
import { moment, settings } from "./invoice.fixture.ts";
import { readPdf } from "./pdf.fixture.ts";
import { type Receipt, renderReceiptPdf } from "./receipt-pdf.ts";

const receipt: Receipt = {
  language: "en",
  left: null,
  settings,
  company: {
    name: "Lagos Works Ltd",
    tax_id: "87654321-0001",
    registration_number: null,
    email: "billing@lagosworks.example",
    phone: null,
    address: { line1: "4 Broad Street", city: "Lagos", country: "NG" },
  },
  paymentId: 310,
  amount: "145125",
  currency: "NGN",
  paidAt: new Date("2026-11-15T11:05:00.000Z"),
  timeZone: "Africa/Lagos",
  method: "bank_transfer",
  label: "Order 4711",
  invoices: [{ number: "INV-000042", amount: null }],
  gateway: "Paystack",
  gatewayReference: "T685312322670591",
  certificateNumber: null,
  amountRefunded: "0",
  buyerEmail: "buyer@example.com",
  proofUrl: "https://billing.example.com/i/in_12_345_AbCdEfGhIjKlMnOpQrStUv/proof",
  isSandbox: false,
  now: moment,
};
const printed = async (fields: Partial<Receipt> = {}) =>
  readPdf(await renderReceiptPdf({ ...receipt, ...fields }));

describe("a receipt", () => {
  test("says who got how much, when, how and for what", async () => {
    const { text, info, pages } = await printed();
    expect(text.split("\n").map((line) => line.trimEnd())).toEqual([
      ...["Lagos Works Ltd", "4 Broad Street", "Lagos", "Nigeria", "billing@lagosworks.example"],
      ...["Tax ID 87654321-0001", "Receipt", "Payment 310", "Amount paid (NGN)", "₦145,125.00"],
      ...[
        "Paid on",
        showMoment(receipt.paidAt, "Africa/Lagos", "en"),
        "For",
        "Order 4711",
        "Invoice",
        "INV-000042",
      ],
      ...["Payment method", "Bank transfer", "Payment service", "Paystack", "Reference", "T685312322670591"],
      ...["Buyer", "buyer@example.com", "Verify this receipt"],
      ...["Scan the code with your phone, or open this address:", receipt.proofUrl],
      ...["Lagos Works Ltd · Receipt 310", "1 / 1"],
    ]);
    expect(info).toMatchObject({ Title: "Receipt 310", Author: "Lagos Works Ltd" });
    expect(pages.length).toBe(1);
  });

  test("says nothing of what is not known", async () => {
    const unknown = { method: null, label: null, invoices: [], gateway: null };
    const { text } = await printed({ ...unknown, gatewayReference: null, buyerEmail: null });
    expect(text).not.toMatch(/null|For|Invoice|method|service|Reference|Buyer|Refunded|test/);
  });

  test("names every invoice that was paid, with its part", async () => {
    const invoices = [
      { number: "INV-000042", amount: "100000" },
      { number: "INV-000043", amount: "45125" },
    ];
    const { text } = await printed({ invoices });
    expect(text).toContain("Invoices \nINV-000042: ₦100,000.00 · INV-000043: ₦45,125.00");
  });

  test("of tax that the buyer withheld names the certificate, once it is there", async () => {
    const { text } = await printed({ method: "withholding_tax", certificateNumber: "WHT/2026/00417" });
    expect(text).toContain("Certificate no. \nWHT/2026/00417");
    expect((await printed({ method: "withholding_tax" })).text).not.toContain("Certificate");
  });

  test("notes what was refunded of it", async () => {
    const { text } = await printed({ amountRefunded: "45125.00" });
    expect(text).toContain("Refunded \n₦45,125.00 of ₦145,125.00");
  });

  test("of a test payment can't be taken for a real one", async () => {
    const { text } = await printed({ isSandbox: true });
    expect(text).toContain("Test payment. No real money was moved.");
    expect(text).toContain("TEST");
  });

  test("is one page, whatever it is given", async () => {
    const long = "W".repeat(250);
    const company = {
      ...{ name: long, tax_id: long, registration_number: long, email: long, phone: long },
      address: { line1: long, line2: long, city: long, region: long, postal_code: long, country: "NG" },
    };
    const texts = { label: long, method: long, gateway: long, gatewayReference: long, buyerEmail: long };
    const fields = {
      company,
      ...texts,
      invoices: Array.from({ length: 40 }, () => ({ number: long, amount: "1" })),
      amountRefunded: "1",
    };
    // No gateway takes withheld tax, so a receipt has one of the two.
    for (const either of [{}, { gateway: null, certificateNumber: long }]) {
      const { pages } = await printed({ ...fields, ...either });
      expect(pages.length).toBe(1);
      const body = pages[0]!.filter(({ role }) => role !== "Artifact");
      for (const { y } of body) expect(y).toBeGreaterThan(62);
    }
    const hostile = await printed({ label: "\n".repeat(500), buyerEmail: "<>&\u202e中" });
    expect(hostile.pages.length).toBe(1);
  });

  test("is the same to the last byte when it is the same", async () => {
    const [first, second] = [await renderReceiptPdf(receipt), await renderReceiptPdf(receipt)];
    expect(second.equals(first)).toBe(true);
  });
});
