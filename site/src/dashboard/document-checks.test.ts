import { expect, test } from "vitest";
import { checkDocument } from "./document-checks.ts";
import { emptyDocument } from "./document-form.ts";
import { emptyLine } from "./lines/line-form.ts";

const customer = { value: "1", label: "Ada" };
const line = { ...emptyLine(), description: "Panel", unitPrice: "1,500.50", taxRate: "7.5" };
const check = (changes: object, dates = {}) =>
  checkDocument(
    { ...emptyDocument("NGN"), customer, lines: [line], ...changes },
    { needsCustomer: true, dates },
  )?.errors.map(({ field }) => field);

test("a complete document has no errors", () => {
  expect(check({})).toBeUndefined();
  expect(check({ lines: [{ ...emptyLine(), productId: 7 }] })).toBeUndefined();
});

test("an empty document lacks its customer, and the description and price of its line", () => {
  expect(check({ customer: null, lines: [emptyLine()] })).toEqual([
    "customer_id",
    "lines[0].description",
    "lines[0].unit_price",
  ]);
});

test.each([
  [{ quantity: "0" }, "quantity"],
  [{ quantity: "" }, "quantity"],
  [{ unitPrice: "-1" }, "unit_price"],
  [{ unitPrice: "ten" }, "unit_price"],
  [{ taxRate: "101" }, "tax_rate"],
  [{ taxRate: "x" }, "tax_rate"],
])("a line with %j is refused", (changes, field) => {
  expect(check({ lines: [line, { ...line, ...changes }] })).toEqual([`lines[1].${field}`]);
});

test("a blank line beside others is not sent, and so not refused", () => {
  expect(check({ lines: [emptyLine(), line, emptyLine()] })).toBeUndefined();
});

test("a date that can't be read is refused, and an empty one is not", () => {
  expect(check({}, { due_date: "soon" })).toEqual(["due_date"]);
  expect(check({}, { due_date: "" })).toBeUndefined();
});
