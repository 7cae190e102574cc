import type { Company } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { ListPath } from "../../../platform/db/lists/list-paths.ts";
import { textSearch } from "../../../platform/db/lists/search.ts";
import { isoSql, type Json } from "../../../platform/db/sql.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { Amount, Currency, Id, nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import {
  fromInvoicesOf,
  fromInvoicesOfCustomer,
  joinInvoicesOfCustomerSql,
} from "../../billing/invoices/fragments.ts";
import { balanceSql, overdueSql } from "../../billing/invoices/service.ts";
import { fromCustomers } from "../../catalog/customers/fragments.ts";
import { CustomerQuery } from "../../catalog/customers/schema.ts";
import { customerListing } from "../../catalog/customers/service.ts";
import { joinCompanySql } from "../../tenancy/companies/service.ts";
import type { TableListing } from "./listing.ts";
import { tableQuery } from "./query.ts";

const balances = ["owing", "overdue"] as const;
const { created_from, created_to } = CustomerQuery.properties;

export const CustomerTableQuery = Type.Object({
  ...tableQuery,
  created_from,
  created_to,
  balance: Type.Optional(words(balances)),
});
export type CustomerTableQuery = Type.Static<typeof CustomerTableQuery>;

/** What is owed in one currency. */
export const Balance = Type.Object({
  currency: Currency,
  outstanding: Amount,
  overdue: Amount,
  invoices: Type.Integer({ description: "How many of them are not paid." }),
});

export const CustomerRow = Type.Object(
  {
    id: Id,
    name: Type.String(),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    kind: Type.String(),
    balances: Type.Array(Balance),
    created_at: Timestamp,
  },
  { title: "CustomerRow" },
);

export const balanceExample = { currency: "NGN", outstanding: 145125, overdue: 0, invoices: 1 };

export const customerRowExample = {
  id: 7,
  name: "Acme Trading Ltd",
  email: "accounts@acme.example",
  phone: null,
  kind: "business",
  balances: [balanceExample],
  created_at: "2026-11-15T09:30:00.000Z",
};

/** Unpaid invoices `i`, in the words that their index by customer demands. */
const owed = "i.status in ('open', 'partially_paid') and i.customer_id > 0";
const due = balanceSql("i");
const balanceFields = `i.currency, sum(${due}) as outstanding,
  coalesce(sum(${due}) filter (where ${overdueSql("i", "$2::date")}), 0) as overdue`;

/** The balances of the customer `r`, one for each currency. */
const balancesSql = `(select coalesce(json_agg(b order by b.outstanding desc), '[]') from (
    select ${balanceFields}, count(*) as invoices ${fromInvoicesOfCustomer("r.company_id", "r.id")} and ${owed} group by i.currency
  ) b)`;

const inOwnCurrency = `coalesce((select sum(${due}) ${fromInvoicesOfCustomer("r.company_id", "r.id")} and ${owed} and i.currency = co.currency), 0)`;

const conditions: Record<(typeof balances)[number], string> = {
  owing: `r.id in (select i.customer_id ${fromInvoicesOf("$1")} and ${owed})`,
  overdue: `r.id in (select i.customer_id ${fromInvoicesOf("$1")} and ${owed} and ${overdueSql("i", "$2::date")})`,
};

const findBalances = statement(
  "customer_balances",
  `select ${balancesSql} as json ${fromCustomers("r")} where r.company_id = $1 and r.id = $3`,
);

/** What one customer owes, by currency. */
export async function balancesOf(db: Queryable, companyId: number, today: string, id: number): Promise<Json> {
  const [row] = await db.query<{ json: Json }>(findBalances, [companyId, today, id]);
  return row?.json ?? "[]";
}

/** Customers who owe anything, whom the index of unpaid invoices finds without an order. */
const balancePath = (balance: (typeof balances)[number]): ListPath => ({
  filters: [balance],
  unordered: (of) => `r.company_id = $1 and ${conditions[balance]} and ${of(balance)}::bool`,
});

export const customerTable: TableListing = {
  name: "customers",
  table: customerListing.table,
  usesToday: true,
  paths: [...customerListing.paths, ...balances.map(balancePath)],
  filters: {
    q: customerListing.filters.q!,
    short_q: customerListing.filters.short_q!,
    owing: (value) => `${conditions.owing} and ${value}::bool`,
    overdue: (value) => `${conditions.overdue} and ${value}::bool`,
    created_from: customerListing.filters.created_from!,
    created_to: customerListing.filters.created_to!,
  },
  fields: `r.id, r.name, r.email, r.phone, r.kind, ${balancesSql} as balances, ${isoSql("r.created_at")} as created_at`,
  joins: joinCompanySql,
  exported: (page) => customerListing.render(page, false),
  orders: {
    created_at: { sql: "r.created_at", type: "timestamptz" },
    name: { sql: "left(lower(r.name), 60)", type: "text" },
    outstanding: { sql: inOwnCurrency, type: "numeric" },
  },
  indexOrder: { name: "created_at", ofAll: "r.created_at > '-infinity'" },
  tabs: conditions,
  unorderedTabs: [...balances],
  tabFilters: [...balances],
  totals: (rows) => `select ${balanceFields}, count(*) as count from ${rows} r
    ${joinInvoicesOfCustomerSql} and ${owed} group by i.currency`,
};

export function customerFilters(company: Company, _today: string, query: CustomerTableQuery) {
  const { q, balance } = query;
  return {
    ...textSearch(q),
    ...(balance && { [balance]: true }),
    ...createdRange(company.timeZone, query),
  };
}
