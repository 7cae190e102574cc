import { keptAnswerSql } from "../../http/idempotency/idempotency-store.ts";
import { type Queryable, statement } from "../../platform/db/database.ts";
import { type BuyerRow, buyerSql, emailOf, idOf } from "./buyers.ts";
import type { PortalOrder } from "./orders.ts";

/** What is looked up for an order: its ids, its customer, and the answer if its key was used before. */
export type OrderLookup = BuyerRow & {
  sale_id: number;
  invoice_id: number;
  link_id: number;
  /** As text: the driver does not parse lists of big integers. */
  sale_line_ids: string[];
  invoice_line_ids: string[];
  request_hash: Buffer | null;
  status: number | null;
  body: string | null;
  expired: boolean | null;
};

const drawn = (sequence: string) =>
  `(select array_agg(nextval('${sequence}')::int8) from generate_series(1, o.line_count))`;

// The ids of a batch grow in the order of its orders: the storing statement admits by them.
const find = statement(
  "portal_orders_look_up",
  `select nextval('sales_id_seq') as sale_id, nextval('invoices_id_seq') as invoice_id,
     nextval('payment_links_id_seq') as link_id, ${drawn("sale_lines_id_seq")} as sale_line_ids,
     ${drawn("invoice_lines_id_seq")} as invoice_line_ids, o.*
   from (
     select x.line_count, c.id as customer_id, c.customer, k.request_hash, k.status, k.body, k.expired
     from unnest($1::int8[], $2::int8[], $3::text[], $4::int4[], $5::text[], $6::timestamptz[])
       with ordinality as x(company_id, customer_id, email, line_count, key, kept_since, ord)
     ${buyerSql}
     left join lateral (
       select k.request_hash, k.status, ${keptAnswerSql} as body, k.created_at <= x.kept_since as expired
       from idempotency_keys k where k.company_id = x.company_id and k.key = x.key limit 1
     ) k on true
     order by x.ord offset 0
   ) o`,
);

/** Takes no lock. */
export function lookUp(db: Queryable, orders: readonly PortalOrder[]): Promise<OrderLookup[]> {
  return db.query<OrderLookup>(find, [
    orders.map(({ company }) => company.id),
    orders.map(({ buyer }) => idOf(buyer)),
    orders.map(({ buyer }) => emailOf(buyer)),
    orders.map(({ lines }) => lines.length),
    orders.map(({ keyed }) => keyed?.key ?? null),
    orders.map(({ keyed }) => keyed?.keptSince ?? null),
  ]);
}
