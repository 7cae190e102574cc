import { expect, test } from "vitest";
import { countryCodeOf } from "./country-names.ts";

test.each([
  ["Nigeria", "NG"],
  ["NIGERIA ", "NG"],
  ["ng", "NG"],
  ["Côte d’Ivoire", "CI"],
  ["Cote d'Ivoire", "CI"],
  ["Allemagne", "DE"],
  ["United Kingdom", "GB"],
  ["UK", "GB"],
  ["Bénin", "BJ"],
])("%s is %s", (cell, code) => {
  expect(countryCodeOf(cell)).toBe(code);
});

test("what names no country stays as it is, and validation rejects it", () => {
  expect(countryCodeOf("Atlantis")).toBe("Atlantis");
  expect(countryCodeOf("")).toBe("");
});
