import type { Company } from "../../../contract/access.ts";
import { type ListPath, partWhere, versionedRows } from "../../../platform/db/lists/list-paths.ts";
import { fromNewestSql } from "../../../platform/db/lists/page.ts";
import { searchKey, typedKey } from "../../../platform/db/lists/search.ts";
import { isoSql } from "../../../platform/db/sql.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { Amount, Currency, Id, nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { joinInvoiceOf } from "../../billing/invoices/fragments.ts";
import { invoiceSearch, namedInvoicesPath } from "../../billing/invoices/service.ts";
import { joinCustomerOf } from "../../catalog/customers/fragments.ts";
import { joinLinkOfPaymentSql } from "../../payments/links/fragments.ts";
import { fromPayments, idsOfPaymentsSql, unallocatedSql } from "../../payments/payments/fragments.ts";
import { PaymentQuery } from "../../payments/payments/schema.ts";
import { paymentListing } from "../../payments/payments/service.ts";
import { boundedRows, type TableListing } from "./listing.ts";
import { currencyFilter, customerFilter, momentsOf, tableQuery } from "./query.ts";

const states = ["unallocated", "refunded", "late", "disputed", "reversed", "uncertified"] as const;
const { created_from, created_to, paid_from, paid_to, invoice_id } = PaymentQuery.properties;

export const PaymentTableQuery = Type.Object({
  ...tableQuery,
  ...currencyFilter,
  ...customerFilter,
  paid_from,
  paid_to,
  created_from,
  created_to,
  invoice_id,
  status: Type.Optional(words(states)),
  source: Type.Optional(words(["api", "gateway", "site"])),
});
export type PaymentTableQuery = Type.Static<typeof PaymentTableQuery>;

export const PaymentRow = Type.Object(
  {
    id: Id,
    invoice_id: nullable(Id),
    invoice_number: nullable(Type.String()),
    customer_id: nullable(Id),
    payer: nullable(Type.String({ description: "The customer, or whom the payment link was for." })),
    amount: Amount,
    currency: Currency,
    unallocated_amount: Amount,
    amount_refunded: Amount,
    method: nullable(Type.String()),
    reference: nullable(Type.String()),
    certificate_number: nullable(Type.String()),
    late: Type.Boolean(),
    source: words(["api", "gateway", "site"]),
    paid_at: Timestamp,
    dispute_status: nullable(words(["open", "won", "lost"])),
    reversed_at: nullable(Timestamp),
  },
  { title: "PaymentRow" },
);

export const paymentRowExample = {
  id: 310,
  invoice_id: 1042,
  invoice_number: "INV-000001",
  customer_id: 7,
  payer: "Acme Trading Ltd",
  amount: 145125,
  currency: "NGN",
  unallocated_amount: 0,
  amount_refunded: 0,
  method: "bank_transfer",
  reference: "TRF-99812",
  certificate_number: null,
  late: false,
  source: "site",
  paid_at: "2026-11-15T09:30:00.000Z",
  dispute_status: null,
  reversed_at: null,
};

/** What the index of the few payments that may need attention demands. */
const marked = `(r.unallocated_amount > 0 or r.amount_refunded > 0 or r.late or r.reversed_at is not null
  or r.disputed_at is not null)`;
const conditions: Record<(typeof states)[number], string> = {
  unallocated: `${marked} and r.unallocated_amount > 0 and r.reversed_at is null`,
  refunded: `${marked} and r.amount_refunded > 0`,
  late: `${marked} and r.late`,
  disputed: `${marked} and r.disputed_at is not null`,
  reversed: `${marked} and r.reversed_at is not null`,
  uncertified: "r.method = 'withholding_tax' and r.reversed_at is null and r.certificate_number is null",
};

const newestInvoices = "order by r.created_at desc, r.id desc limit 1000";
/** The newest invoices that a search finds, whose payments it finds too. */
const foundInvoices = (value: string) =>
  namedInvoicesPath
    .parts!.map((part) => {
      const limits = { tail: newestInvoices, groupTail: () => newestInvoices };
      return `(${part({ parameterOf: () => value, rest: "r.company_id = $1", ...limits, columns: "r.id, r.created_at" })})`;
    })
    .join(" union all ");
const paymentsOfFound = (value: string) =>
  `select distinct k.id from (${foundInvoices(value)}) i cross join lateral (${idsOfPaymentsSql("i.id")}) k`;

const hasReference = (value: string) =>
  `${searchKey("r.reference")} like ${typedKey(`(${value}::text[])[1]`)} or r.gateway_reference ilike (${value}::text[])[1]`;

const { table, filters } = paymentListing;

