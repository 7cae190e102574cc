import { expect, test } from "vitest";
import { returnPath } from "./return-path.ts";

test.each([
  ["/app/invoices?status=paid", "/app/invoices?status=paid"],
  ["/operator", "/operator"],
  [undefined, "/app"],
  ["/sign-in", "/app"],
  ["/application", "/app"],
  ["https://evil.example/app", "/app"],
  ["//evil.example/app", "/app"],
  ["/\\evil.example/app", "/app"],
  ["/app/..//evil.example", "/app"],
  ["/app/../operator?tab=1", "/operator?tab=1"],
  ["javascript:alert(1)", "/app"],
])("after signing in, %s leads to %s", (requested, path) => {
  expect(returnPath(requested)).toBe(path);
});
