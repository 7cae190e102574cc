import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownPath } from "./local-redirect.ts";

describe("the target of a redirect", () => {
  test.each([
    ["/", "/"],
    ["/confirm", "/confirm"],
    ["/app/invoices?status=paid#top", "/app/invoices?status=paid#top"],
    ["/app/../docs", "/docs"],
    ["/app?to=//evil.example", "/app?to=//evil.example"],
    ["/a//b", "/a//b"],
    ["/é?q=ü", "/%C3%A9?q=%C3%BC"],
  ])("%s leads to %s", (given, path) => expect(ownPath(given)).toBe(path));

  test.each([
    "",
    "app",
    "//evil.example",
    "///evil.example",
    "/..//evil.example",
    "/../..//evil.example",
    "/.//evil.example",
    "/confirm/../..//evil.example/x",
    "/%2e%2e//evil.example",
    "/.%2E//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/..\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/..\r\n//evil.example",
    "/\u0000/evil.example",
    "/\u0085/evil.example",
    "https://evil.example/",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    `/${"a".repeat(2000)}`,
  ])("%j is refused", (given) => expect(ownPath(given)).toBeUndefined());

  test("stays on the site for every allowed value, as a browser reads it", () => {
    const piece = fc.constantFrom(
      "/",
      "//",
      "..",
      ".",
      "%2e",
      "\\",
      "@",
      ":",
      "?",
      "#",
      "\t",
      "evil.example",
      "a",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const path = ownPath(`/${pieces.join("")}`);
        if (path === undefined) return;
        expect(new URL(path, "https://pay.example").origin).toBe("https://pay.example");
        expect(ownPath(path)).toBe(path);
      }),
    );
  });
});
