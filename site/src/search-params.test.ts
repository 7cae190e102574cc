import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-params.ts";

test.each(["365", "0012", "1e3", "true", "false", "null", "", '"x"', "[1]", "{}", " a b ", "é&=?#+%", "٣"])(
  "the value %j is the same text after it was written to the address and read again",
  (value) => {
    expect(parseSearch(stringifySearch({ q: value }))).toEqual({ q: value });
  },
);

test("a number that a link passes is text on the page", () => {
  expect(parseSearch(stringifySearch({ customer_id: 22 }))).toEqual({ customer_id: "22" });
});

test("values that are not given leave no trace in the address", () => {
  expect(stringifySearch({ a: undefined, b: null })).toBe("");
  expect(stringifySearch({ a: undefined, b: "1" })).toBe("?b=1");
});

test("a list of words stays legible", () => {
  expect(stringifySearch({ status: "open,partially_paid" })).toBe("?status=open,partially_paid");
});

test("of a name that is given twice, the last value counts", () => {
  expect(parseSearch("?status=open&status=paid")).toEqual({ status: "paid" });
});
