import { expect, test } from "vitest";
import { defaultWording, fillIn, placeholders, unknownPlaceholder } from "./wording.ts";

const values = {
  number: "INV-000007",
  amount: "₦145,125.00",
  due_date: "20 November 2026",
  customer: "Acme {amount} $& Ltd",
  company: "Lagos Works Ltd",
};

test("placeholders are filled in once, and what stands in a name is left as it is", () => {
  expect(fillIn("{customer}: {number}, {number}", values)).toBe(
    "Acme {amount} $& Ltd: INV-000007, INV-000007",
  );
});

test.each([
  ["Dear {customer}, {amount}", undefined],
  ["Dear {name}", "{name}"],
  ["{ number }", "{ number }"],
  ["{}", "{}"],
  ["a { brace and } more {Number}", "{ brace and }"],
  ["{constructor}", "{constructor}"],
])("in %j the unknown placeholder is %s", (text, unknown) => {
  expect(unknownPlaceholder(text)).toBe(unknown);
});

test.each([-3, 0, 1])("our own words of step %i name what is owed, in both languages", (days) => {
  for (const language of ["en", "fr"] as const) {
    const { subject, message } = defaultWording(days, language);
    expect(unknownPlaceholder(subject + message)).toBeUndefined();
    for (const name of placeholders.slice(0, 3)) expect(message).toContain(`{${name}}`);
    expect(fillIn(message, values)).not.toContain("{");
    expect(subject).toContain("{number}");
  }
});
