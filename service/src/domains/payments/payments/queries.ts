import type { Big } from "big.js";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import { partWhere } from "../../../platform/db/lists/list-paths.ts";
import { metadataPath, metadataSql } from "../../../platform/db/lists/metadata-filter.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { searchKey } from "../../../platform/db/lists/search.ts";
import { recordQueries } from "../../../platform/db/record-queries.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { toPlain } from "../../../platform/values/money.ts";
import { customerIdSql } from "../../catalog/customers/service.ts";
import type { GatewayDispute, GatewayName } from "../gateways/service.ts";
import { fromLinks, linkReferenceSql } from "../links/fragments.ts";
import { joinAttemptOfPaymentSql } from "../payment-attempts/fragments.ts";
import { unallocatedSql } from "./fragments.ts";

export const refundFields = `f.id, f.amount, f.reason, f.status, f.failure, ${isoSql("f.created_at")} as created_at,
  ${isoSql("f.settled_at")} as settled_at`;

const othersSql = "from payment_allocations a where a.company_id = r.company_id and a.payment_id = r.id";

/**
 * The payment's own invoice first, then the others in the order in which they were first paid; with further members about
 * the invoice `s.invoice_id`.
 */
export const allocationsSql = (also = "") =>
  fragment(`(select coalesce(json_agg(json_build_object('invoice_id', s.invoice_id, ${also}'amount', s.amount)
    order by s.place), '[]')
  from (
    select r.invoice_id, r.amount - r.unallocated_amount - (select coalesce(sum(a.amount), 0) ${othersSql}) as amount,
      0 as place
    union all
    select a.invoice_id, sum(a.amount), min(a.id) ${othersSql} group by a.invoice_id
  ) s where s.amount > 0 and r.reversed_at is null)`);

const refundsSql =
  fragment(`(select coalesce(json_agg(${jsonOf(refundFields)} order by f.id), '[]') from refunds f
    where f.company_id = r.company_id and f.payment_id = r.id)`);

const fields = `r.id, r.invoice_id, r.amount, r.currency, ${unallocatedSql("r")} as unallocated_amount, ${allocationsSql()} as allocations,
  r.amount_refunded, r.method, r.reference, r.certificate_number,
  r.note, r.metadata, r.late, r.source,
  ${linkReferenceSql} as payment_link_reference,
  r.quantity, r.gateway, r.gateway_reference, ${refundsSql} as refunds,
  ${isoSql("r.paid_at")} as paid_at, ${isoSql("r.disputed_at")} as disputed_at, r.dispute_status, r.dispute_reason,
  ${isoSql("r.reversed_at")} as reversed_at, r.reversal_reason,
  ${isoSql("r.sent_at")} as sent_at, ${isoSql("r.created_at")} as created_at`;

export const {
  find: findPayment,
  lock: lockPayment,
  exists: paymentExists,
} = recordQueries("payment", "payments", jsonOf(fields), { readsOtherTables: true });

const findByReferenceSql = statement(
  "payment_find_by_reference",
  `select ${jsonOf(fields)} as json from payments r
   where r.company_id = $1 and r.reference = $3 and r.reversed_at is null and r.id in (
     select p.id from payments p
     where p.company_id = $1 and p.invoice_id = any($2::int8[]) and p.reference = $3 and p.reversed_at is null
     union all
     select a.payment_id from payment_allocations a where a.company_id = $1 and a.invoice_id = any($2::int8[])
   ) order by r.id`,
);

/** Payments with the reference that pay one of the invoices. The reference of a reversed one can be used again. */
export async function findByReference(
  db: Queryable,
  companyId: number,
  invoiceIds: readonly number[],
  reference: string,
): Promise<Json[]> {
  const rows = await db.query<{ json: Json }>(findByReferenceSql, [companyId, invoiceIds, reference]);
  return rows.map(({ json }) => json);
}

const beingRefunded = statement(
  "payment_being_refunded",
  `select ${jsonOf(fields)} as json from payments r where r.company_id = $1 and r.id in (
     select f.payment_id from refunds f where f.company_id = $1 and f.status = 'pending' and f.payment_id in (
       select p.id from payments p where p.company_id = $1 and p.invoice_id = $2
       union all
       select a.payment_id from payment_allocations a where a.company_id = $1 and a.invoice_id = $2
     )
   )`,
);

