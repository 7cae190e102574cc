import { Big } from "big.js";
import type { Change } from "../../../context.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { toPlain } from "../../../platform/values/money.ts";
import { emit } from "../../webhooks/events/service.ts";
import type { GatewayDispute } from "../gateways/service.ts";
import { disputeRow, insertRefund, lockPayment } from "./queries.ts";
import { getPayment, type PaymentRecord } from "./record.ts";
import { emitRefunded, refundedOrPending } from "./refunds.ts";
import { reverseLocked } from "./reversal.ts";

/** A dispute only moves on, so that reports which arrive twice or in another order change nothing. */
const progress = { none: 0, open: 1, won: 2, lost: 3 } as const;

/** Whether a dispute in this state has moved on from what is known of the payment. */
export const isNewOfDispute = (
  { dispute_status }: Pick<PaymentRecord, "dispute_status">,
  status: GatewayDispute["status"],
) => progress[status] > progress[dispute_status ?? "none"];

/**
 * Records the status of a payment's dispute, as its gateway reports it. Claims change only once it is lost: then the whole
 * payment is reversed, and a part of it is recorded as a refund.
 */
export async function recordDispute(change: Change, id: number, dispute: GatewayDispute): Promise<void> {
  const { tx, company, now } = change;
  const before = (await lockPayment(tx, company.id, id))!;
  const record = JSON.parse(before) as PaymentRecord;
  if (!isNewOfDispute(record, dispute.status)) return;
  await disputeRow(tx, company.id, id, now, dispute);
  const disputed = await getPayment(tx, company.id, id);
  const emitDisputed = () => emit(change, "payment.disputed", disputed, before);
  const lost = dispute.status === "lost" ? lostAmount(record, dispute) : new Big(0);
  if (lost.lte(0)) return void (await emitDisputed());
  if (lost.lt(String(record.amount))) return recordPart(change, disputed, lost, dispute, emitDisputed);
  const { emitEvents } = await reverseLocked(change, disputed, reasonOf(dispute));
  await emitDisputed();
  await emitEvents();
}

/**
 * How much of the payment is gone that was not known to be. In another currency the amount says nothing about it, and a
 * payment that was reversed or refunded has nothing left to lose.
 */
function lostAmount(record: PaymentRecord, { amount, currency }: GatewayDispute): Big {
  if (currency !== record.currency || record.reversed_at !== null) return new Big(0);
  const left = new Big(String(record.amount)).minus(refundedOrPending(record));
  return left.lt(amount) ? left : new Big(amount);
}

async function recordPart(
  change: Change,
  disputed: Json,
  lost: Big,
  dispute: GatewayDispute,
  cause: () => Promise<unknown>,
): Promise<void> {
  const { tx, company, now } = change;
  const { id } = JSON.parse(disputed) as PaymentRecord;
  const refund = {
    amount: toPlain(lost),
    reason: reasonOf(dispute),
    status: "done",
    key: null,
    nextAttemptAt: null,
  } as const;
  await insertRefund(tx, company.id, id, now, refund);
  await emitRefunded(change, disputed, lost, cause);
}

const reasonOf = ({ reason }: GatewayDispute) =>
  `The buyer's bank took the money back${reason === null ? "" : ` (${reason})`}.`;
