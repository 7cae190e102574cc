import type { useNavigate } from "@tanstack/react-router";
import { useContext } from "react";
import type Type from "typebox";
import type { SearchResults } from "../../../service/src/domains/backoffice/search/schema.ts";
import { useDebounced } from "../dashboard/use-debounced.ts";
import { query } from "../data/api.ts";
import { useResponse } from "../data/use-response.ts";
import { invoiceName } from "../invoices/invoice-columns.tsx";
import { texts } from "../texts/palette.ts";
import { texts as recurringTexts } from "../texts/recurring.ts";
import { formatMoney, type Region } from "../ui/format.ts";
import type { IconName } from "../ui/icon.tsx";
import { RegionContext } from "../ui/values.tsx";

type Results = { [Kind in keyof typeof SearchResults]: Type.Static<(typeof SearchResults)[Kind]> };
type Kind = keyof Results;

/** A record that was found, with the address that shows it. */
export type Hit = {
  /** Unique among all entries of the palette. */
  key: string;
  label: string;
  detail?: string | undefined;
  icon: IconName;
  address: Address;
};
export type Address = { to: string; params?: Record<string, string>; search?: Record<string, string> };
export type HitGroup = { kind: Kind; hits: Hit[] };

export const goTo = (navigate: ReturnType<typeof useNavigate>, address: Address) =>
  void navigate(address as unknown as Parameters<typeof navigate>[0]);

/** What the service finds for a text, the best match first in each group. */
export function useHits(text: string): {
  groups: HitGroup[];
  isLoading: boolean;
  found: Results | undefined;
  region: Region;
} {
  const region = useContext(RegionContext);
  const trimmed = text.trim();
  const q = useDebounced(trimmed, 150);
  const { data, isFetching } = useResponse<Results>(`/search${query({ q })}`, {
    enabled: q.length > 0,
    placeholderData: (previous: Results | undefined) => previous,
  });
  const found = q.length > 0 && trimmed.length > 0 ? data : undefined;
  return {
    groups: found ? groupsOf(found, region) : [],
    isLoading: isFetching || q !== trimmed,
    found,
    region,
  };
}

function groupsOf(found: Results, region: Region): HitGroup[] {
  const groups: HitGroup[] = [
    { kind: "invoices", hits: found.invoices.map((invoice) => invoiceHit(invoice, region)) },
    {
      kind: "customers",
      hits: found.customers.map(({ id, name, email }) => ({
        key: `customer ${id}`,
        label: name,
        detail: email ?? undefined,
        icon: "customers",
        address: { to: "/app/customers/$id", params: { id: String(id) } },
      })),
    },
    {
      kind: "products",
      hits: found.products.map(({ id, name, sku }) => ({
        key: `product ${id}`,
        label: name,
        detail: sku ?? undefined,
        icon: "products",
        address: { to: "/app/products", search: { q: name } },
      })),
    },
    {
      kind: "sales",
      hits: found.sales.map(({ id, number, customer_name, total, currency }) => ({
        key: `sale ${id}`,
        label: number,
        detail: [customer_name, formatMoney(total, currency, region)].filter(Boolean).join(" · "),
        icon: "sales",
        address: { to: "/app/sales/$id", params: { id: String(id) } },
      })),
    },
    {
      kind: "quotes",
      hits: found.quotes.map(({ id, number, customer_name, total, currency }) => ({
        key: `quote ${id}`,
        label: number,
        detail: `${customer_name} · ${formatMoney(total, currency, region)}`,
        icon: "quotes",
        address: { to: "/app/quotes/$id", params: { id: String(id) } },
      })),
    },
    {
      kind: "recurring_invoices",
      hits: found.recurring_invoices.map(({ id, customer_name, interval, interval_count }) => ({
        key: `recurring invoice ${id}`,
        label: customer_name,
        detail: recurringTexts.every(interval_count, interval),
        icon: "recurring",
        address: { to: "/app/recurring-invoices/$id", params: { id: String(id) } },
      })),
    },
    {
      kind: "credit_notes",
      hits: found.credit_notes.map(({ id, number, invoice_id, total, currency }) => ({
        key: `credit note ${id}`,
        label: number,
        detail: formatMoney(total, currency, region),
        icon: "invoices",
        // They have no page of their own: the invoice's shows them.
        address: { to: "/app/invoices/$id", params: { id: String(invoice_id) } },
      })),
    },
    {
      kind: "payments",
      hits: found.payments.map(({ id, reference, gateway_reference, amount, currency }) => ({
        key: `payment ${id}`,
        label: reference ?? gateway_reference ?? String(id),
        detail: formatMoney(amount, currency, region),
        icon: "payments",
        address: { to: "/app/payments/$id", params: { id: String(id) } },
      })),
    },
    {
      kind: "payment_links",
      hits: found.payment_links.map(({ reference, label, purpose, email, amount, currency, invoice_id }) => ({
        key: `link ${reference}`,
        label: label ?? purpose ?? email ?? reference,
        detail: formatMoney(amount, currency, region),
        icon: "link",
        address:
          invoice_id === null
            ? { to: "/app/payments", search: { tab: "links" } }
            : { to: "/app/invoices/$id", params: { id: String(invoice_id) } },
      })),
    },
  ];
  return groups.filter(({ hits }) => hits.length > 0);
}

export function invoiceHit(invoice: Results["invoices"][number], region: Region): Hit {
  const { id, customer_name, total, currency } = invoice;
  return {
    key: `invoice ${id}`,
    label: invoiceName(invoice),
    detail: `${customer_name} · ${formatMoney(total, currency, region)}`,
    icon: "invoices",
    address: { to: "/app/invoices/$id", params: { id: String(id) } },
  };
}

export const groupTitle = (kind: Kind): string => texts.groups[kind];
