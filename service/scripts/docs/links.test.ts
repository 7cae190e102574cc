import { expect, test } from "vitest";
import { addressOf, asServed, withPlaceholders } from "./links.ts";

test.each([
  ["webhooks.md", "/docs/webhooks"],
  ["e-invoicing.md#settings", "/docs/e-invoicing#settings"],
  ["guides/quickstart.md", "/docs/quickstart"],
  ["../README.md", "/docs"],
  ["../openapi.json", "/docs/reference"],
  ["../../openapi.json", "/docs/reference"],
  ["#scopes", "#scopes"],
  ["https://example.com/a?b#c", "https://example.com/a?b#c"],
  ["/docs/reference", "/docs/reference"],
])("%s leads to %s", (href, address) => {
  expect(addressOf(href)).toBe(address);
});

test.each([
  "../../README.md",
  "../decisions/0001-postgresql-only-embedded-by-default.md",
  "javascript:alert(1)",
  "data:text/html,x",
  "//evil.example",
])("%s leads nowhere", (href) => {
  expect(addressOf(href)).toBeUndefined();
});

test("Markdown that is served links to what is served, and leaves snippets alone", () => {
  const page =
    "[a](webhooks.md#an-event), [b](../README.md), [c](../../openapi.json), [d](../../README.md), [e](#x)\n";
  const code = "```sh\necho '[a](webhooks.md)'\n```\n";
  expect(asServed(page + code)).toBe(
    `[a](/docs/webhooks.md#an-event), [b](/docs/README.md), [c](https://base-url.billfold.invalid/openapi.json), d, [e](#x)\n${code}`,
  );
});

test("snippets leave room for the addresses of the service that shows them, its API apart from its site", () => {
  const text = "API=http://127.0.0.1:8080/api/v1\nopen http://127.0.0.1:8080/docs, not http://127.0.0.1:3000";
  expect(withPlaceholders(text)).toBe(
    "API=https://base-url.billfold.invalid\nopen https://site-url.billfold.invalid/docs, not http://127.0.0.1:3000",
  );
});
