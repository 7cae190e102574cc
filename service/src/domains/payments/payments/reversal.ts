import { Big } from "big.js";
import type { Change } from "../../../context.ts";
import { notFound, wrongState } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { lockInvoiceRows, type SettlementResult, takeBackPayment } from "../../billing/invoices/service.ts";
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
): Promise<{ payment: Json; invoice: Json; invoices: Json[] }> {
  const { tx, company } = change;
  const before = await lockPayment(tx, company.id, id);
  if (before === undefined) throw notFound("The payment");
  const record = JSON.parse(before) as PaymentRecord;
  if (record.source === "gateway") throw takenByGateway(record);
  if (record.reversed_at !== null) throw alreadyReversed(record);
  if (refundedOrPending(record).gt(0)) throw alreadyRefunded(record);
  const { payment, invoices, emitEvents } = await reverseLocked(change, before, reason);
  await emitEvents();
  // Only money from a gateway can be without an invoice.
  return { payment, invoice: invoices[0]!, invoices };
}

type Reversal = { payment: Json; invoices: Json[]; emitEvents(): Promise<void> };

/**
 * Reverses a payment that is locked: what it has paid of each invoice is owed again. The invoices are in the order of the
 * allocations. The caller emits the events last.
 */
export async function reverseLocked(change: Change, before: Json, reason: string): Promise<Reversal> {
  const { tx, company, now } = change;
  const { id, allocations, method } = JSON.parse(before) as PaymentRecord;
  const ids = allocations.map(({ invoice_id }) => invoice_id);
  await lockInvoiceRows(change, ids);
  const reopened: SettlementResult[] = [];
  for (const { invoice_id, amount } of allocations) {
    const taken = { amount: new Big(String(amount)), isWithheld: method === withholdingMethod };
    reopened.push(await takeBackPayment(change, invoice_id, taken));
  }
  await reverseRow(tx, company.id, id, now, reason);
  const payment = await getPayment(tx, company.id, id);
  return {
    payment,
    invoices: reopened.map(({ invoice }) => invoice),
    emitEvents: async () => {
      await emit(change, "payment.reversed", payment, before);
      for (const { emitEvents } of reopened) await emitEvents(async () => undefined);
    },
  };
}

const takenByGateway = ({ id }: Pick<PaymentRecord, "id">) =>
  wrongState(`Payment ${id} was taken by a payment gateway, so it can't be reversed. Refund it instead.`);

const alreadyRefunded = ({ id }: Pick<PaymentRecord, "id">) =>
  wrongState(
    `Payment ${id} was refunded, so the money had been received and it can't be reversed. To reduce what the customer owes, issue a credit note.`,
  );
