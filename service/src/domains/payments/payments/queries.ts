import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Listing } from "../../../platform/db/page.ts";
import { recordQueries } from "../../../platform/db/record-queries.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";

const refundFields = `f.id, f.amount, f.reason, f.status, f.failure, ${isoSql("f.created_at")} as created_at,
  ${isoSql("f.settled_at")} as settled_at`;

const fields = `r.id, r.invoice_id, r.amount, r.currency, r.unallocated_amount, r.amount_refunded, r.method, r.reference,
  r.note, r.late, r.source,
  (select 'pl_' || l.id || '_' || l.secret from payment_links l
    where l.company_id = r.company_id and l.id = r.payment_link_id) as payment_link_reference,
  r.gateway, r.gateway_reference, (select coalesce(json_agg(${jsonOf(refundFields)} order by f.id), '[]') from refunds f
    where f.company_id = r.company_id and f.payment_id = r.id) as refunds,
  ${isoSql("r.paid_at")} as paid_at, ${isoSql("r.created_at")} as created_at`;

export const {
  find: findPayment,
  lock: lockPayment,
  exists: paymentExists,
} = recordQueries("payment", "payments", jsonOf(fields), { readsOtherTables: true });

const findByReferenceSql = statement(
  "payment_find_by_reference",
  `select ${jsonOf(fields)} as json from payments r where r.company_id = $1 and r.invoice_id = $2 and r.reference = $3`,
);

export async function findByReference(
  db: Queryable,
  companyId: number,
  invoiceId: number,
  reference: string,
): Promise<Json | undefined> {
  const [row] = await db.query<{ json: Json }>(findByReferenceSql, [companyId, invoiceId, reference]);
  return row?.json;
}

export type PaymentColumns = {
  invoice_id: number | null;
  amount: string;
  currency: string;
  unallocated_amount: string;
  method: string | null;
  reference: string | null;
  note: string | null;
  late: boolean;
  source: "api" | "gateway" | "site";
  payment_link_id: number | null;
  gateway: string | null;
  gateway_reference: string | null;
  paid_at: Date;
};

const insert = statement(
  "payment_insert",
  `insert into payments (company_id, invoice_id, amount, currency, unallocated_amount, method, reference, note, late,
     source, payment_link_id, gateway, gateway_reference, paid_at, created_at)
   values ($1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $2) returning id`,
);

export async function insertPayment(
  tx: Queryable,
  companyId: number,
  now: Date,
  payment: PaymentColumns,
): Promise<number> {
  const [row] = await tx.query<Pick<Tables["payments"], "id">>(insert, [
    companyId,
    now,
    payment.invoice_id,
    payment.amount,
    payment.currency,
    payment.unallocated_amount,
    payment.method,
    payment.reference,
    payment.note,
    payment.late,
    payment.source,
    payment.payment_link_id,
    payment.gateway,
    payment.gateway_reference,
    payment.paid_at,
  ]);
  return row!.id;
}

export const paymentListing: Listing = {
  name: "payments",
  table: "payments",
  indexed: ["invoice_id"],
  filters: {
    invoice_id: "r.invoice_id = $",
    created_from: "r.created_at >= $",
    created_to: "r.created_at < $",
  },
  render: (page) => `select ${jsonOf(fields)} as json from ${page} r`,
};

const allocate = statement(
  "payment_allocate",
  `update payments set invoice_id = $3, unallocated_amount = unallocated_amount - $4 where company_id = $1 and id = $2`,
);

export async function allocateRow(
  tx: Queryable,
  companyId: number,
  id: number,
  invoiceId: number,
  amount: string,
): Promise<void> {
  await tx.query(allocate, [companyId, id, invoiceId, amount]);
}

const insertRefundRow = statement(
  "refund_insert",
  `with f as (
     insert into refunds (company_id, payment_id, amount, reason, status, key, next_attempt_at, settled_at, created_at)
     values ($1, $2, $4, $5, $6, $7, case when $6 = 'pending' then $3::timestamptz end,
       case when $6 = 'done' then $3::timestamptz end, $3)
     returning *
   ), noted as (
     update payments p set amount_refunded = p.amount_refunded + f.amount from f
     where p.company_id = f.company_id and p.id = f.payment_id and f.status = 'done'
   )
   select ${jsonOf(refundFields)} as json from f`,
);

/** A refund that is done counts on the payment at once; one that a gateway has to make does not. */
export async function insertRefund(
  tx: Queryable,
  companyId: number,
  paymentId: number,
  now: Date,
  refund: { amount: string; reason: string | null; status: "done" | "pending"; key: string | null },
): Promise<Json> {
  const { amount, reason, status, key } = refund;
  const [row] = await tx.query<{ json: Json }>(insertRefundRow, [
    companyId,
    paymentId,
    now,
    amount,
    reason,
    status,
    key,
  ]);
  return row!.json;
}
