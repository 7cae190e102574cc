import { expect, test } from "vitest";
import { isIban, showIban } from "./iban.ts";

test.each([
  "DE89370400440532013000",
  "GB29NWBK60161331926819",
  "FR1420041010050500013M02606",
  "NO9386011117947",
])("%s is one", (text) => expect(isIban(text)).toBe(true));

test.each([
  ["a digit changed", "DE89370400440532013001"],
  ["two digits swapped", "DE89370400440532010300"],
  ["lower case", "de89370400440532013000"],
  ["too short", "DE8937040044"],
  ["no country", "1289370400440532013000"],
])("none: %s", (_, text) => expect(isIban(text)).toBe(false));

test("it is shown in groups of four", () => {
  expect(showIban("NO9386011117947")).toBe("NO93 8601 1117 947");
});
