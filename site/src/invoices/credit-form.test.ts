import { expect, test } from "vitest";
import { partOf, toPartInput } from "./credit-form.ts";

const line = {
  id: 1,
  description: "Work",
  quantity: 2,
  unit_price: 100,
  tax_rate: 7.5,
  tax_category: "S" as const,
  exemption_reason: null,
  product_id: null,
  unit_code: "C62",
  hs_code: null,
  service_code: null,
  discounts: [],
  charges: [],
  gross_amount: 200,
  discount_amount: 0,
  charge_amount: 0,
  net_amount: 200,
  tax_amount: 15,
  total_amount: 215,
};

test("a part starts with the invoice's percentages, and without its fixed amounts", () => {
  const form = partOf({
    lines: [line],
    discounts: [{ percent: 10, reason: "Framework agreement" }, { amount: 20 }],
    charges: [{ amount: 5, reason: "Delivery" }],
  });
  expect(toPartInput(form)).toMatchObject({
    lines: [{ description: "Work", quantity: "2", unit_price: "100" }],
    discounts: [{ percent: "10", reason: "Framework agreement" }],
    charges: [],
  });
});

test("a part without any says so", () => {
  const form = partOf({ lines: [line], discounts: [], charges: [] });
  expect(toPartInput(form)).toMatchObject({ discounts: [], charges: [] });
});
