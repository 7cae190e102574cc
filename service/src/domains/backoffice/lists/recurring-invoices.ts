import { isoSql } from "../../../platform/db/sql.ts";
import { Amount, Currency, Day, Id, nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { intervals, recurringStatuses as statuses } from "../../billing/recurring-invoices/schema.ts";
import {
  namedRecurringPath,
  recurringListing,
  recurringSearch,
} from "../../billing/recurring-invoices/service.ts";
import { joinCustomerSql } from "../../catalog/customers/fragments.ts";
import { documentFilters, documentQuery, documentTable } from "./documents.ts";
import type { TableListing } from "./listing.ts";

export const RecurringTableQuery = Type.Object(documentQuery(statuses));
export type RecurringTableQuery = Type.Static<typeof RecurringTableQuery>;

export const RecurringRow = Type.Object(
  {
    id: Id,
    status: words(statuses),
    customer_id: Id,
    customer_name: Type.String(),
    currency: Currency,
    total: Amount,
    interval: words(intervals),
    interval_count: Type.Integer(),
    next_date: nullable(Day),
    failed: Type.Boolean({ description: "Whether last_error is set." }),
    created_at: Timestamp,
  },
  { title: "RecurringInvoiceRow" },
);

export const recurringRowExample = {
  id: 31,
  status: "active",
  customer_id: 7,
  customer_name: "Acme Trading Ltd",
  currency: "NGN",
  total: 145125,
  interval: "month",
  interval_count: 1,
  next_date: "2026-11-30",
  failed: false,
  created_at: "2026-11-15T09:30:00.000Z",
};

const total = "(r.document ->> 'total')::numeric";

/** Without sums: a monthly and a yearly amount add up to nothing that helps. */
export const recurringTable: TableListing = {
  ...documentTable({ listing: recurringListing, statuses, namedPath: namedRecurringPath }),
  fields: `r.id, r.status, r.customer_id, c.name as customer_name, r.currency, ${total} as total, r.interval,
    r.interval_count, r.next_date, r.last_error is not null as failed, ${isoSql("r.created_at")} as created_at`,
  joins: joinCustomerSql,
  orders: {
    created_at: { sql: "r.created_at", type: "timestamptz" },
    customer: { sql: "left(lower(c.name), 60)", type: "text" },
    next_date: { sql: "coalesce(r.next_date, date '9999-12-31')", type: "date" },
    total: { sql: total, type: "numeric" },
  },
};

export const recurringFilters = documentFilters(recurringSearch);
