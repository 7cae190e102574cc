import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { placeWithin } from "./place-within.ts";

beforeAll(() => void vi.stubGlobal("location", { origin: "https://pay.example" }));
afterAll(() => void vi.unstubAllGlobals());

test.each([
  ["/app/invoices?status=paid", "/app/invoices?status=paid"],
  ["/operator", "/operator"],
  [undefined, "/app"],
  ["/sign-in", "/app"],
  ["/application", "/app"],
  ["https://evil.example/app", "/app"],
  ["//evil.example/app", "/app"],
  ["/\\evil.example/app", "/app"],
  ["javascript:alert(1)", "/app"],
])("after signing in, %s leads to %s", (asked, place) => {
  expect(placeWithin(asked)).toBe(place);
});
