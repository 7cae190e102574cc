import { describe, expect, test } from "vitest";
import { invoiceFor, openChecker } from "./authority.fixture.ts";

describe("exact sums", () => {
  test.each([
    ["line_extension_amount", 105.56, "105.55"],
    ["tax_exclusive_amount", 105.54, "105.55"],
    ["tax_inclusive_amount", 119.6, "119.59"],
    ["payable_amount", 119.58, "119.59"],
  ])("%s off by one hundredth is reported with the right value", async (name, wrong, right) => {
    const { business, issues } = await openChecker();
    const { legal_monetary_total } = invoiceFor(business);
    const changed = invoiceFor(business, {
      legal_monetary_total: { ...legal_monetary_total, [name]: wrong },
    });
    const [first] = await issues(changed);
    expect(first).toMatchObject({ field: `legal_monetary_total.${name}`, code: "total_mismatch" });
    expect(first?.message).toContain(right);
  });

  test("a line that a float would round down is refused: 3 × 10.555 is 31.67", async () => {
    const { business, issues } = await openChecker();
    const { invoice_line } = invoiceFor(business);
    const changed = invoiceFor(business, {
      invoice_line: [{ ...invoice_line[0], line_extension_amount: 31.66 }, invoice_line[1]],
    });
    expect((await issues(changed))[0]).toMatchObject({
      field: "invoice_line[0].line_extension_amount",
      message: expect.stringContaining("must be 31.67"),
    });
  });

  test("allowances, charges, discounts, fees, prepayments and rounding count", async () => {
    const { brief } = await openChecker();
    // 4 × 25 ÷ 2 = 50, less 10 %, plus 1.50: 46.50. Less 6.50, plus 10: 50. Plus 7.5 %: 53.75.
    const changes = {
      invoice_line: [
        {
          invoiced_quantity: 4,
          line_extension_amount: "46.50",
          discount_rate: 10,
          discount_amount: 5,
          fee_amount: 1.5,
          item: { name: "Rope" },
          price: { price_amount: 25, base_quantity: 2 },
        },
      ],
      allowance_charge: [
        { charge_indicator: false, amount: 6.5 },
        { charge_indicator: true, amount: 10 },
      ],
      tax_total: [
        {
          tax_amount: 3.75,
          tax_subtotal: [
            { taxable_amount: 50, tax_amount: 3.75, tax_category: { id: "STANDARD_VAT", percent: "7.5" } },
          ],
        },
      ],
      legal_monetary_total: {
        line_extension_amount: 46.5,
        tax_exclusive_amount: 50,
        tax_inclusive_amount: 53.75,
        prepaid_amount: 3,
        payable_rounding_amount: -0.75,
        payable_amount: 50,
      },
    };
    expect(await brief(changes)).toEqual([]);
    const [rope] = changes.invoice_line;
    expect(await brief({ ...changes, invoice_line: [{ ...rope, discount_amount: 6 }] })).toEqual([
      "invoice_line[0].discount_amount total_mismatch",
    ]);
  });

  test("taxable amounts must cover the invoice, and a category must match its rate", async () => {
    const { brief } = await openChecker();
    const subtotal = {
      taxable_amount: 73.88,
      tax_amount: 14.04,
      tax_category: { id: "ZERO_VAT", percent: 19 },
    };
    expect(await brief({ tax_total: [{ tax_amount: 14.04, tax_subtotal: [subtotal] }] })).toEqual([
      "tax_total[0].tax_subtotal[0].tax_category.percent category_percent",
      "tax_total total_mismatch",
    ]);
  });

  test.each([
    ["JPY", 100.5, "too_many_decimals"],
    ["NGN", 0.001, "too_many_decimals"],
    ["NGN", "1e3", "wrong_type"],
    ["NGN", true, "wrong_type"],
    ["NGN", "1234567890123456", "too_many_digits"],
  ])("an amount in %s of %s is %s", async (currency, amount, code) => {
    const { business, brief } = await openChecker();
    const { legal_monetary_total } = invoiceFor(business);
    const found = await brief({
      document_currency_code: currency,
      legal_monetary_total: { ...legal_monetary_total, payable_amount: amount },
    });
    expect(found).toContain(`legal_monetary_total.payable_amount ${code}`);
  });

  test("digits that a double would drop are not dropped", async () => {
    const { business, call } = await openChecker();
    const text = JSON.stringify(invoiceFor(business)).replace(
      '"payable_amount":119.59',
      '"payable_amount":119.59000000000000001',
    );
    const { body } = await call("POST", "/api/v1/invoice/validate", text);
    expect(body.error.details).toMatchObject([
      { field: "legal_monetary_total.payable_amount", code: "too_many_digits" },
    ]);
  });
});
