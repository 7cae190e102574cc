import { expect, test } from "vitest";
import { likelyCountry } from "./likely-country.ts";

test("an American browser in Lagos is in Nigeria", () => {
  expect(likelyCountry("Africa/Lagos", "en-US")).toBe("NG");
});

test("a place that is no country's main time zone leaves the choice to the language's region", () => {
  expect(likelyCountry("America/Chicago", "en-US")).toBe("US");
  expect(likelyCountry("America/Chicago", "en")).toBe("");
});

test("without a place nothing is guessed", () => {
  expect(likelyCountry("UTC", "en-US")).toBe("");
  expect(likelyCountry("Etc/GMT+1", "en-US@posix")).toBe("");
});
