import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../config/config.ts";
import { isAllowedBaseUrl } from "./base-urls.ts";

const allowed = ["https://api.authority.example", "https://proxy.example:8443/paystack/"];

describe("a base address in production", () => {
  test.each([
    "https://api.authority.example",
    "https://api.authority.example/",
    "https://API.authority.example/v1",
    "https://api.authority.example:443/v1/",
    "https://proxy.example:8443/paystack",
    "https://proxy.example:8443/paystack/v2",
  ])("is allowed by the list: %s", (url) => expect(isAllowedBaseUrl(allowed, url)).toBe(true));

  test.each([
    "https://evil.example",
    "http://api.authority.example",
    "https://api.authority.example:444",
    "https://api.authority.example.evil.example",
    "https://api.authority.example@evil.example",
    "https://sub.api.authority.example",
    "https://proxy.example:8443",
    "https://proxy.example:8443/paystack-mine",
    "https://proxy.example:8443/paystack/../mine",
    "https://proxy.example:8443/paystack/%2e%2e/mine",
    "https://proxy.example/paystack",
    "nonsense",
    "",
  ])("is not allowed by the list: %s", (url) => expect(isAllowedBaseUrl(allowed, url)).toBe(false));

  test("is never allowed by an empty list", () => expect(isAllowedBaseUrl([], allowed[0]!)).toBe(false));
});

describe("BILLFOLD_ALLOWED_BASE_URLS", () => {
  const production = (value?: string) =>
    readConfig({
      BILLFOLD_ENVIRONMENT: "production",
      BILLFOLD_BASE_URL: "https://api.example.com/api/v1",
      BILLFOLD_SITE_URL: "https://example.com",
      BILLFOLD_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}`,
      ...(value !== undefined && { BILLFOLD_ALLOWED_BASE_URLS: value }),
    }).allowedBaseUrls;

  test("is a list in production, empty by default, and unused elsewhere", () => {
    expect(production()).toEqual([]);
    expect(production(" https://a.example , https://b.example/v1,")).toEqual([
      "https://a.example",
      "https://b.example/v1",
    ]);
    expect(readConfig({ BILLFOLD_ALLOWED_BASE_URLS: "https://a.example" }).allowedBaseUrls).toBe("any");
  });

  test.each(["http://a.example", "a.example", "https://me:s3cr3t@a.example", "https://a.example?x=1", "*"])(
    "stops the start with %s, without its password",
    (value) => {
      expect(() => production(`https://fine.example,${value}`)).toThrow(
        /BILLFOLD_ALLOWED_BASE_URLS must be https:\/\/ URLs/,
      );
      expect(() => production(value)).not.toThrow(/s3cr3t/);
    },
  );
});
