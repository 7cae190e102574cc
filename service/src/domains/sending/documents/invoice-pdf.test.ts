import { describe, expect, test } from "vitest";
import { readQr } from "../../../platform/qr.fixture.ts";
import { typeface } from "./fonts/inter.ts";
import { invoiceOf, print } from "./invoice.fixture.ts";
import { type InvoiceDocument, type InvoicePrint, renderInvoicePdf } from "./invoice-pdf.ts";
import { type Fragment, type ReadPdf, readPdf } from "./pdf.fixture.ts";

const printed = async (invoice: InvoiceDocument, changes: Partial<InvoicePrint> = {}) =>
  readPdf(await renderInvoicePdf(invoice, { ...print, ...changes }));
const linesOf = ({ text }: ReadPdf) => text.split("\n").map((line) => line.trimEnd());

/** Text that runs off the page or into the foot; there must be none. */
function strays({ pages }: ReadPdf): Fragment[] {
  return pages.flat().filter(({ x, y, size, text, role }) => {
    if (role === "Artifact") return false;
    const width = typeface("regular").widthOf(text.trimEnd(), size);
    return x < 49.9 || x + width > 552 || y < 60 || y > 800;
  });
}

describe("an invoice on paper", () => {
  test("says all that it must say", async () => {
    const lines = [
      { quantity: 2.5, unit_code: "HUR", unit_price: 45_000.5, hs_code: "8471.30" },
      {
        description: "Site visit",
        tax_rate: 0,
        tax_category: "E" as const,
        exemption_reason: "VAT Act, s. 3",
      },
    ];
    const paper = await printed(
      invoiceOf(lines, {
        notes: "Please quote the number.\nThank you.",
        amount_paid: 1000,
        amount_due: 254_938.84,
      }),
    );
    expect(linesOf(paper)).toEqual([
      ...["Lagos Works Ltd", "4 Broad Street", "Lagos", "Nigeria", "billing@lagosworks.example"],
      ...["Tax ID 87654321-0001", "Registration no. RC 7654321", "Invoice", "INV-000042"],
      ...["Bill to", "Acme Trading Ltd", "12 Marina", "Lagos 101241", "Nigeria", "accounts@acme.example"],
      ...["+234 803 000 0000", "Tax ID 12345678-0001", "Registration no. RC 1234567"],
      ...["Invoice date", "15 November 2026", "Due date", "15 December 2026", "Currency", "NGN"],
      ...["Amount due", "₦254,938.84"],
      ...["No.", "Description", "Quantity", "Unit price", "Tax", "Net", "Total"],
      ...["1", "Consulting, November", "HS code 8471.30"],
      ...["2.5 hours", "45,000.50", "7.5%", "112,501.25", "120,938.84"],
      ...["2", "Site visit", "Exempt: VAT Act, s. 3", "3", "45,000.00", "0%", "135,000.00", "135,000.00"],
      ...["Tax summary", "Category", "Rate", "Taxable", "Tax"],
      ...["7.5%", "112,501.25", "8,437.59", "Exempt", "0%", "135,000.00", "0.00"],
      ...["Subtotal", "₦247,501.25", "Tax", "₦8,437.59", "Total (NGN)", "₦255,938.84"],
      ...["Paid", "−₦1,000.00", "Amount due", "₦254,938.84"],
      ...["Notes", "Please quote the number.", "Thank you."],
      ...["Lagos Works Ltd · Tax ID 87654321-0001", "1 / 1"],
    ]);
  });

  test("says why it has discounts and charges, however long the reasons are", async () => {
    const discounts = [{ percent: 10, reason: "Framework\nagreement" }, { amount: 500 }];
    const paper = await printed(
      invoiceOf([{}], { discounts, charges: [{ amount: 700, reason: "Freight" }] }),
    );
    expect(linesOf(paper).join(" ")).toContain(
      "Discount −₦14,000.00 Framework agreement Charges ₦700.00 Freight",
    );
    const reason = "Because of what was agreed in the meeting ".repeat(5).slice(0, 200);
    const long = Array.from({ length: 5 }, (_, index) => ({ percent: 1, reason: `${index} ${reason}` }));
    for (const count of [1, 20, 26, 32]) {
      const lines = Array.from({ length: count }, () => ({}));
      expect(strays(await printed(invoiceOf(lines, { discounts: long, charges: long })))).toEqual([]);
    }
  });

  test("in another currency than the supplier's own says what it comes to in that, at which rate", async () => {
    const abroad = invoiceOf([{ quantity: 1, unit_price: 100 }], {
      currency: "USD",
      accounting_currency: "NGN",
      exchange_rate: 1534.25,
      tax_total_accounting: 11_506.88,
      total_accounting: 164_931.88,
    });
    const paper = await printed(abroad);
    expect(linesOf(paper).join(" ")).toContain(
      "Exchange rate 1 USD = 1,534.25 NGN Tax (NGN) ₦11,506.88 Total (NGN) ₦164,931.88",
    );
    expect(strays(paper)).toEqual([]);
    const unknown = { exchange_rate: null, tax_total_accounting: null, total_accounting: null };
    expect(linesOf(await printed({ ...abroad, ...unknown })).join(" ")).not.toMatch(/Exchange rate|NGN/);
    const small = { ...abroad, exchange_rate: 1e-10, tax_total_accounting: 0, total_accounting: 0 };
    expect(linesOf(await printed(small)).join(" ")).toContain("1 USD = 0.0000000001 NGN");
  });

  test("says nothing of what is not known", async () => {
    const nobody = { email: null, phone: null, tax_id: null, registration_number: null, address: null };
    const invoice = invoiceOf();
    const { text } = await printed({
      ...invoice,
      supplier: { name: "Sole Trader", ...nobody },
      customer: { name: "Somebody", kind: "consumer", ...nobody },
    });
    expect(text).toContain("Sole Trader\nInvoice\nINV-000042\nBill to\nSomebody\nInvoice date");
    expect(text).not.toMatch(/null|undefined|Tax ID/);
  });

  const amounts: [currency: string, price: number, reported: string][] = [
    ["JPY", 1200, "¥3,600"],
    ["KWD", 1200.125, "KWD 3,600.375"],
    ["INR", 1200.5, "₹3,601.50"],
    ["GHS", 1200.5, "GH₵3,601.50"],
    ["AFN", 1200.5, "AFN 3,601.50"],
    ["EUR", 1200.5, "€3,601.50"],
  ];
  test.each(amounts)("prints amounts in %s to the last digit", async (currency, unit_price, reported) => {
    const lines = linesOf(
      await printed(invoiceOf([{ unit_price, tax_rate: 0, tax_category: "Z" }], { currency })),
    );
    expect(lines.filter((line) => line === reported).length).toBe(4);
  });

  test("prints amounts of fifteen digits in full, and none overlaps another", async () => {
    const lines = [
      { quantity: 1, unit_price: 9_999_999_999_999.9, description: "A ship with all that is on it" },
      { quantity: 123_456_789.123456, unit_price: 1234.123456 },
    ];
    const paper = await printed(invoiceOf(lines));
    expect(linesOf(paper)).toEqual(
      expect.arrayContaining(["9,999,999,999,999.90", "123,456,789.123456", "1,234.123456"]),
    );
    const rows = Map.groupBy(paper.pages[0]!, ({ y }) => Math.round(y));
    for (const row of rows.values()) {
      const sorted = row.toSorted((a, b) => a.x - b.x);
      for (const [index, { x, text, size }] of sorted.entries()) {
        const next = sorted[index + 1];
        if (next) expect(x + typeface("regular").widthOf(text.trimEnd(), size)).toBeLessThan(next.x);
      }
    }
  });
});

