import type { Context } from "../../context.ts";
import { type Queryable, statement } from "../../platform/db/database.ts";
import { tryLockSql } from "../../platform/db/sql.ts";
import { lineColumnsSql, lineRowsSql } from "../billing/lines/service.ts";
import { saleSeries } from "../billing/sales/service.ts";
import { eventHeadSql } from "../webhooks/events/service.ts";
import { createDocuments, textSql } from "./documents.ts";
import type { OrderOutcome } from "./orders.ts";
import { lineRowsOf, rowOf } from "./rows.ts";
import { numberMark, type OrderEntry, type Texts, textsOf } from "./texts.ts";

const lineOwners =
  "company_id int8, sale_id int8, sale_line_id int8, invoice_id int8, invoice_line_id int8, ";
const eventSql = (type: string, sequence: string, object: string) =>
  `select company_id, ${sequence}, '${type}', now,
       ${eventHeadSql("company_id", sequence, `'${type}'`)} || event_tail || ${object} || '}}' from written`;

const store = statement(
  "portal_orders_store",
  `with input as materialized (
     select *, lock is null or ${tryLockSql("lock")} as locked
     from json_to_recordset($1) as x(company_id int8, sale_id int8, invoice_id int8, customer_id int8, invoice_date date,
       due_date date, booking_date date, currency text, subtotal numeric, tax_total numeric, total numeric, taxes jsonb,
       external_id text, notes text, metadata jsonb, portal_secret text, now timestamptz, month date, event_tail text,
       customer_at int4[], sale_at int4[], invoice_at int4[], link_at int4[], link_id int8, link_secret text, email text,
       phone text, purpose text, expires_at timestamptz, return_url text, audit_subject text, audit_details jsonb,
       actor_type text, actor_id text, request_id text, address text, key text, lock text, request_hash text,
       linked_end text, plain_end text)
   ), eligible as materialized (
     select *, row_number() over own as place, count(link_id) over own as link_place
     from input where locked window own as (partition by company_id order by invoice_id)
   ), series as materialized (
     -- Everybody locks a series before the counters, and companies in the order of their ids.
     select s.company_id from number_series s
     where s.series = '${saleSeries}' and s.company_id in (select company_id from eligible)
     order by s.company_id for no key update of s
   ), wanted as materialized (
     select e.company_id, max(e.month) as month, count(s.company_id) as series_locked
     from eligible e left join series s using (company_id) group by e.company_id
   ), counters as materialized (
     select n.company_id, n.event_sequence, s.quota_invoices, s.quota_payment_links, greatest(n.usage_month, w.month) as month,
       case when n.usage_month >= w.month then n.invoices_used else 0 end as invoices_used,
       case when n.usage_month >= w.month then n.payment_links_used else 0 end as links_used
     from wanted w join company_counters n using (company_id) join subscriptions s using (company_id)
     order by n.company_id for no key update of n
   ), admitted as materialized (
     -- A quota admits as many as fit, first come first served; where there is no room for a link, there is none.
     select e.*, e.link_id is not null
       and (n.quota_payment_links is null or n.links_used + e.link_place <= n.quota_payment_links) as linked
     from eligible e join counters n using (company_id)
     where n.quota_invoices is null or n.invoices_used + e.place <= n.quota_invoices
   ), used as materialized (
     select company_id, count(*) as orders, count(*) filter (where linked) as links,
       count(*) * 2 + count(*) filter (where linked) + count(customer_at) as events
     from admitted group by company_id
   ), drawn as (
     insert into number_series as s (company_id, series, last_number)
     select company_id, '${saleSeries}', orders from used order by company_id
     on conflict (company_id, series) do update set last_number = s.last_number + excluded.last_number
     returning s.company_id, s.last_number
   ), numbered as materialized (
     select a.*, '${saleSeries}-' || lpad(x.number, greatest(length(x.number), 6), '0') as number,
       n.event_sequence + sum(2 + a.linked::int + (a.customer_at is not null)::int) over own - 1 - a.linked::int as sale_sequence
     from admitted a join used u using (company_id) join drawn d using (company_id) join counters n using (company_id)
     cross join lateral (select (d.last_number - u.orders + a.place)::text as number) x
     window own as (partition by a.company_id order by a.invoice_id)
   ), written as materialized (
     select *, replace(${textSql("$3", "sale_at")}, chr(1), number) as sale from numbered
   ), stored_sales as (
     insert into sales (company_id, id, number, status, customer_id, currency, subtotal, tax_total, total, taxes,
       booking_date, source, external_id, notes, metadata, created_at, updated_at)
     select company_id, sale_id, number, 'invoiced', customer_id, currency, subtotal, tax_total, total, taxes,
       booking_date, 'portal', external_id, notes, metadata, now, now from written
   ), stored_invoices as (
     insert into invoices (company_id, id, status, customer_id, invoice_date, due_date, currency, subtotal, tax_total,
       total, taxes, sale_id, source, portal_secret, external_id, notes, metadata, created_at, updated_at)
     select company_id, invoice_id, 'draft', customer_id, invoice_date, due_date, currency, subtotal, tax_total,
       total, taxes, sale_id, 'portal', portal_secret, external_id, notes, metadata, now, now from written
   ), lines as materialized (
     select l.* from ${lineRowsSql("$2", lineOwners)} where l.invoice_id in (select invoice_id from written)
   ), stored_sale_lines as (
     insert into sale_lines (company_id, sale_id, id, ${lineColumnsSql})
     select company_id, sale_id, sale_line_id, ${lineColumnsSql} from lines
   ), stored_invoice_lines as (
     insert into invoice_lines (company_id, invoice_id, id, ${lineColumnsSql})
     select company_id, invoice_id, invoice_line_id, ${lineColumnsSql} from lines
   ), stored_links as (
     insert into payment_links (company_id, id, secret, amount, currency, invoice_id, email, phone, purpose, label,
       expires_at, return_url, created_at, updated_at)
     select company_id, link_id, link_secret, total, currency, invoice_id, email, phone, purpose, 'Order ' || number,
       expires_at, return_url, now, now from written where linked
   ), told as (
     insert into events (company_id, sequence, type, created_at, body)
     ${eventSql("customer.created", "(sale_sequence - 1)", textSql("$3", "customer_at"))} where customer_at is not null
     union all ${eventSql("sale.created", "sale_sequence", "sale")}
     union all ${eventSql("invoice.created", "(sale_sequence + 1)", textSql("$3", "invoice_at"))}
     union all ${eventSql("payment_link.created", "(sale_sequence + 2)", `replace(${textSql("$3", "link_at")}, chr(1), number)`)} where linked
   ), audited as (
     insert into audit_entries (company_id, created_at, actor_type, actor_id, action, subject, details, request_id, address)
     select company_id, now, actor_type, actor_id, 'payment_link.created', audit_subject, audit_details, request_id, address
     from written where linked
   ), kept as (
     -- A twin that committed since the look-up makes this fail, and with it the batch: it is then run one by one.
     insert into idempotency_keys (company_id, key, request_hash, status, body_start, event_sequence, body, created_at)
     select company_id, key, decode(request_hash, 'hex'), 201, '{"success":true,"order":' || sale || ',"invoice":',
       sale_sequence + 1, case when linked then linked_end else plain_end end, now
     from written where key is not null
   ), counted as (
     update company_counters n set event_sequence = n.event_sequence + u.events, usage_month = c.month,
       invoices_used = c.invoices_used + u.orders, payment_links_used = c.links_used + u.links
     from used u join counters c using (company_id) where n.company_id = u.company_id
   )
   select i.locked, w.number, w.linked, n.quota_invoices as quota, n.invoices_used as used
   from input i left join written w using (invoice_id) left join counters n on n.company_id = i.company_id
   order by i.invoice_id`,
);

