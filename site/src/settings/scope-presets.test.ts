import { expect, test } from "vitest";
import { scopeNames } from "../../../service/src/contract/access.ts";
import { scopesOf } from "./scope-presets.ts";

const everything = () => true;

test("a key for selling creates invoices and payment links, and changes no settings", () => {
  const scopes = scopesOf("sell", everything);
  expect(scopes).toEqual(expect.arrayContaining(["invoices:write", "payments:write", "customers:write"]));
  expect(scopes.filter((scope) => scope.endsWith(":configure") || scope === "webhooks:write")).toEqual([]);
});

test("a key for reading changes nothing, and one for everything has every scope", () => {
  expect(scopesOf("read", everything).every((scope) => scope.endsWith(":read"))).toBe(true);
  expect(scopesOf("all", everything)).toEqual([...scopeNames]);
});

test("nobody grants what their role does not include", () => {
  expect(scopesOf("all", (scope) => scope === "invoices:read")).toEqual(["invoices:read"]);
});
