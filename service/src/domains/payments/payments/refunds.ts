import { Big } from "big.js";
import { type Change, type Context, realTimeOf } from "../../../context.ts";
import { ApiError, invalidField, notFound, wrongState } from "../../../contract/errors.ts";
import { inTransaction, type Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { randomReference } from "../../../platform/security/ids.ts";
import { decimalsFault, parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { lockInvoiceRows, recordInvoiceRefund } from "../../billing/invoices/service.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import { gateways, openAccount, type RefundOutcome } from "../gateways/service.ts";
import {
  claimDueRefunds,
  findBeingRefunded,
  finishRefund,
  insertRefund,
  lockPayment,
  postponeRefund,
  type RefundRow,
} from "./queries.ts";
import { alreadyReversed, getPayment, type PaymentRecord } from "./record.ts";
import type { RefundCreate } from "./schema.ts";

/**
 * Refunds all or part of a payment. A payment recorded by hand is only marked as refunded. A gateway payment is
 * refunded by the gateway: the refund is stored as pending and sent by a background pass, because a call whose response
 * is lost must never be repeated blindly.
 */
export async function refundPayment(
  change: Change,
  id: number,
  input: RefundCreate,
): Promise<{ refund: Json; payment: Json }> {
  const { tx, company, now } = change;
  const json = await lockPayment(tx, company.id, id);
  if (json === undefined) throw notFound("The payment");
  const record = JSON.parse(json) as PaymentRecord;
  if (record.reversed_at !== null) throw alreadyReversed(record);
  const amount = refundableAmount(record, input);
  const byGateway = record.gateway !== null;
  // From now on nobody applies this money as credit, also while the refund is pending.
  await lockInvoiceRows(
    change,
    record.allocations.map(({ invoice_id }) => invoice_id),
  );
  const refund = await insertRefund(tx, company.id, id, now, {
    amount: toPlain(amount),
    reason: input.reason ?? null,
    status: byGateway ? "pending" : "done",
    key: byGateway ? randomReference("rf") : null,
    nextAttemptAt: byGateway ? realTimeOf(change) : null,
  });
  if (!byGateway) await emitRefunded(change, json, amount);
  return { refund, payment: await getPayment(tx, company.id, id) };
}

/** How much of what an invoice was paid is on its way back: the invoice does not count these refunds yet. */
export async function readPendingRefunds(tx: Queryable, companyId: number, invoiceId: number): Promise<Big> {
  const payments = await findBeingRefunded(tx, companyId, invoiceId);
  const parts = payments
    .map((json) => JSON.parse(json) as PaymentRecord)
    .flatMap((record) =>
      claimedParts(record, refundedOrPending(record).minus(String(record.amount_refunded))),
    )
    .filter(({ invoice_id }) => invoice_id === invoiceId);
  return parts.reduce((total, { part }) => total.plus(part), new Big(0));
}

/** Records the refund on the payment and its invoices, whose amount due does not change, and emits the event. */
export async function emitRefunded(
  change: Change,
  before: Json,
  amount: Big,
  cause?: () => Promise<unknown>,
): Promise<void> {
  const record = JSON.parse(before) as PaymentRecord;
  for (const { invoice_id, part } of claimedParts(record, amount)) {
    await recordInvoiceRefund(change, invoice_id, part);
  }
  const payment = await getPayment(change.tx, change.company.id, record.id);
  await cause?.();
  await emit(change, "payment.refunded", payment, before);
}

const sum = (amounts: readonly number[]) =>
  amounts.reduce((total, amount) => total.plus(String(amount)), new Big(0));

/** The total of all refunds, done or pending. */
export function refundedOrPending({ refunds }: PaymentRecord): Big {
  return sum(refunds.filter(({ status }) => status !== "failed").map(({ amount }) => amount));
}

export const refundedWhole = ({ id }: Pick<PaymentRecord, "id">) =>
  wrongState(`Payment ${id} is already fully refunded.`);

function refundableAmount(record: PaymentRecord, input: RefundCreate): Big {
  const left = new Big(String(record.amount)).minus(refundedOrPending(record));
  if (left.eq(0)) throw refundedWhole(record);
  if (input.amount == null) return left;
  const amount = parseDecimal(input.amount)!;
  const decimals = decimalsFault(amount, record.currency);
  if (decimals) throw invalidField("amount", decimals);
  if (amount.gt(left)) {
    throw invalidField(
      "amount",
      `must not exceed the amount left to refund, ${toPlain(left)} ${record.currency}`,
    );
  }
  return amount;
}

/**
 * Unallocated money is refunded first; only the rest affects invoices, each up to what was allocated to it. In the order
 * of the invoices' ids, in which other changes lock several of them too.
 */
export function claimedParts(
  record: Pick<PaymentRecord, "unallocated_amount" | "amount_refunded" | "allocations">,
  amount: Big | string,
): { invoice_id: number; part: Big }[] {
  const before = new Big(String(record.amount_refunded));
  const [past, present] = [before, before.plus(amount)].map((refunded) => spread(record, refunded));
  return record.allocations
    .map(({ invoice_id }, index) => ({ invoice_id, part: present![index]!.minus(past![index]!) }))
    .filter(({ part }) => part.gt(0))
    .sort((one, other) => one.invoice_id - other.invoice_id);
}

/** How much of each allocation is refunded, once so much of the payment is. */
function spread(
  { unallocated_amount, allocations }: Pick<PaymentRecord, "unallocated_amount" | "allocations">,
  refunded: Big,
): Big[] {
  let rest = refunded.minus(String(unallocated_amount));
  return allocations.map((allocation) => {
    const whole = new Big(String(allocation.amount));
    const part = rest.lte(0) ? new Big(0) : rest.lt(whole) ? rest : whole;
    rest = rest.minus(part);
    return part;
  });
}

const minute = 60_000;
// Much longer than any call takes: a process that was suspended for longer must not send the refund any more.
const leaseMs = 10 * minute;
const claimMax = 20;
const pauses = [minute, 5 * minute, 15 * minute, 60 * minute];

/** Sends the refunds that are due and records their outcome. */
export async function sendRefunds(context: Context): Promise<number> {
  const now = context.clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const due = await claimDueRefunds(context.db, now, leaseUntil, claimMax);
  await Promise.all(due.map((refund) => sendRefund(context, refund, leaseUntil)));
  return due.length;
}

async function sendRefund(context: Context, refund: RefundRow, leaseUntil: Date): Promise<void> {
  const { company_id, gateway, gateway_account_id, attempt_count } = refund;
  const until = () => {
    const pause = pauses[Math.min(attempt_count - 1, pauses.length - 1)]!;
    return new Date(context.clock.now().getTime() + pause);
  };
  try {
    const account = await openAccount(context, context.db, company_id, gateway_account_id);
    const isStillOurs = () => context.clock.now() < leaseUntil;
    const order = { ...refund, again: attempt_count > 1, isStillOurs };
    const outcome = await gateways[gateway].refund(context.outbound, account, order);
    if (outcome.status === "processing")
      await postponeRefund(context.db, refund, until(), null, outcome.refund);
    else await recordOutcome(context, refund, outcome);
  } catch (error) {
    const reason = (error as Error).message;
    context.log.warn({ company: company_id, refund: refund.id, reason }, "refund postponed");
    // Callers see this text, so it does not contain internal errors.
    const failureReason = error instanceof ApiError ? reason : "It could not be sent and will be retried.";
    await postponeRefund(context.db, refund, until(), failureReason, null);
  }
}

function recordOutcome(
  context: Context,
  refund: RefundRow,
  outcome: Exclude<RefundOutcome, { status: "processing" }>,
): Promise<void> {
  return inTransaction(context.db.forCompany(refund.company_id), async (tx) => {
    const change = await systemChange(tx, refund.company_id, context.clock);
    const before = await lockPayment(tx, refund.company_id, refund.payment_id);
    const isNew = await finishRefund(tx, refund, change.now, {
      status: outcome.status,
      failure: outcome.status === "failed" ? outcome.reason : null,
      gatewayReference: outcome.status === "done" ? outcome.refund : null,
    });
    if (isNew && outcome.status === "done") await emitRefunded(change, before!, new Big(refund.amount));
  });
}
