import { useNavigate, useSearch } from "@tanstack/react-router";

export type Filters<Name extends string> = { readonly [name in Name]?: string };

/**
 * The parameters of the lists, which are those of the service's `/lists` routes. Other pages link to a list with them:
 * `status=open,partially_paid&currency=NGN&due=overdue` are the overdue invoices in naira.
 */
export const listParameters = {
  /** `status`: draft, open, partially_paid, paid, void, uncollectible, several with commas; `due`: overdue, upcoming. */
  invoices: [
    "q",
    "status",
    "due",
    "due_from",
    "due_to",
    "fiscal_status",
    "customer_id",
    "currency",
    "invoiced_from",
    "invoiced_to",
    "created_from",
    "created_to",
    "sort",
  ],
  /** `balance`: owing, overdue. */
  customers: ["q", "balance", "created_from", "created_to", "sort"],
  products: ["q", "active", "portal", "currency", "created_from", "created_to", "sort"],
  /** `status`: open, invoiced, cancelled, several with commas. */
  sales: ["q", "status", "customer_id", "currency", "created_from", "created_to", "sort"],
  /** `status`: draft, sent, accepted, declined, expired, invoiced, several with commas. */
  quotes: ["q", "status", "customer_id", "currency", "created_from", "created_to", "sort"],
  /** `status`: active, paused, ended, several with commas. */
  recurring_invoices: ["q", "status", "customer_id", "created_from", "created_to", "sort"],
  /** `status`: unallocated, refunded, late, reversed, uncertified; `source`: api, gateway, site. */
  payments: ["q", "status", "source", "customer_id", "currency", "paid_from", "paid_to", "sort"],
  /** With `tab=links`. `status`: active, paid, expired, cancelled. */
  payment_links: ["status", "currency", "created_from", "created_to", "sort"],
} as const;

export type ListName = keyof typeof listParameters;
export type ListParameter<List extends ListName> = (typeof listParameters)[List][number];

/** The filters of a list, kept in the URL so that it can be shared and survives navigation. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const navigate = useNavigate();
  const given = names.flatMap((name) => (search[name] ? [[name, search[name]] as const] : []));
  const change = (changes: Filters<Name>) => {
    const next = { ...search, ...changes };
    const kept = Object.entries(next).filter(([, value]) => value !== undefined && value !== "");
    void navigate({ to: ".", search: Object.fromEntries(kept), replace: true });
  };
  return {
    filters: Object.fromEntries(given) as Filters<Name>,
    change,
    clear: () => change(Object.fromEntries(names.map((name) => [name, ""])) as Filters<Name>),
  };
}