describe("its state", () => {
  test("of a draft is printed on every page, and it has no number", async () => {
    const lines = Array.from({ length: 60 }, () => ({}));
    const { pages, text, info } = await printed(invoiceOf(lines, { status: "draft", number: null }));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page.map((piece) => piece.text)).toContain("DRAFT");
    expect(text).toContain("Draft 1042, not issued");
    expect(info.Title).toBe("Invoice Draft 1042");
  });

  test("of a void invoice is printed on every page, and nothing is due on it", async () => {
    const { pages, text } = await printed(
      invoiceOf(
        Array.from({ length: 60 }, () => ({})),
        { status: "void" },
      ),
    );
    for (const page of pages) expect(page.map((piece) => piece.text)).toContain("VOID");
    expect(text).not.toContain("Amount due");
  });

  test("of a paid invoice is printed, with the amounts paid, credited and refunded", async () => {
    const settled = { amount_paid: 100_000, amount_credited: 45_125, amount_due: 0, amount_refunded: 5000 };
    const { text } = await printed(invoiceOf([{}], { status: "paid", ...settled }));
    expect(text).toContain("\nPAID\n");
    expect(text).toContain(
      "Credited \n−₦45,125.00\nPaid \n−₦100,000.00\nAmount due \n₦0.00\nRefunded \n₦5,000.00",
    );
  });

  test.each(["open", "partially_paid", "uncollectible"] as const)("%s bears no mark", async (status) => {
    expect((await printed(invoiceOf([{}], { status }))).text).not.toMatch(
      /DRAFT|VOID|PAID|TEST|[Tt]est document/,
    );
  });

  test.each([
    ["open", "en", "TEST", "Test document. This is not a real invoice."],
    ["draft", "en", "TEST DRAFT", "Test document. This is not a real invoice."],
    ["void", "fr", "TEST ANNULÉE", "Document de test. Ce n’est pas une facture réelle."],
  ] as const)(
    "%s in a sandbox is marked as a test on every page (%s)",
    async (status, language, mark, said) => {
      const lines = Array.from({ length: 60 }, () => ({}));
      const { pages, text } = await printed(invoiceOf(lines, { status }), { isTest: true, language });
      expect(pages.length).toBeGreaterThan(1);
      for (const page of pages) expect(page.map((piece) => piece.text)).toContain(mark);
      expect(text).toContain(said);
    },
  );
});