/** Payments by the name of the customer or the number of any invoice that they pay, or by their reference. */
const searchPath: ListPath = {
  filters: ["q"],
  parts: [
    ({ parameterOf, rest, tail, columns }) =>
      `select ${columns} from (${paymentsOfFound(parameterOf("q"))}) k
       join ${table} r on r.company_id = $1 and r.id = k.id where ${rest} ${tail}`,
    // Any part of a reference is found, for which there is no index, so it is looked for among the latest payments.
    ({ parameterOf, rest, tail, columns }) =>
      `select ${columns === versionedRows ? "r.*" : columns} from (
        select ${versionedRows} ${fromPayments("r")} where r.company_id = $1 and r.amount > 0
        order by r.paid_at desc, r.id desc limit ${boundedRows}
      ) r where ${rest} and (${hasReference(parameterOf("q"))})
        and not exists (select from (${paymentsOfFound(parameterOf("q"))}) k where k.id = r.id) ${tail}`,
  ],
};

/** Those that may need attention are found among the newest of them, whatever most of them are. */
const markedPath = (requires: readonly string[]): ListPath => ({
  filters: [],
  requires,
  parts: [partWhere(table, () => marked)],
});
const sharing = states.filter((state) => state !== "uncertified");

/** A path by an index that has another order than the list, of use up to a number of rows. */
const few = (names: readonly string[], further = "true"): ListPath => ({
  filters: names,
  unordered: (of) =>
    ["r.company_id = $1", ...names.map((name) => `(${filters[name]!(of(name))})`), further].join(" and "),
});

const payer = "coalesce(i.customer_snapshot ->> 'name', c.name, l.label, l.purpose, l.email)";

export const paymentTable: TableListing = {
  name: "payments",
  table,
  filters: {
    q: (value) => `r.id in (${paymentsOfFound(value)}) or ${hasReference(value)}`,
    ids: (value) => `r.id = any(${value}::int8[])`,
    customer_id: filters.customer_id!,
    invoice_id: filters.invoice_id!,
    unallocated: (value) => `${conditions.unallocated} and ${value}::bool`,
    refunded: (value) => `${conditions.refunded} and ${value}::bool`,
    late: (value) => `${conditions.late} and ${value}::bool`,
    disputed: (value) => `${conditions.disputed} and ${value}::bool`,
    reversed: (value) => `${conditions.reversed} and ${value}::bool`,
    uncertified: (value) => `${conditions.uncertified} and ${value}::bool`,
    source: (value) => `r.source = ${value}`,
    currency: (value) => `r.currency = ${value}`,
    paid_from: (value) => `r.paid_at >= ${value}`,
    paid_to: (value) => `r.paid_at < ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
  },
  ranges: ["paid_from", "paid_to"],
  paths: [
    searchPath,
    { filters: ["ids"] },
    paymentListing.paths.find((path) => path.filters[0] === "invoice_id")!,
    few(["customer_id"]),
    { filters: ["uncertified"] },
    ...sharing.map((state) => markedPath([state])),
    few(["created_from", "created_to"], fromNewestSql),
    few(["created_from"], fromNewestSql),
    few(["created_to"], fromNewestSql),
    // Of exports, which take the filters of the API as well.
    { filters: ["reference"] },
  ],
  fields: `r.id, r.invoice_id, i.number as invoice_number, i.customer_id, ${payer} as payer, r.amount, r.currency,
    ${unallocatedSql("r")} as unallocated_amount, r.amount_refunded, r.method, r.reference, r.certificate_number, r.late, r.source, ${isoSql("r.paid_at")} as paid_at,
    r.dispute_status, ${isoSql("r.reversed_at")} as reversed_at`,
  joins: `left ${joinInvoiceOf("r")} left ${joinCustomerOf("i")} left ${joinLinkOfPaymentSql}`,
  exported: (page) => paymentListing.render(page, false),
  orders: {
    paid_at: { sql: "r.paid_at", type: "timestamptz" },
    payer: { sql: `left(lower(coalesce(${payer}, '')), 60)`, type: "text" },
    amount: { sql: "r.amount", type: "numeric" },
  },
  indexOrder: { name: "paid_at", ofAll: "r.amount > 0" },
  tabs: conditions,
  sharedTabs: { path: markedPath([]), tabs: sharing },
  tabFilters: [...states],
  totals: (
    rows,
  ) => `select r.currency, count(*) as count, coalesce(sum(r.amount) filter (where r.reversed_at is null), 0) as amount,
    sum(r.amount_refunded) as amount_refunded from ${rows} r group by r.currency`,
};

export function paymentFilters(company: Company, _today: string, query: PaymentTableQuery) {
  const { q, customer_id, invoice_id: invoice, status, source, currency } = query;
  const paid = momentsOf(company, query.paid_from, query.paid_to);
  return {
    q: q === undefined ? undefined : invoiceSearch(company, q),
    customer_id,
    invoice_id: invoice,
    ...(status && { [status]: true }),
    source,
    currency,
    paid_from: paid.from,
    paid_to: paid.to,
    ...createdRange(company.timeZone, query),
  };
}
