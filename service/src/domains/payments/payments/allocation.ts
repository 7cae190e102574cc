import { Big } from "big.js";
import type { Change } from "../../../context.ts";
import { invalid, invalidField, notFound, wrongState } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { applyPayment, lockInvoiceRow, lockPayableInvoice } from "../../billing/invoices/service.ts";
import { allocateRow, lockPayment } from "./queries.ts";
import { decimalsFault, getPayment, type PaymentRecord } from "./record.ts";
import { refundedOrPending } from "./refunds.ts";
import type { AllocationCreate } from "./schema.ts";

/** Allocates unallocated money to an invoice; only the company decides this, never the gateway. */
export async function allocatePayment(
  change: Change,
  id: number,
  input: AllocationCreate,
): Promise<{ payment: Json; invoice: Json }> {
  const { tx, company } = change;
  const json = await lockPayment(tx, company.id, id);
  if (json === undefined) throw notFound("The payment");
  const record = JSON.parse(json) as PaymentRecord;
  // An unknown invoice is reported first.
  if (input.invoice_id != null) await lockInvoiceRow(change, input.invoice_id);
  const invoiceId = invoiceFor(record, input);
  const payable = await lockPayableInvoice(change, invoiceId, "pay");
  if (payable.record.currency !== record.currency) {
    throw invalidField(
      "invoice_id",
      `is in ${payable.record.currency}, but the payment is in ${record.currency}`,
    );
  }
  if (payable.due.lte(0)) throw invalidField("invoice_id", "has no amount due");
  const free = freeAmount(record);
  const amount = input.amount == null ? smaller(free, payable.due) : parseDecimal(input.amount)!;
  const fault = decimalsFault(amount, record.currency) ?? excess(amount, free, payable.due, record.currency);
  if (fault) throw invalidField("amount", fault);
  const settled = await applyPayment(change, payable, { amount, paidAt: new Date(record.paid_at) });
  await allocateRow(tx, company.id, id, invoiceId, toPlain(amount));
  await settled.emitEvents(async () => undefined);
  return { payment: await getPayment(tx, company.id, id), invoice: settled.invoice };
}

/** Once part of a payment is allocated, the rest can only go to the same invoice. */
function invoiceFor(record: PaymentRecord, input: AllocationCreate): number {
  const isBound = record.invoice_id !== null && record.unallocated_amount < record.amount;
  const invoiceId = (input.invoice_id ?? record.invoice_id) as number | null;
  if (invoiceId === null) {
    throw invalid([{ field: "invoice_id", message: "is required, because this payment has no invoice" }]);
  }
  if (isBound && invoiceId !== record.invoice_id) {
    throw invalidField(
      "invoice_id",
      `must be ${record.invoice_id}: this payment is allocated to that invoice and can't be moved to another`,
    );
  }
  return invoiceId;
}

/** The amount that is neither allocated nor refunded. */
function freeAmount(record: PaymentRecord): Big {
  const free = new Big(String(record.unallocated_amount)).minus(refundedOrPending(record));
  if (free.gt(0)) return free;
  throw nothingLeft(record);
}

export const nothingLeft = ({ id }: Pick<PaymentRecord, "id">) =>
  wrongState(`Payment ${id} is already fully allocated.`);

const smaller = (a: Big, b: Big) => (a.lt(b) ? a : b);

function excess(amount: Big, free: Big, due: Big, currency: string): string | undefined {
  if (amount.gt(free)) return `must not exceed the unallocated amount, ${toPlain(free)} ${currency}`;
  if (amount.gt(due)) return `must not exceed the amount due, ${toPlain(due)} ${currency}`;
  return undefined;
}
