import { expect, test } from "vitest";
import { isOfSite, isPage } from "./address.ts";

const portal = "https://pay.example/portal/";

test("a page of the service's site is one that buyers may be sent to", () => {
  expect(isOfSite("https://pay.example/checkout/pl_1_x", portal)).toBe(true);
});

test.each([
  "https://evil.example/checkout/pl_1_x",
  "https://pay.example.evil.example/",
  "https://pay.example@evil.example/",
  "http://pay.example/checkout/pl_1_x",
  "https://pay.example:444/",
  "javascript:alert(1)//https://pay.example/",
  "data:text/html,x",
  "/checkout/pl_1_x",
  "",
])("%s is not", (address) => {
  expect(isOfSite(address, portal)).toBe(false);
});

test("only http and https lead to pages", () => {
  expect(["https://a.example", "http://a.example", "HTTPS://A.example"].every(isPage)).toBe(true);
  expect(
    ["javascript:1", " javascript:1", "blob:https://a.example/1", "mailto:a@b.c", "//a"].some(isPage),
  ).toBe(false);
});
