import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { GatewayName } from "../gateways/service.ts";

/** A refund that a gateway has to make, with what the gateway must know about the payment. */
export type RefundRow = Pick<
  Tables["refunds"],
  "company_id" | "id" | "payment_id" | "amount" | "reason" | "status" | "attempt_count"
> &
  Pick<Tables["payments"], "currency"> &
  /** Our reference of the attempt, and the gateway's id of the page. */
  Pick<Tables["payment_attempts"], "gateway_account_id" | "reference" | "session"> & {
    key: string;
    gateway: GatewayName;
    /** The gateway's id of the payment. */
    transaction: string;
  };

// Moving its time forward hides it from other workers; if we die meanwhile, it is due again at that time.
const payable = statement(
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
   join payment_attempts a on a.company_id = p.company_id and a.payment_id = p.id`,
);

export function claimDueRefunds(db: Queryable, now: Date, until: Date, limit: number): Promise<RefundRow[]> {
  return db.query<RefundRow>(payable, [now, until, limit]);
}

const postpone = statement(
  "refund_postpone",
  `update refunds set next_attempt_at = $3, failure = $4, gateway_reference = coalesce($5, gateway_reference)
   where company_id = $1 and id = $2 and status = 'pending'`,
);

/** It is still pending; `why` is what keeps it from being done. */
export async function postponeRefund(
  db: Queryable,
  { company_id, id }: RefundRow,
  until: Date,
  why: string | null,
  gatewayReference: string | null,
): Promise<void> {
  await db.query(postpone, [company_id, id, until, why, gatewayReference]);
}

const finish = statement(
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

/** Returns false when somebody else was faster. */
export async function finishRefund(
  tx: Queryable,
  { company_id, id }: RefundRow,
  now: Date,
  outcome: { status: "done" | "failed"; failure: string | null; gatewayReference: string | null },
): Promise<boolean> {
  const { status, failure, gatewayReference } = outcome;
  const done = await tx.query(finish, [company_id, id, now, status, failure, gatewayReference]);
  return done.length === 1;
}

const examine = statement(
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

/** Of all companies. */
export async function measureRefunds(db: Queryable, now: Date, lately: Date): Promise<RefundQueue> {
  const [row] = await db.query<RefundQueue>(examine, [now, lately]);
  return row!;
}
