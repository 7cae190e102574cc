import { Big } from "big.js";
import type { Change } from "../../../context.ts";
import { notFound, wrongState } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { takeBackPayment } from "../../billing/invoices/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import { lockPayment, reverseRow } from "./queries.ts";
import { alreadyReversed, getPayment, type PaymentRecord } from "./record.ts";
import { refundedOrPending } from "./refunds.ts";
import { type ReversalCreate, withholdingMethod } from "./schema.ts";

/**
 * Reverses a payment that was recorded by mistake: it stays in the records, but settles nothing any more, and its
 * reference can be used again.
 */
export async function reversePayment(
  change: Change,
  id: number,
  { reason }: ReversalCreate,
): Promise<{ payment: Json; invoice: Json }> {
  const { tx, company, now } = change;
  const before = await lockPayment(tx, company.id, id);
  if (before === undefined) throw notFound("The payment");
  const record = JSON.parse(before) as PaymentRecord;
  if (record.source === "gateway") throw takenByGateway(record);
  if (record.reversed_at !== null) throw alreadyReversed(record);
  if (refundedOrPending(record).gt(0)) throw alreadyRefunded(record);
  // Only money from a gateway can be without an invoice, or more than the invoice needed.
  const reopened = await takeBackPayment(change, record.invoice_id!, {
    amount: new Big(String(record.amount)),
    isWithheld: record.method === withholdingMethod,
  });
  await reverseRow(tx, company.id, id, now, reason);
  const payment = await getPayment(tx, company.id, id);
  await reopened.emitEvents(() => emit(change, "payment.reversed", payment, before));
  return { payment, invoice: reopened.invoice };
}

const takenByGateway = ({ id }: Pick<PaymentRecord, "id">) =>
  wrongState(`Payment ${id} was taken by a payment gateway, so it can't be reversed. Refund it instead.`);

const alreadyRefunded = ({ id }: Pick<PaymentRecord, "id">) =>
  wrongState(
    `Payment ${id} was refunded, so the money had been received and it can't be reversed. To reduce what the customer owes, issue a credit note.`,
  );
