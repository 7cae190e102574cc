import type { Company } from "../../../contract/access.ts";
import { isoSql } from "../../../platform/db/sql.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { Amount, Currency, Id, nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { joinInvoiceOf } from "../../billing/invoices/fragments.ts";
import { joinCustomerOf } from "../../catalog/customers/fragments.ts";
import { LinkQuery } from "../../payments/links/schema.ts";
import { linkListing } from "../../payments/links/service.ts";
import type { TableListing } from "./listing.ts";
import { currencyFilter, tableQuery } from "./query.ts";

const statuses = ["active", "paid", "expired", "cancelled"] as const;
const { created_from, created_to } = LinkQuery.properties;
const { q: _q, ...unsearched } = tableQuery;

export const LinkTableQuery = Type.Object({
  ...unsearched,
  ...currencyFilter,
  created_from,
  created_to,
  status: Type.Optional(words(statuses)),
});
export type LinkTableQuery = Type.Static<typeof LinkTableQuery>;

export const LinkRow = Type.Object(
  {
    id: Id,
    reference: Type.String(),
    status: words(statuses),
    amount: Amount,
    currency: Currency,
    reusable: Type.Boolean(),
    invoice_id: nullable(Id),
    invoice_number: nullable(Type.String()),
    customer_id: nullable(Id),
    payer: nullable(Type.String({ description: "The customer, or whom the link is for." })),
    expires_at: Timestamp,
    created_at: Timestamp,
  },
  { title: "LinkRow" },
);

export const linkRowExample = {
  id: 88,
  reference: "pl_88_kq3vXhZ0rTn5yWc1mB7sDg",
  status: "active",
  amount: 145125,
  currency: "NGN",
  reusable: false,
  invoice_id: 1042,
  invoice_number: "INV-000001",
  customer_id: 7,
  payer: "Acme Trading Ltd",
  expires_at: "2026-11-22T09:30:00.000Z",
  created_at: "2026-11-15T09:30:00.000Z",
};

const payer = "coalesce(i.customer_snapshot ->> 'name', c.name, r.label, r.purpose, r.email)";
const isExpired = "(r.status = 'expired' or r.expires_at <= $2::timestamptz)";

/** `$2` is the current moment: a link may have expired before a pass marks it. */
export const linkTable: TableListing = {
  name: "payment_links",
  table: linkListing.table,
  usesToday: true,
  secondType: "timestamptz",
  paths: linkListing.paths,
  filters: {
    active: linkListing.filters.active!,
    settled: linkListing.filters.settled!,
    expired: linkListing.filters.expired!,
    currency: (value) => `r.currency = ${value}`,
    created_from: linkListing.filters.created_from!,
    created_to: linkListing.filters.created_to!,
  },
  fields: `r.id, 'pl_' || r.id || '_' || r.secret as reference,
    case when r.status = 'active' and r.expires_at <= $2::timestamptz then 'expired' else r.status end as status,
    r.amount, r.currency, r.reusable, r.invoice_id, i.number as invoice_number, i.customer_id, ${payer} as payer,
    ${isoSql("r.expires_at")} as expires_at, ${isoSql("r.created_at")} as created_at`,
  joins: `left ${joinInvoiceOf("r")} left ${joinCustomerOf("i")}`,
  orders: {
    created_at: { sql: "r.created_at", type: "timestamptz" },
    expires_at: { sql: "r.expires_at", type: "timestamptz" },
    amount: { sql: "r.amount", type: "numeric" },
    payer: { sql: `left(lower(coalesce(${payer}, '')), 60)`, type: "text" },
  },
  indexOrder: { name: "created_at", ofAll: "r.created_at > '-infinity'" },
  tabs: {
    active: "r.id > 0 and r.status = 'active' and r.expires_at > $2::timestamptz",
    paid: "r.id > 0 and r.status = 'paid'",
    expired: `r.id > 0 and r.status in ('active', 'expired') and ${isExpired}`,
    cancelled: "r.id > 0 and r.status = 'cancelled'",
  },
  tabFilters: ["active", "settled", "expired"],
  totals: (rows) =>
    `select r.currency, count(*) as count, sum(r.amount) as amount from ${rows} r group by r.currency`,
};

export function linkFilters(company: Company, now: Date, query: LinkTableQuery) {
  const { status, currency } = query;
  const byTime = status === "active" || status === "expired";
  return {
    active: status === "active" ? now : undefined,
    expired: status === "expired" ? now : undefined,
    settled: byTime ? undefined : status,
    currency,
    ...createdRange(company.timeZone, query),
  };
}
