import { describe, expect, test } from "vitest";
import { renderReceipt } from "./receipt-page.ts";
import { checkoutView, paid, read } from "./view.fixture.ts";
import type { CheckoutView, ReceiptView } from "./view.ts";

const receipt = (fields: Partial<ReceiptView> = {}, around: Partial<CheckoutView> = {}) => {
  const state = { ...paid, receipt: { ...paid.receipt, ...fields } };
  return renderReceipt({ ...checkoutView(around), state });
};

describe("a receipt", () => {
  test("links to the page that proves its invoice, if there is one", () => {
    const shown = (proof: string | null) => renderReceipt({ ...checkoutView(), state: paid }, proof).html;
    expect(shown("/i/in_1_2_x/proof")).toContain(
      '<a class="button other" href="/i/in_1_2_x/proof">Verify this document</a>',
    );
    expect(shown(null)).not.toContain("Verify this document");
  });

  test("tells who was paid, how much, for what, when, how, and under which names", () => {
    const page = receipt();
    expect(page.status).toBe(200);
    expect(page.html).toContain("<title>Receipt: ₦145,125.00 paid to Acme Trading Ltd</title>");
    const text = read(page);
    for (const fact of [
      "Receipt ₦145,125.00 NGN",
      "Paid to Acme Trading Ltd",
      "For Order 4711",
      "Invoice INV-000123",
      "Paid on 15 November 2026 at 12:04",
      "Payment method Card",
      "Payment no. 1042",
      "Processed by Paystack",
      "Transaction T685312322670591",
      "Delivery to Ikeja ₦15,000.00",
      "Invoice total ₦145,125.00 This payment ₦145,125.00",
    ]) {
      expect(text).toContain(fact);
    }
  });

  test("leaves out what is not known, and the invoice where there is none", () => {
    const text = read(
      receipt({ method: null, gatewayReference: null }, { gatewayTitle: null, invoice: null }),
    );
    expect(text).not.toMatch(/method|Processed by|Transaction|Invoice|Item/);
  });

  test("leads to the PDF and back, also below a path", () => {
    const { html } = receipt({}, { checkoutUrl: "https://x.example/pay/checkout/pl_1_a" });
    expect(html).toContain('href="/pay/checkout/pl_1_a/receipt.pdf"');
    expect(html).toContain('href="/pay/checkout/pl_1_a"');
  });

  test("tells what was refunded since", () => {
    expect(read(receipt({ amountRefunded: "20000" }))).toContain("Refunded ₦20,000.00");
    expect(read(receipt({ amountRefunded: "0.00" }))).not.toContain("Refunded");
  });

  test("of a part says what is left of the invoice", () => {
    expect(read(receipt({}, { left: "72562.50" }))).toContain("Still to pay ₦72,562.50");
    expect(read(receipt())).not.toContain("Still to pay");
  });

  test("reads a short word as people write it", () => {
    expect(read(receipt({ method: "bank_transfer" }))).toContain("Payment method Bank transfer");
  });

  test("of a test is no proof of payment, and says so beside the amount too", () => {
    expect(read(receipt({}, { isSandbox: true }))).toContain(
      "No money was paid, and this is not a proof of payment.",
    );
  });
});
