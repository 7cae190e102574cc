import type { Principal, Scope, SiteScope } from "../../contract/access.ts";
import type { Json } from "../../platform/db/sql.ts";
import type { Buyer } from "./schema.ts";

/**
 * A key that only embeds the portal is used on a partner's server. It may place orders for customers by id or email
 * address, and learns nothing about them by that: what it is answered, and what the checkout gets, is what the buyer
 * gave. Keys that read customers or invoices see what is stored.
 */
export function mayReadCustomer(principal: Principal): boolean {
  const held: ReadonlySet<Scope | SiteScope> = principal.scopes;
  return held.has("customers:read") || held.has("invoices:read");
}

type WithSource = { source?: string };
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** Every number is written as it was, 100.00 as 100.00. */
const keepNumbers = (_name: string, value: unknown, context?: WithSource) =>
  typeof value === "number" && context?.source !== undefined ? rawJSON(context.source) : value;

/** The answer with the buyer as given in place of the stored customer; null where the order named one by id. */
export function withGivenCustomer(answer: Json, buyer: Buyer | null | undefined): Json {
  const parsed = JSON.parse(answer, keepNumbers) as { invoice: Record<string, unknown> };
  parsed.invoice.customer = buyer ? snapshotOf(buyer) : null;
  return JSON.stringify(parsed);
}

/** As the invoice of a new buyer shows it. */
const snapshotOf = ({ name, email = null, phone = null }: Buyer) => ({
  name,
  email,
  phone,
  kind: "consumer",
  tax_id: null,
  registration_number: null,
  address: null,
});
