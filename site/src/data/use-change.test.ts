import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { affectedBy, invalidate } from "./use-change.ts";

async function staleAfter(paths: readonly string[], keys: readonly (readonly unknown[])[]) {
  const client = new QueryClient();
  for (const key of keys) client.setQueryData(key, {});
  await invalidate(client, paths);
  return keys.filter((key) => client.getQueryState(key)?.isInvalidated).map(([path]) => path);
}

test("a change makes the responses at and below its paths stale, and no others", async () => {
  const keys = [
    ["/payments"],
    ["/payments", "pages", { status: "open" }],
    ["/payments/links/pl_1"],
    ["/payments?invoice_id=7"],
    ["/payments_of_another_kind"],
    ["/customers/3"],
    ["session"],
  ];
  expect(await staleAfter(["/payments"], keys)).toEqual([
    "/payments",
    "/payments",
    "/payments/links/pl_1",
    "/payments?invoice_id=7",
  ]);
});

test("every change makes events, deliveries and the audit log stale, but not the settings of webhooks", async () => {
  const keys = [
    ["/activity"],
    ["/audit"],
    ["/webhooks/deliveries/5"],
    ["/webhooks/inbox"],
    ["/webhooks/endpoints"],
  ];
  expect(await staleAfter([], keys)).toEqual([
    "/activity",
    "/audit",
    "/webhooks/deliveries/5",
    "/webhooks/inbox",
  ]);
});

test("a payment makes its invoice, the sale and the overview stale", async () => {
  const keys = [["/invoices/7"], ["/sales/2"], ["/overview?from=2026-01-01"], ["/products"]];
  expect(await staleAfter(affectedBy.invoicing, keys)).toEqual([
    "/invoices/7",
    "/sales/2",
    "/overview?from=2026-01-01",
  ]);
});