describe("an invoice of many lines", () => {
  test("goes on over pages, with the table's head and the page's number on each", async () => {
    const lines = Array.from({ length: 500 }, (_, index) => ({
      description: `Item ${index + 1} of the list`,
    }));
    const paper = await printed(invoiceOf(lines));
    const count = paper.pages.length;
    expect(count).toBeGreaterThan(10);
    for (const [index, page] of paper.pages.entries()) {
      const texts = page.map(({ text }) => text);
      expect(texts.at(-1)).toBe(`${index + 1} / ${count}`);
      if (index > 0) expect(texts.slice(0, 2)).toEqual(["Lagos Works Ltd", "Invoice INV-000042"]);
      if (texts.some((text) => text.startsWith("Item "))) expect(texts).toContain("Unit price");
    }
    const items = paper.text.match(/^Item \d+ of the list$/gm);
    expect(items).toEqual(lines.map(({ description }) => description));
    expect(strays(paper)).toEqual([]);
    // The head is one for those who listen, however often it is printed.
    expect(paper.roles.filter((role) => role === "TH").length).toBe(7 + 4);
    expect(paper.roles.filter((role) => role === "TR").length).toBe(1 + 500 + 1 + 1);
  });

  test("lets others have their turn while it is drawn", async () => {
    let turns = 0;
    let isDrawn = false;
    const count = () => {
      turns++;
      if (!isDrawn) setImmediate(count);
    };
    setImmediate(count);
    await renderInvoicePdf(invoiceOf(Array.from({ length: 500 }, () => ({}))), print);
    isDrawn = true;
    expect(turns).toBeGreaterThan(20);
  });

  test("of many tax rates lists them all below the totals", async () => {
    const lines = Array.from({ length: 90 }, (_, index) => ({ tax_rate: index + 1 }));
    const paper = await printed(invoiceOf(lines));
    const summary = paper.text.slice(paper.text.indexOf("Tax summary"));
    expect(summary.match(/^\d+%$/gm)?.length).toBe(90);
    expect(summary).not.toMatch(/Standard|Category/);
    expect(strays(paper)).toEqual([]);
  });

  test("has the reason for which the buyer withholds tax below the amount, however long it is", async () => {
    const reason =
      "Section 78 of the Companies Income Tax Act: professional services of a resident company ".repeat(2);
    const withheld = {
      withholding: { rate: 5, reason },
      withholding_amount: 6_750,
      amount_payable: 138_375,
    };
    const paper = await printed(invoiceOf([{}], withheld));
    const words = paper.text.replaceAll(/\s+/g, " ");
    expect(words).toMatch(
      /Withholding tax \(5%\) deducted by the buyer .* Section 78 of the Companies Income Tax Act/,
    );
    expect(words).toContain(`${reason.trim()} Amount payable`);
    expect(strays(paper)).toEqual([]);
  });

  test("breaks what no page can hold, and keeps what one can", async () => {
    const description = Array.from(
      { length: 20 },
      (_, index) => `Paragraph ${index + 1} ${"word ".repeat(8)}`,
    );
    const tall = { description: description.join("\n") };
    const paper = await printed(invoiceOf([tall, tall, tall, tall]));
    for (const page of paper.pages) {
      const texts = page.map(({ text }) => text).join("\n");
      expect(texts.match(/^Paragraph 1 /gm)?.length).toBe(texts.match(/^Paragraph 20 /gm)?.length);
    }
    const endless = { description: "W".repeat(1000), exemption_reason: "W".repeat(500) };
    expect(
      strays(await printed(invoiceOf([endless], { notes: "a\n".repeat(2500), po_number: "W".repeat(50) }))),
    ).toEqual([]);
  });
});

describe("a registered invoice", () => {
  const registered = { irn: "INV000042-94ND90NR-20261115", fiscal_status: "registered" as const };
  const codeOf = ({ images: [image] }: ReadPdf) => readQr(image!);

  test("shows its reference, and the code that the authority gave", async () => {
    const qr = Buffer.alloc(258, 7).toString("base64");
    const paper = await printed(invoiceOf([{}], { ...registered, fiscal: { qr } }));
    expect(paper.text).toContain("Registered with the revenue authority");
    expect(paper.text).toContain(registered.irn);
    expect(codeOf(paper)).toBe(qr);
  });

  test.each([null, {}, { qr: 7 }, { qr: "" }, { qr: "x".repeat(5000) }])(
    "shows its reference as a code where it was given %j",
    async (fiscal) => {
      expect(codeOf(await printed(invoiceOf([{}], { ...registered, fiscal })))).toBe(registered.irn);
    },
  );

  test("is the only one to show a code", async () => {
    const { images, text } = await printed(invoiceOf());
    expect([images, text.includes("IRN")]).toEqual([[], false]);
  });
});
