import type { texts } from "../texts/help.ts";

export type GuideName = keyof (typeof texts)["guideNames"];

/** The guide that explains a page, by the beginning of its address; the longest beginning wins. */
const guides: readonly (readonly [start: string, guide: GuideName])[] = [
  ["/app", "quickstart"],
  ["/app/invoices", "invoices"],
  ["/app/customers", "invoices"],
  ["/app/products", "invoices"],
  ["/app/sales", "invoices"],
  ["/app/payments", "payments"],
  ["/app/transfers", "questions"],
  ["/app/events", "webhooks"],
  ["/app/start", "quickstart"],
  ["/app/settings", "questions"],
  ["/app/settings/keys", "authentication"],
  ["/app/settings/webhooks", "webhooks"],
  ["/app/settings/portal", "portal"],
  ["/app/settings/einvoicing", "e-invoicing"],
  ["/app/settings/gateway", "payments"],
  ["/app/settings/plan", "limits"],
  ["/app/settings/users", "security"],
  ["/app/settings/audit", "security"],
  ["/app/settings/account", "security"],
];

export function guideOf(path: string): GuideName {
  const fitting = guides.filter(([start]) => path === start || path.startsWith(`${start}/`));
  return fitting.reduce((best, one) => (one[0].length > best[0].length ? one : best), guides[0]!)[1];
}
