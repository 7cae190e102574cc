import { expect, test } from "vitest";
import { toPlain } from "../../platform/values/money.ts";
import { parseTypedAmount } from "./form.ts";

const read = (text: string, language: "en" | "fr" = "en", currency = "NGN") => {
  const amount = parseTypedAmount(text, currency, language);
  return amount && toPlain(amount);
};

test.each([
  ["25", "en", "25"],
  ["25.50", "en", "25.5"],
  ["1,250.50", "en", "1250.5"],
  ["1,250", "en", "1250"],
  ["12,50", "en", "12.5"],
  ["1 250,50", "fr", "1250.5"],
  ["1\u202f250,50", "fr", "1250.5"],
  ["1250.50", "fr", "1250.5"],
] as const)("%s in %s is %s", (text, language, amount) => {
  expect(read(text, language)).toBe(amount);
});

test.each(["", "x", "1e3", "-5", "1.2.3", "1,2,3", "0x10", "٣", "1".repeat(13), "1.234"])(
  "%s is no amount",
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);

test("a currency without decimals takes none", () => {
  expect(read("100", "en", "JPY")).toBe("100");
  expect(read("100.5", "en", "JPY")).toBeUndefined();
});
