import { type Queryable, statement } from "../../../platform/db/database.ts";
import { columnsSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { fromInvoiceOf } from "../../billing/invoices/fragments.ts";
import { dueSql, payableSql, portalTokenSql } from "../../billing/invoices/service.ts";
import { fromLinesOf } from "../../billing/lines/fragments.ts";
import { customerLanguageSql } from "../../catalog/customers/service.ts";
import { joinTenantOf } from "../../tenancy/companies/fragments.ts";
import { supplierSnapshotFields } from "../../tenancy/companies/service.ts";
import { fromLinks } from "../links/fragments.ts";
import { fromPaymentsByLinkSql, joinPaymentOf, receivedByLinkSql } from "../payments/fragments.ts";

const stored = [
  "company_id",
  "id",
  "payment_link_id",
  "gateway",
  "gateway_account_id",
  "reference",
  "amount",
  "currency",
  "quantity",
  "of_reusable_link",
  "status",
  "session",
  "page_url",
  "reason",
  "payment_id",
  "poll_count",
  "last_polled_at",
  "next_poll_at",
  "created_at",
] as const;

/** A stored payment attempt. */
export type PaymentAttemptRow = Pick<Tables["payment_attempts"], (typeof stored)[number]>;

const columns = columnsSql("payment_attempts", stored);

const insert = statement(
  "attempt_insert",
  `insert into payment_attempts (company_id, payment_link_id, gateway, gateway_account_id, reference, amount, currency,
     next_poll_at, quantity, created_at, updated_at, of_reusable_link)
   select $1, $3, $4, $5, $6, $7, $8, $9, $10, $2, $2, l.reusable
   ${fromLinks("l")} where l.company_id = $1 and l.id = $3 returning ${columns}`,
);

export type PaymentAttemptColumns = Pick<
  PaymentAttemptRow,
  "payment_link_id" | "gateway" | "gateway_account_id" | "reference" | "amount" | "currency" | "quantity"
>;

export async function insertPaymentAttempt(
  tx: Queryable,
  companyId: number,
  now: Date,
  attempt: PaymentAttemptColumns,
  nextPollAt: Date,
): Promise<PaymentAttemptRow> {
  const [row] = await tx.query<PaymentAttemptRow>(insert, [
    companyId,
    now,
    attempt.payment_link_id,
    attempt.gateway,
    attempt.gateway_account_id,
    attempt.reference,
    attempt.amount,
    attempt.currency,
    nextPollAt,
    attempt.quantity,
  ]);
  return row!;
}

const findLive = statement(
  "attempt_find_live",
  `select ${columns} from payment_attempts
   where company_id = $1 and payment_link_id = $2 and status in ('starting', 'open', 'processing')
     and not of_reusable_link`,
);

/** Of a link that is paid once: a reusable one has any number of them. */
export async function findLivePaymentAttempt(
  db: Queryable,
  companyId: number,
  linkId: number,
): Promise<PaymentAttemptRow | undefined> {
  const [row] = await db.query<PaymentAttemptRow>(findLive, [companyId, linkId]);
  return row;
}

const countSince = statement(
  "attempt_count_since",
  `select count(*)::int as count from (
     select created_at, status, of_reusable_link from payment_attempts where company_id = $1 and payment_link_id = $2
     order by id desc limit 1000
   ) a where created_at > $3 and not (of_reusable_link and status = 'paid')`,
);

/** Of a reusable link, those that were not paid, among the last thousand. */
export async function countPaymentAttempts(db: Queryable, companyId: number, linkId: number, since: Date) {
  const [row] = await db.query<{ count: number }>(countSince, [companyId, linkId, since]);
  return row!.count;
}

const countHeld = statement(
  "attempt_count_held",
  `select count(*)::int as count from (
     select from payment_attempts where company_id = $1 and payment_link_id = $2 and of_reusable_link
       and status in ('starting', 'open', 'processing') and (status = 'processing' or created_at > $3) limit $4
   ) a`,
);

/** How many buyers of a reusable link are paying, counted up to a maximum: those who started since a time, and those who are done. */
export async function countHeldPayments(
  db: Queryable,
  companyId: number,
  linkId: number,
  since: Date,
  max: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(countHeld, [companyId, linkId, since, max]);
  return row!.count;
}

const findByReference = statement(
  "attempt_find_by_reference",
  `select ${columns} from payment_attempts where reference = $1`,
);

/** Not scoped to a company: the reference is random and globally unique, and the row names the company. */
export async function findPaymentAttemptByReference(
  db: Queryable,
  reference: string,
): Promise<PaymentAttemptRow | undefined> {
  const [row] = await db.query<PaymentAttemptRow>(findByReference, [reference]);
  return row;
}

const findByPayment = statement(
  "attempt_find_by_payment",
  `select ${columns} from payment_attempts where company_id = $1 and payment_id = $2`,
);

export async function findPaymentAttemptByPayment(
  db: Queryable,
  companyId: number,
  paymentId: number,
): Promise<PaymentAttemptRow | undefined> {
  const [row] = await db.query<PaymentAttemptRow>(findByPayment, [companyId, paymentId]);
  return row;
}

const lock = statement(
  "attempt_lock",
  `select ${columns} from payment_attempts where company_id = $1 and id = $2 for no key update`,
);

export async function lockPaymentAttempt(
  tx: Queryable,
  companyId: number,
  id: number,
): Promise<PaymentAttemptRow> {
  const [row] = await tx.query<PaymentAttemptRow>(lock, [companyId, id]);
  return row!;
}

export type PaymentAttemptState = Pick<
  PaymentAttemptRow,
  "status" | "session" | "page_url" | "reason" | "payment_id" | "poll_count" | "next_poll_at"
>;

const update = statement(
  "attempt_update",
  `update payment_attempts set status = $4, session = $5, page_url = $6, reason = $7, payment_id = $8, next_poll_at = $9,
     poll_count = $10, updated_at = case when status = $4 then updated_at else $3 end
   where company_id = $1 and id = $2`,
);

export async function updatePaymentAttempt(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  { status, session, page_url, reason, payment_id, next_poll_at, poll_count }: PaymentAttemptState,
): Promise<void> {
  const state = [status, session, page_url, reason, payment_id, next_poll_at, poll_count];
  await tx.query(update, [companyId, id, now, ...state]);
}

const claimPollSql = statement(
  "attempt_claim",
  `update payment_attempts set last_polled_at = $3
   where company_id = $1 and id = $2 and (last_polled_at is null or last_polled_at <= $4) returning ${columns}`,
);

/** If several callers want to poll the same attempt, one of them gets the row. */
export async function claimPoll(
  db: Queryable,
  companyId: number,
  id: number,
  now: Date,
  notSince: Date,
): Promise<PaymentAttemptRow | undefined> {
  const [row] = await db.query<PaymentAttemptRow>(claimPollSql, [companyId, id, now, notSince]);
  return row;
}

// The claim moves `next_poll_at` forward, which hides the row from other workers; if this process dies, the row is due
// again then.
const claimDuePolls = statement(
  "attempt_claim_due",
  `with due as (
     select company_id, id from payment_attempts where next_poll_at <= $1
     order by next_poll_at limit $3 for no key update skip locked
   )
   update payment_attempts a set next_poll_at = $2, last_polled_at = $1, poll_count = poll_count + 1
   from due d where a.company_id = d.company_id and a.id = d.id
   returning ${columnsSql("a", stored)}`,
);

export function claimDuePaymentAttempts(
  db: Queryable,
  now: Date,
  until: Date,
  limit: number,
): Promise<PaymentAttemptRow[]> {
  return db.query<PaymentAttemptRow>(claimDuePolls, [now, until, limit]);
}

const countReceived = statement(
  "attempt_received",
  `select ${receivedByLinkSql} as received ${fromLinks("r")} where r.company_id = $1 and r.id = $2`,
);

/** The amount received through a link so far, in the link's currency. */
export async function receivedBy(db: Queryable, companyId: number, linkId: number): Promise<string> {
  const [row] = await db.query<{ received: string }>(countReceived, [companyId, linkId]);
  return row!.received;
}

const invoice =
  jsonOf(`i.number, i.status, i.due_date, i.currency, i.prices_include_tax, coalesce(i.discounts, '[]') as discounts, coalesce(i.charges, '[]') as charges, i.subtotal, i.discount_total, i.charge_total, i.tax_total, i.total, i.amount_credited, i.credit_applied, ${dueSql("i")} as amount_due,
  i.withholding, ${payableSql("i")} as amount_payable, i.taxes, ${portalTokenSql("i")} as portal_token,
  (select coalesce(json_agg(${jsonOf("l.description, l.quantity, l.unit_price, coalesce(l.gross_amount, l.net_amount) as gross_amount, l.discount_amount, l.charge_amount")} order by l.id), '[]')
    ${fromLinesOf("i")}) as lines`);

const attempt = jsonOf(
  "a.id, a.reference, a.status, a.reason, a.amount, a.page_url, a.gateway, a.created_at",
);

const payment = jsonOf(`p.id, p.amount, p.currency, p.paid_at, p.method, p.gateway, p.gateway_reference,
  p.amount_refunded, p.quantity`);

const checkout = statement(
  "attempt_checkout",
  `select ${jsonOf(`r.company_id, r.id, r.amount, r.currency, r.status, r.label, r.email, r.expires_at, r.return_url, r.cancel_url, r.min_amount,
     r.reusable, r.min_quantity, r.max_quantity,
     case when r.reusable or r.max_quantity is not null then 0 else ${receivedByLinkSql} end as received, co.name as company_name, co.language as company_language, ${jsonOf(supplierSnapshotFields)} as supplier, co.status as company_status, co.gateway, co.time_zone, co.clock_offset_ms,
     'payments' = any(s.disabled_features) as payments_disabled,
     (select ${invoice} ${fromInvoiceOf("r")}) as invoice,
     (select ${customerLanguageSql} ${fromInvoiceOf("r")}) as customer_language,
     case when r.reusable
       then (select ${attempt} from payment_attempts a
         where a.reference = $3 and a.company_id = r.company_id and a.payment_link_id = r.id)
       else (select ${attempt} from payment_attempts a where a.company_id = r.company_id and a.payment_link_id = r.id
         order by a.id desc limit 1)
     end as attempt,
     case when r.reusable
       then (select ${payment} from payment_attempts a ${joinPaymentOf("a")}
         where a.reference = $3 and a.company_id = r.company_id and a.payment_link_id = r.id)
       else (select ${payment} ${fromPaymentsByLinkSql}
         order by p.id desc limit 1)
     end as payment`)} as json
   ${fromLinks("r")} ${joinTenantOf("r.company_id")}
   where r.id = $1 and r.secret = $2`,
);

/** Everything the checkout page shows; of a reusable link, only the attempt that the buyer names. Not scoped to a company: a buyer only has the reference with its secret. */
export async function findCheckoutJson(
  db: Queryable,
  linkId: number,
  secret: string,
  attemptReference: string | null,
): Promise<Json | undefined> {
  const [row] = await db.query<{ json: Json }>(checkout, [linkId, secret, attemptReference]);
  return row?.json;
}

const examine = statement(
  "attempt_examine",
  `select count(*)::int as watched, greatest(extract(epoch from $1 - min(next_poll_at)), 0)::float8 as overdue_seconds,
     count(*) filter (where status = 'processing' and created_at < $2)::int as long_processing
   from payment_attempts where next_poll_at is not null`,
);

export type PaymentAttemptQueue = {
  watched: number;
  overdue_seconds: number | null;
  long_processing: number;
};

/** Counts the payment attempts of all companies that are still polled. */
export async function measurePaymentAttempts(
  db: Queryable,
  now: Date,
  long: Date,
): Promise<PaymentAttemptQueue> {
  const [row] = await db.query<PaymentAttemptQueue>(examine, [now, long]);
  return row!;
}
