import { describe, expect, test } from "vitest";
import { originFault } from "./origins.ts";

describe("an origin that may be allowed", () => {
  test.each([
    "https://shop.example",
    "https://shop.example:8443",
    "https://xn--fsqu00a.example",
    "https://192.0.2.7",
    "https://[2001:db8::7]:8443",
    "http://localhost:3000",
    "http://shop.localhost",
    "http://127.0.0.1:4000",
    "http://[::1]:4000",
  ])("%s, everywhere", (origin) => {
    for (const environment of ["sandbox", "staging", "production"] as const) {
      expect(originFault(environment, origin)).toBeUndefined();
    }
  });

  test("http://shop.example, but not in production, where anybody on the way could change the page", () => {
    expect(originFault("sandbox", "http://shop.example")).toBeUndefined();
    expect(originFault("production", "http://shop.example")).toContain("https://");
    expect(originFault("production", "http://127.0.0.1.evil.example")).toContain("https://");
    expect(originFault("production", "http://localhost.evil.example")).toContain("https://");
  });
});

describe("what is no origin is refused, with what to write instead", () => {
  test.each([
    ["*", "wildcard"],
    ["https://*", "wildcard"],
    ["https://*.shop.example", "wildcard"],
    ["null", "such as https://shop.example"],
    ["", "such as https://shop.example"],
    ["shop.example", "such as https://shop.example"],
    ["//shop.example", "such as https://shop.example"],
    ["ftp://shop.example", "https://"],
    ["file:///index.html", "https://"],
    ["data:text/html,x", "https://"],
    ["https://shop.example/", "https://shop.example"],
    ["https://shop.example/panel", "https://shop.example"],
    ["https://shop.example?x=1", "https://shop.example"],
    ["https://shop.example#x", "https://shop.example"],
    ["https://user:secret@shop.example", "https://shop.example"],
    ["https://Shop.Example", "https://shop.example"],
    ["https://shop.example:443", "https://shop.example"],
    ["http://shop.example:80", "http://shop.example"],
    ["https://例.example", "https://xn--fsq.example"],
    [" https://shop.example", "https://shop.example"],
    ["https://shop.example\n", "https://shop.example"],
    ["https://0x7f.1", "https://127.0.0.1"],
  ])("%j", (origin, cure) => {
    expect(originFault("sandbox", origin)).toContain(cure);
  });
});