/** Payments of an invoice that a gateway is giving back, whole or in part. */
export async function findBeingRefunded(
  db: Queryable,
  companyId: number,
  invoiceId: number,
): Promise<Json[]> {
  const rows = await db.query<{ json: Json }>(beingRefunded, [companyId, invoiceId]);
  return rows.map(({ json }) => json);
}

export type PaymentColumns = {
  invoice_id: number | null;
  amount: string;
  currency: string;
  unallocated_amount: string;
  method: string | null;
  reference: string | null;
  certificate_number: string | null;
  note: string | null;
  /** Null: that of the payment link, if there is one. */
  metadata: Record<string, unknown> | null;
  late: boolean;
  source: "api" | "gateway" | "site";
  payment_link_id: number | null;
  quantity: number | null;
  gateway: string | null;
  gateway_reference: string | null;
  paid_at: Date;
};

const insert = statement(
  "payment_insert",
  `insert into payments (company_id, invoice_id, amount, currency, unallocated_amount, method, reference, note, late,
     source, payment_link_id, gateway, gateway_reference, paid_at, certificate_number, quantity, created_at, metadata)
   values ($1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $2, coalesce($18::jsonb,
     (select l.metadata ${fromLinks("l")} where l.company_id = $1 and l.id = $12), '{}')) returning id`,
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
    payment.certificate_number,
    payment.quantity,
    payment.metadata && JSON.stringify(payment.metadata),
  ]);
  return row!.id;
}

const paysOtherSql = (value: string) =>
  fragment(`${value} = any(array(select a.invoice_id from payment_allocations a
    where a.company_id = r.company_id and a.payment_id = r.id))`);

/** Payments that pay an invoice and have another one as their own, as the rows `r`; without an order. */
const paidOthersSql = (value: string, columns: string, rest: string) =>
  fragment(`select ${columns} from (
      select distinct a.payment_id from payment_allocations a where a.company_id = $1 and a.invoice_id = ${value}
    ) a join payments r on r.id = a.payment_id where ${rest} and r.invoice_id <> ${value}`);

