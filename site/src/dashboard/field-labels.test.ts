import { expect, test } from "vitest";
import { fieldLabel, withFieldLabels } from "./field-labels.ts";

test.each([
  ["lines[0].unit_price", "Line 1, unit price"],
  ["lines[12].product_id", "Line 13, product"],
  ["lines", "Lines"],
  ["lines[2]", "Line 3"],
  ["customer_id", "Customer"],
  ["address.postal_code", "Postal code"],
])("%s has the label %j", (field, name) => {
  expect(fieldLabel(field)).toBe(name);
});

test("messages name other fields by their labels on the page", () => {
  expect(withFieldLabels("is required unless product_id is given")).toBe(
    "is required unless product is given",
  );
  expect(withFieldLabels("must be a decimal number, such as 1500.50")).toBe(
    "must be a decimal number, such as 1500.50",
  );
});
