import { expect, test } from "vitest";
import { snippet } from "./snippet.ts";

const source = { script: "https://pay.example/portal/embed.js", companyId: 1, appId: "bf_test_1" };

test("an order panel has the order URL, a pay panel only the parameter of the token", () => {
  expect(snippet(source, { panel: "order", orderUrl: "/order", parameter: "invoice_id" })).toBe(
    `<script async
  src="https://pay.example/portal/embed.js"
  data-company-id="1"
  data-app-id="bf_test_1"
  data-order-url="/order"
  data-invoice-id="invoice_id"></script>`,
  );
  expect(snippet(source, { panel: "pay", parameter: "id" })).not.toContain("data-order-url");
});

test("typed values are escaped", () => {
  const code = snippet(source, { panel: "pay", parameter: '"><script>' });
  expect(code).toContain('data-invoice-id="&quot;>&lt;script>"');
});
