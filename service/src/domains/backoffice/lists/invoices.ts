import type { Company } from "../../../contract/access.ts";
import { type ListPath, partWhere } from "../../../platform/db/lists/list-paths.ts";
import { isoSql } from "../../../platform/db/sql.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { Amount, Currency, Day, Id, nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { fiscalStatuses, InvoiceQuery, invoiceStatuses } from "../../billing/invoices/schema.ts";
import {
  currencyStateSql,
  dueSql,
  invoiceListing,
  invoiceSearch,
  invoiceStates,
  issuedStateSql,
  namedInvoicesPath,
  overduePath,
  overdueSql,
  owingSql,
  payableSql,
} from "../../billing/invoices/service.ts";
import { joinCustomerSql } from "../../catalog/customers/service.ts";
import { statusesPath } from "./documents.ts";
import type { TableListing } from "./listing.ts";
import {
  currencyFilter,
  customerFilter,
  daysFilter,
  listOf,
  selectionFilter,
  severalOf,
  tableQuery,
} from "./query.ts";

const { created_from, created_to } = InvoiceQuery.properties;

export const InvoiceTableQuery = Type.Object({
  ...tableQuery,
  ...currencyFilter,
  ...customerFilter,
  ...selectionFilter,
  ...daysFilter("due"),
  ...daysFilter("invoiced"),
  created_from,
  created_to,
  status: severalOf([...invoiceStatuses, "overdue"]),
  due: Type.Optional(words(["overdue", "upcoming"])),
  fiscal_status: severalOf(fiscalStatuses),
});
export type InvoiceTableQuery = Type.Static<typeof InvoiceTableQuery>;

export const InvoiceRow = Type.Object(
  {
    id: Id,
    number: nullable(Type.String()),
    status: words(invoiceStatuses),
    overdue: Type.Boolean(),
    fiscal_status: words(fiscalStatuses),
    customer_id: Id,
    customer_name: Type.String(),
    invoice_date: Day,
    due_date: Day,
    currency: Currency,
    total: Amount,
    amount_due: Amount,
    amount_payable: Amount,
    amount_paid: Amount,
    amount_credited: Amount,
    credit_applied: Amount,
    created_at: Timestamp,
  },
  { title: "InvoiceRow" },
);

export const invoiceRowExample = {
  id: 1042,
  number: "INV-000001",
  status: "open",
  overdue: false,
  fiscal_status: "none",
  customer_id: 7,
  customer_name: "Acme Trading Ltd",
  invoice_date: "2026-11-15",
  due_date: "2026-12-15",
  currency: "NGN",
  total: 145125,
  amount_due: 145125,
  amount_payable: 145125,
  amount_paid: 0,
  amount_credited: 0,
  credit_applied: 0,
  created_at: "2026-11-15T09:30:00.000Z",
};

const { table } = invoiceListing;
const owing = owingSql("r");
const due = dueSql("r");
const customerName = "coalesce(r.customer_snapshot ->> 'name', c.name)";

/** One scan for each status and fiscal status of those that are asked for; no index of fiscal statuses has drafts. */
const statesPath = (filters: readonly string[]): ListPath => ({
  filters,
  parts: invoiceStates.map(({ status, fiscal }) =>
    partWhere(table, (of) => {
      const words = [`'${status}'`, `'${fiscal}'`] as const;
      const state = filters.includes("currency")
        ? currencyStateSql(of("currency"), ...words)
        : status === "draft"
          ? "r.status = 'draft'"
          : issuedStateSql(...words);
      const isAsked = (word: string, filter: string) =>
        filters.includes(filter) ? ` and ${word} = any(${of(filter)}::text[])` : "";
      return `${state}${isAsked(words[0], "statuses")}${isAsked(words[1], "fiscal_statuses")}`;
    }),
  ),
});

