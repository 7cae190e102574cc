import { describe, expect, test } from "vitest";
import { markupOf } from "../../platform/html.ts";
import { invoiceTable } from "./invoice-table.ts";
import { renderCheckout } from "./page.ts";
import { checkoutTexts } from "./texts/texts.ts";
import { checkoutView, invoiceView, read } from "./view.fixture.ts";
import type { InvoiceView } from "./view.ts";

const table = (invoice: InvoiceView, currency = "NGN") => {
  const markup = markupOf(
    invoiceTable(checkoutTexts.en, invoice, currency, "Invoice details", [["To pay now", invoice.total]]),
  );
  const [open = "", folded = ""] = markup.split("<details>");
  const rows = (text: string) => text.match(/<tr><td>/g)?.length ?? 0;
  return { markup, text: read({ html: markup }), open: rows(open), folded: rows(folded) };
};

const line = (description: string, quantity: string, unitPrice: string, total: string) =>
  invoiceView(1, { lines: [{ description, quantity, unitPrice, discount: "0", charge: "0", total }] });

describe("an invoice on the page", () => {
  test("has its lines and sums in order", () => {
    expect(table(invoiceView(3)).text).toBe(
      [
        "Invoice details Item Amount",
        "Consulting, three days on site ₦75,000.00",
        "Solar panel 450 W, with frame 2 × ₦22,500.00 ₦45,000.00",
        "Delivery to Ikeja ₦15,000.00",
        "Subtotal ₦135,000.00 Tax (7.5%) ₦10,125.00 Invoice total ₦145,125.00 To pay now ₦145,125.00",
      ].join(" "),
    );
  });

  test.each([
    [1, 1, 0],
    [10, 10, 0],
    [12, 10, 2],
    [40, 10, 30],
  ])("of %i lines shows %i and folds %i away", (count, open, folded) => {
    expect(table(invoiceView(count))).toMatchObject({ open, folded });
    expect(table(invoiceView(count)).text).not.toContain("not listed");
  });

  test("of 500 lines counts those for which there is no room", () => {
    const { open, folded, text } = table(invoiceView(500));
    const [, unlisted] = /(\d+) more items are not listed here/.exec(text)!;
    expect(open).toBe(10);
    expect(folded).toBeGreaterThan(20);
    expect(open + folded + Number(unlisted)).toBe(500);
    expect(text).toContain(`Show ${folded} more items`);
  });

  test("cuts what is too long to read, between characters", () => {
    const { text } = table(line("👩".repeat(400), "1", "5", "5.00"));
    expect(text).toContain(`${"👩".repeat(119)}… ₦5.00`);
  });

  test("never rounds a price that is finer than the currency", () => {
    expect(table(line("Hours", "3", "10.555", "31.67")).text).toContain("Hours 3 × 10.555 ₦31.67");
    expect(table(line("Hours", "2.5", "10", "25"), "JPY").text).toContain("Hours 2.5 × ¥10 ¥25");
  });

  test("does not say once what is said already", () => {
    expect(table(line("Fee", "1.0", "5", "5.00")).text).toContain("Fee ₦5.00");
    expect(table(line("Fee", "1", "5", "4.00")).text).toContain("Fee 1 × ₦5.00 ₦4.00");
  });

  test("has each rate beside its tax, unless there are too many", () => {
    const at = (rates: number[]) =>
      table(
        invoiceView(1, {
          taxes: rates.map((rate) => ({ rate: String(rate), category: "S", amount: "100.00" })),
        }),
      ).text;
    expect(at([7.5, 5])).toContain("Tax (7.5%) ₦100.00 Tax (5%) ₦100.00 Invoice total");
    expect(at([1, 2, 3, 4, 5])).toContain("Subtotal ₦75,000.00 Tax ₦5,625.00 Invoice total");
    const untaxed = invoiceView(1, {
      taxTotal: "0.00",
      taxes: [{ rate: "0", category: "S", amount: "0.00" }],
    });
    expect(table(untaxed).text).toContain("Subtotal ₦75,000.00 Tax ₦0.00 Invoice total");
  });

  test("names a tax category in words, and the standard rate not at all", () => {
    const taxes = [
      { rate: "7.5", category: "S", amount: "100.00" },
      { rate: "0", category: "E", amount: "0.00" },
      { rate: "0", category: "AE", amount: "0.00" },
    ];
    expect(table(invoiceView(1, { taxes })).text).toContain(
      "Tax (7.5%) ₦100.00 Tax (0%) · Exempt ₦0.00 Tax (0%) · Reverse charge ₦0.00 Invoice total",
    );
  });

  test("tells what was paid before, if anything was", () => {
    const page = (settled: string, hasCredit = false) =>
      read(
        renderCheckout(checkoutView({ amount: "100000", invoice: invoiceView(3, { settled, hasCredit }) })),
      );
    expect(page("45125.00")).toContain("Already paid ₦45,125.00 To pay now ₦100,000.00");
    expect(page("45125.00", true)).toContain("Paid or credited ₦45,125.00 To pay now ₦100,000.00");
    expect(page("0")).not.toContain("Already paid");
  });
});