export const paymentListing: Listing = {
  name: "payments",
  table: "payments",
  filters: {
    invoice_id: (value) => `r.invoice_id = ${value} or ${paysOtherSql(value)}`,
    // By the index of searches, which has texts without case and accents.
    reference: (value) =>
      `${searchKey("r.reference")} collate "C" = search_key(${value}::text) collate "C" and r.reference is not null
       and r.id > 0 and r.reference = ${value}`,
    customer_id: (value) => `r.customer_id = ${value}`,
    customer_external_id: (value) => `r.customer_id = ${customerIdSql(value)}`,
    method: (value) => `r.method collate "C" = ${value} and r.method is not null and r.id > 0`,
    paid_from: (value) => `r.paid_at >= ${value}::timestamptz`,
    paid_to: (value) => `r.paid_at < ${value}::timestamptz`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
    metadata: (value) => metadataSql("r.metadata", value),
  },
  paths: [
    { filters: ["reference"] },
    metadataPath,
    {
      filters: ["invoice_id"],
      parts: [
        partWhere("payments", (of) => `r.invoice_id = ${of("invoice_id")}`),
        ({ parameterOf, rest, tail, columns }) =>
          `${paidOthersSql(parameterOf("invoice_id"), columns, rest)} ${tail}`,
      ],
    },
    { filters: ["customer_id"] },
    { filters: ["customer_external_id"] },
    { filters: ["method"] },
  ],
  sorts: {
    paid_at: {
      sql: "r.paid_at",
      type: "timestamptz",
      ranges: ["paid_from", "paid_to"],
      index: { condition: "r.amount > 0" },
    },
    amount: { sql: "r.amount", type: "numeric" },
  },
  render: (page, _lines, also = "") => `select ${jsonOf(fields)} as json${also} from ${page} r`,
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

const allocateToOthers = statement(
  "payment_allocate_to_others",
  `insert into payment_allocations (company_id, payment_id, invoice_id, amount, created_at)
   select $1, $3, o.invoice_id, o.amount, $2
   from unnest($4::int8[], $5::numeric[]) with ordinality o(invoice_id, amount, place) order by o.place`,
);

/**
 * For other invoices than the one that the payment was made for. They count as paid since `paidAt`: what is recorded with
 * the payment since it was paid, what is allocated later since then.
 */
export async function insertAllocations(
  tx: Queryable,
  companyId: number,
  paidAt: Date,
  paymentId: number,
  others: readonly { invoiceId: number; amount: Big }[],
): Promise<void> {
  if (others.length === 0) return;
  const ids = others.map(({ invoiceId }) => invoiceId);
  const amounts = others.map(({ amount }) => toPlain(amount));
  await tx.query(allocateToOthers, [companyId, paidAt, paymentId, ids, amounts]);
}

const reverse = statement(
  "payment_reverse",
  "update payments set reversed_at = $3, reversal_reason = $4 where company_id = $1 and id = $2",
);

export async function reverseRow(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  reason: string,
): Promise<void> {
  await tx.query(reverse, [companyId, id, now, reason]);
}

const markSent = statement(
  "payment_mark_sent",
  "update payments set sent_at = $3 where company_id = $1 and id = $2",
);

export async function markReceiptSent(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
): Promise<void> {
  await tx.query(markSent, [companyId, id, now]);
}

const update = statement(
  "payment_update",
  "update payments set certificate_number = $3, metadata = $4 where company_id = $1 and id = $2",
);

export async function updatePayment(
  tx: Queryable,
  companyId: number,
  id: number,
  { certificate_number, metadata }: { certificate_number: string | null; metadata: Record<string, unknown> },
): Promise<void> {
  await tx.query(update, [companyId, id, certificate_number, JSON.stringify(metadata)]);
}

const dispute = statement(
  "payment_dispute",
  `update payments set disputed_at = coalesce(disputed_at, $3), dispute_status = $4, dispute_reason = coalesce($5, dispute_reason)
   where company_id = $1 and id = $2`,
);

export async function disputeRow(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  { status, reason }: Pick<GatewayDispute, "status" | "reason">,
): Promise<void> {
  await tx.query(dispute, [companyId, id, now, status, reason]);
}

const byTransaction = statement(
  "payment_find_by_transaction",
  `select company_id, id from payments where gateway_reference = $2 and gateway = $1 and id > 0
   order by company_id limit 10`,
);

/**
 * Payments with the gateway's id, of any company: a gateway's notification may name nothing else, and its signature tells
 * whose it is.
 */
export function findByTransaction(
  db: Queryable,
  gateway: GatewayName,
  transaction: string,
): Promise<Pick<Tables["payments"], "company_id" | "id">[]> {
  return db.query(byTransaction, [gateway, transaction]);
}

const disputable = statement(
  "payment_disputable",
  `select exists (select from payments where company_id = $1 and gateway = $2 and gateway_reference is not null) as taken,
     (select min(disputed_at) from payments where company_id = $1 and gateway = $2 and dispute_status = 'open') as open_since`,
);

/** Whether a company took payments through a gateway, and since when the oldest dispute that is open is known. */
export async function readDisputable(
  db: Queryable,
  companyId: number,
  gateway: GatewayName,
): Promise<{ taken: boolean; open_since: Date | null }> {
  const [row] = await db.query<{ taken: boolean; open_since: Date | null }>(disputable, [companyId, gateway]);
  return row!;
}

const insertRefundRow = statement(
  "refund_insert",
  `with f as (
     insert into refunds (company_id, payment_id, amount, reason, status, key, next_attempt_at, settled_at, created_at)
     values ($1, $2, $4, $5, $6, $7, $8,
       case when $6 = 'done' then $3::timestamptz end, $3)
     returning *
   ), noted as (
     update payments p set amount_refunded = p.amount_refunded + f.amount from f
     where p.company_id = f.company_id and p.id = f.payment_id and f.status = 'done'
   )
   select ${jsonOf(refundFields)} as json from f`,
);

/** A refund recorded by hand counts on the payment at once; a gateway refund counts when it is done. */
export async function insertRefund(
  tx: Queryable,
  companyId: number,
  paymentId: number,
  now: Date,
  refund: {
    amount: string;
    reason: string | null;
    status: "done" | "pending";
    key: string | null;
    /** In real time; null unless it is pending. */
    nextAttemptAt: Date | null;
  },
): Promise<Json> {
  const { amount, reason, status, key, nextAttemptAt } = refund;
  const [row] = await tx.query<{ json: Json }>(insertRefundRow, [
    companyId,
    paymentId,
    now,
    amount,
    reason,
    status,
    key,
    nextAttemptAt,
  ]);
  return row!.json;
}

/** A refund to send to a gateway, with what the gateway needs to know about the payment. */
export type RefundRow = Pick<
  Tables["refunds"],
  "company_id" | "id" | "payment_id" | "amount" | "reason" | "status" | "attempt_count"
> &
  Pick<Tables["payments"], "currency" | "gateway"> &
  /** Our reference of the payment attempt, and the gateway's id of its page. */
  Pick<Tables["payment_attempts"], "gateway_account_id" | "reference" | "session"> & {
    key: NonNullable<Tables["refunds"]["key"]>;
    gateway: GatewayName;
    /** The gateway's id of the payment. */
    transaction: string;
  };

// The claim moves `next_attempt_at` forward, which hides the row from other workers; if this process dies, the row is
// due again then.
const claimRefunds = statement(
  "refund_claim_due",
  `with due as (
     select company_id, id from refunds where next_attempt_at <= $1
     order by next_attempt_at limit $3 for no key update skip locked
   ), f as (
     update refunds f set next_attempt_at = $2, attempt_count = f.attempt_count + 1
     from due d where f.company_id = d.company_id and f.id = d.id returning f.*
   )
   select f.company_id, f.id, f.payment_id, f.amount, f.reason, f.status, f.key, f.attempt_count, p.currency, p.gateway,
     p.gateway_reference as transaction, a.gateway_account_id, a.reference, a.session
   from f join payments p on p.company_id = f.company_id and p.id = f.payment_id
   ${joinAttemptOfPaymentSql}`,
);

export function claimDueRefunds(db: Queryable, now: Date, until: Date, limit: number): Promise<RefundRow[]> {
  return db.query<RefundRow>(claimRefunds, [now, until, limit]);
}

const postponeSql = statement(
  "refund_postpone",
  `update refunds set next_attempt_at = $3, failure = $4, gateway_reference = coalesce($5, gateway_reference)
   where company_id = $1 and id = $2 and status = 'pending'`,
);

/** Leaves the refund pending; `why` is the reason shown to callers. */
export async function postponeRefund(
  db: Queryable,
  { company_id, id }: RefundRow,
  until: Date,
  why: string | null,
  gatewayReference: string | null,
): Promise<void> {
  await db.query(postponeSql, [company_id, id, until, why, gatewayReference]);
}

const finishSql = statement(
  "refund_finish",
  `with f as (
     update refunds set status = $4, failure = $5, gateway_reference = coalesce($6, gateway_reference), next_attempt_at = null,
       settled_at = $3
     where company_id = $1 and id = $2 and status = 'pending' returning company_id, payment_id, amount, status
   ), noted as (
     update payments p set amount_refunded = p.amount_refunded + f.amount from f
     where p.company_id = f.company_id and p.id = f.payment_id and f.status = 'done'
   )
   select 1 from f`,
);

/** Returns false if another process has already finished it. */
export async function finishRefund(
  tx: Queryable,
  { company_id, id }: RefundRow,
  now: Date,
  outcome: { status: "done" | "failed"; failure: string | null; gatewayReference: string | null },
): Promise<boolean> {
  const { status, failure, gatewayReference } = outcome;
  const done = await tx.query(finishSql, [company_id, id, now, status, failure, gatewayReference]);
  return done.length === 1;
}

const measureSql = statement(
  "refund_examine",
  `select count(*) filter (where status = 'pending')::int as pending,
     extract(epoch from $1 - min(created_at) filter (where status = 'pending'))::float8 as oldest_seconds,
     greatest(extract(epoch from $1 - min(next_attempt_at)), 0)::float8 as overdue_seconds,
     count(*) filter (where status = 'failed' and created_at > $2)::int as failed_lately
   from refunds where next_attempt_at is not null or (status = 'failed' and created_at > $2)`,
);

export type RefundQueue = {
  pending: number;
  oldest_seconds: number | null;
  overdue_seconds: number | null;
  failed_lately: number;
};

/** Measures the pending refunds of all companies. */
export async function measureRefunds(db: Queryable, now: Date, lately: Date): Promise<RefundQueue> {
  const [row] = await db.query<RefundQueue>(measureSql, [now, lately]);
  return row!;
}