export const invoiceTable: TableListing = {
  name: "invoices",
  table,
  usesToday: true,
  filters: {
    q: invoiceListing.filters.q!,
    ids: (value) => `r.id = any(${value}::int8[])`,
    customer_id: invoiceListing.filters.customer_id!,
    recurring_invoice_id: invoiceListing.filters.recurring_invoice_id!,
    overdue: invoiceListing.filters.overdue!,
    statuses: (value) => `r.status = any(${value}::text[])`,
    fiscal_statuses: (value) => `r.fiscal_status = any(${value}::text[])`,
    upcoming: (value) => `${owing} and r.due_date >= ${value}::date`,
    due_from: (value) => `r.due_date >= ${value}::date`,
    due_to: (value) => `r.due_date <= ${value}::date`,
    invoiced_from: (value) => `r.invoice_date >= ${value}::date`,
    invoiced_to: (value) => `r.invoice_date <= ${value}::date`,
    currency: invoiceListing.filters.currency!,
    created_from: invoiceListing.filters.created_from!,
    created_to: invoiceListing.filters.created_to!,
  },
  paths: [
    { filters: ["ids"] },
    { filters: ["recurring_invoice_id"] },
    namedInvoicesPath,
    { filters: ["customer_id"] },
    overduePath,
    statesPath(["currency", "statuses", "fiscal_statuses"]),
    statesPath(["currency", "statuses"]),
    statesPath(["currency", "fiscal_statuses"]),
    statesPath(["currency"]),
    statesPath(["statuses", "fiscal_statuses"]),
    statesPath(["fiscal_statuses"]),
    statusesPath(table, invoiceStatuses),
    {
      filters: [],
      requires: ["upcoming"],
      parts: ["open", "partially_paid"].map((status) => partWhere(table, () => `r.status = '${status}'`)),
    },
  ],
  fields: `r.id, r.number, r.status, ${overdueSql("r", "$2::date")} as overdue, r.fiscal_status, r.customer_id,
    ${customerName} as customer_name, r.invoice_date, r.due_date, r.currency, r.total,
    ${due} as amount_due, ${payableSql("r")} as amount_payable, r.amount_paid, r.amount_credited,
    r.credit_applied, ${isoSql("r.created_at")} as created_at`,
  joins: joinCustomerSql,
  exported: (page) => invoiceListing.render(page, false),
  orders: {
    created_at: { sql: "r.created_at", type: "timestamptz" },
    number: { sql: "coalesce(r.number, '')", type: "text" },
    customer: { sql: `left(lower(${customerName}), 60)`, type: "text" },
    invoice_date: { sql: "r.invoice_date", type: "date" },
    due_date: { sql: "r.due_date", type: "date" },
    total: { sql: "r.total", type: "numeric" },
    amount_due: { sql: `case when ${owing} then ${due} else 0 end`, type: "numeric" },
  },
  indexOrder: { name: "created_at", ofAll: "r.created_at > '-infinity'" },
  tabs: {
    draft: "r.status = 'draft'",
    open: "r.status = 'open'",
    // The condition on the currency lets the index of payable invoices serve it.
    overdue: `r.currency <> '' and ${overdueSql("r", "$2::date")}`,
    partially_paid: "r.status = 'partially_paid'",
    paid: "r.status = 'paid'",
    void: "r.status = 'void'",
    uncollectible: "r.status = 'uncollectible'",
  },
  unorderedTabs: ["overdue"],
  tabFilters: ["overdue", "statuses", "upcoming"],
  totals: (rows) => `select r.currency, count(*) as count, sum(r.total) as total,
    coalesce(sum(${due}) filter (where ${owing}), 0) as amount_due from ${rows} r group by r.currency`,
};

export function invoiceFilters(company: Company, today: string, query: InvoiceTableQuery) {
  const { q, due, customer_id, currency, due_from, due_to, invoiced_from, invoiced_to } = query;
  const statuses = listOf(query.status);
  const isOverdue = due === "overdue" || statuses?.includes("overdue");
  const others = statuses?.filter((status) => status !== "overdue");
  return {
    q: q === undefined ? undefined : invoiceSearch(company, q),
    ids: listOf(query.ids)?.map(Number),
    customer_id,
    overdue: isOverdue ? today : undefined,
    statuses: others && others.length > 0 ? others : undefined,
    fiscal_statuses: listOf(query.fiscal_status),
    upcoming: due === "upcoming" ? today : undefined,
    due_from,
    due_to,
    invoiced_from,
    invoiced_to,
    currency,
    ...createdRange(company.timeZone, query),
  };
}