type Stored = {
  locked: boolean;
  /** Null where it was not stored. */
  number: string | null;
  linked: boolean | null;
  quota: number | null;
  used: number | null;
};

/**
 * Stores any number of orders, each as a sale, a draft invoice and perhaps a payment link, with their lines, events,
 * usage and kept answers. One statement is one transaction and one flush to disk for all of them.
 */
export async function storeEntries(
  db: Queryable,
  config: Context["config"],
  entries: readonly OrderEntry[],
): Promise<OrderOutcome[]> {
  const documents = createDocuments();
  const texts = entries.map((entry) => textsOf(config, entry));
  const rows = entries.map((entry, index) => rowOf(entry, texts[index]!, documents));
  const stored = await db.query<Stored>(store, [
    JSON.stringify(rows),
    JSON.stringify(entries.flatMap(lineRowsOf)),
    documents.bytes(),
  ]);
  // Both in the order of the ids, which were drawn in the order of the orders.
  return entries.map((entry, index) => outcomeOf(entry, texts[index]!, stored[index]!));
}

function outcomeOf({ found }: OrderEntry, texts: Texts, stored: Stored): OrderOutcome {
  if (!stored.locked) return { kind: "twin" };
  if (stored.number === null) return { kind: "over quota", limit: stored.quota!, used: stored.used! };
  return {
    kind: "created",
    order: texts.sale.replace(numberMark, stored.number),
    invoice: texts.invoice,
    invoiceId: found.invoice_id,
    checkoutUrl: stored.linked ? texts.link!.checkoutUrl : null,
  };
}
