import type { Context } from "../../context.ts";
import { insertResponsesSql, tryKeyLockSql } from "../../http/idempotency/idempotency-store.ts";
import { type Queryable, statement } from "../../platform/db/database.ts";
import { createTextBatch, textAtSql } from "../../platform/db/text-batch.ts";
import { invoiceRecord } from "../billing/invoices/service.ts";
import { insertLinesSql, lineRowsSql } from "../billing/lines/service.ts";
import { drawNumbersSql, formatNumberSql, lockSeriesSql } from "../billing/numbering/service.ts";
import { saleRecord, saleSeries } from "../billing/sales/service.ts";
import { lockedCustomerSql } from "../catalog/customers/service.ts";
import { linkRecord } from "../payments/links/service.ts";
import { insertEntriesSql } from "../tenancy/audit/service.ts";
import {
  lockCountersSql,
  updateCountersSql,
  withinInvoiceQuotaSql,
  withinPaymentLinkQuotaSql,
} from "../tenancy/companies/service.ts";
import { insertEventsSql } from "../webhooks/events/service.ts";
import {
  lineRowsOf,
  linkColumns,
  numberMark,
  type OrderEntry,
  type OrderRecords,
  orderRowTypes,
  recordsOf,
  rowOf,
  saleColumns,
} from "./order-records.ts";
import type { OrderOutcome } from "./orders.ts";

const lineRows = lineRowsSql(["invoice", "sale"], "$2", { sale_line_id: "int8" });

const store = statement(
  "portal_orders_store",
  `with input as materialized (
     select x.*, ${tryKeyLockSql} as locked, coalesce(c.version = coalesce(x.customer_version, c.version), false) as is_current
     from json_to_recordset($1) as x(${orderRowTypes}) ${lockedCustomerSql}
   ), eligible as materialized (
     select *, row_number() over own as place, count(link_id) over own as link_place
     from input where locked and is_current window own as (partition by company_id order by id)
   ), series as materialized (
     ${lockSeriesSql(saleSeries, "select company_id from eligible")}
   ), usage as materialized (
     -- Joined only to make sure that the series are locked before the counters.
     select e.company_id, e.month, s.company_id as locked_series from eligible e left join series s using (company_id)
   ), counters as materialized (
     ${lockCountersSql("usage")}
   ), admitted as materialized (
     -- A quota admits as many as fit, first come first served; where there is no room for a link, there is none.
     select e.*, e.link_id is not null and ${withinPaymentLinkQuotaSql("e.link_place")} as linked
     from eligible e join counters n using (company_id) where ${withinInvoiceQuotaSql("e.place")}
   ), used as materialized (
     select company_id, count(*) as count, count(*) as invoices, count(*) filter (where linked) as payment_links,
       count(*) * 2 + count(*) filter (where linked) + count(customer_at) as events
     from admitted group by company_id
   ), drawn as (
     ${drawNumbersSql(saleSeries, "used")}
   ), numbered as materialized (
     select a.*, ${formatNumberSql(saleSeries, "x.number")} as number,
       n.event_sequence + sum(2 + a.linked::int + (a.customer_at is not null)::int) over own - 1 - a.linked::int as sale_sequence
     from admitted a join used u using (company_id) join drawn d using (company_id) join counters n using (company_id)
     cross join lateral (select (d.last_number - u.count + a.place)::text as number) x
     window own as (partition by a.company_id order by a.id)
   ), written as materialized (
     select *, replace(${textAtSql("$3", "sale_at")}, chr(1), number) as sale from numbered
   ), stored_sales as (
     ${saleRecord.insertSql("written", saleColumns)}
   ), stored_invoices as (
     ${invoiceRecord.insertSql("written")}
   ), lines as materialized (
     select l.* from ${lineRows} where l.invoice_id in (select id from written)
   ), stored_sale_lines as (
     ${insertLinesSql("sale", "lines", { id: "sale_line_id" })}
   ), stored_invoice_lines as (
     ${insertLinesSql("invoice", "lines")}
   ), stored_links as (
     ${linkRecord.insertSql("written where linked", linkColumns)}
   ), stored_events as (
     ${insertEventsSql(
       [
         {
           type: "customer.created",
           from: "written where customer_at is not null",
           sequence: "(sale_sequence - 1)",
           object: textAtSql("$3", "customer_at"),
         },
         { type: "sale.created", from: "written", sequence: "sale_sequence", object: "sale" },
         {
           type: "invoice.created",
           from: "written",
           sequence: "(sale_sequence + 1)",
           object: textAtSql("$3", "invoice_at"),
         },
         {
           type: "payment_link.created",
           from: "written where linked",
           sequence: "(sale_sequence + 2)",
           object: `replace(${textAtSql("$3", "link_at")}, chr(1), number)`,
         },
       ],
       "counters",
     )}
   ), audited as (
     ${insertEntriesSql("payment_link.created", "written where linked")}
   ), stored_responses as (
     ${insertResponsesSql("written", {
       start: `'{"success":true,"order":' || sale || ',"invoice":'`,
       event: "sale_sequence + 1",
       end: "case when linked then linked_end else plain_end end",
     })}
   ), counted as (
     ${updateCountersSql("used", "counters", "stored_events")}
   )
   select i.locked, i.is_current, w.number, w.linked, n.quota_invoices as quota, n.invoices_used as used
   from input i left join written w using (id) left join counters n on n.company_id = i.company_id
   order by i.id`,
);

type StoredOrder = {
  locked: boolean;
  /** Whether the customer is still as it was read. */
  is_current: boolean;
  /** Null where it was not stored. */
  number: string | null;
  linked: boolean | null;
  quota: number | null;
  used: number | null;
};

/**
 * Stores any number of orders, each as a sale, a draft invoice and perhaps a payment link, with their lines, events,
 * audit entries, usage and responses. One statement, composed of what the owners of the tables export, is one
 * transaction and one flush to disk for all of them.
 */
export async function storeEntries(
  db: Queryable,
  config: Context["config"],
  entries: readonly OrderEntry[],
): Promise<OrderOutcome[]> {
  const texts = createTextBatch();
  const records = entries.map((entry) => recordsOf(config, entry));
  const rows = entries.map((entry, index) => rowOf(entry, records[index]!, texts));
  const lines = records.flatMap(lineRowsOf);
  const stored = await db.query<StoredOrder>(store, [
    `[${rows.join(",")}]`,
    `[${lines.join(",")}]`,
    texts.bytes(),
  ]);
  // Both in the order of the ids, which were drawn in the order of the orders.
  return records.map((record, index) => outcomeOf(record, stored[index]!));
}

function outcomeOf(
  { saleJson, invoice, invoiceJson, link }: OrderRecords,
  stored: StoredOrder,
): OrderOutcome {
  if (!stored.locked) return { kind: "in_progress" };
  if (!stored.is_current) return { kind: "customer in use" };
  if (stored.number === null) return { kind: "over quota", limit: stored.quota!, used: stored.used! };
  return {
    kind: "created",
    order: saleJson.replace(numberMark, stored.number),
    invoice: invoiceJson,
    invoiceId: invoice.id,
    checkoutUrl: stored.linked ? link!.checkoutUrl : null,
  };
}
