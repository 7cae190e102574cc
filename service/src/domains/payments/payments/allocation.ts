import { Big } from "big.js";
import type { Change } from "../../../context.ts";
import { invalid, invalidField, notFound, wrongState } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { decimalsFault, parseDecimal, toPlain } from "../../../platform/values/money.ts";
import {
  applyPayment,
  getInvoice,
  type InvoiceRecord,
  lockInvoiceRow,
  lockPayableInvoice,
  type PayableInvoice,
} from "../../billing/invoices/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import { allocateRow, insertAllocation, lockPayment } from "./queries.ts";
import { alreadyReversed, getPayment, type PaymentRecord } from "./record.ts";
import { refundedOrPending } from "./refunds.ts";
import type { AllocationCreate } from "./schema.ts";

/**
 * Allocates unallocated money to an invoice, and the rest to further ones; only the company decides this, never the
 * gateway.
 */
export async function allocatePayment(
  change: Change,
  id: number,
  input: AllocationCreate,
): Promise<{ payment: Json; invoice: Json }> {
  const { tx, company } = change;
  const json = await lockPayment(tx, company.id, id);
  if (json === undefined) throw notFound("The payment");
  const record = JSON.parse(json) as PaymentRecord;
  if (record.reversed_at !== null) throw alreadyReversed(record);
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
  if (isOther(record, invoiceId)) await requireSameCustomer(change, record, payable);
  const settled = await applyPayment(change, payable, { amount, paidAt: new Date(record.paid_at) });
  await store(change, record, invoiceId, toPlain(amount));
  const payment = await getPayment(tx, company.id, id);
  await settled.emitEvents(() => emit(change, "payment.allocated", payment, json));
  return { payment, invoice: settled.invoice };
}

function invoiceFor(record: PaymentRecord, input: AllocationCreate): number {
  const invoiceId = (input.invoice_id ?? record.invoice_id) as number | null;
  if (invoiceId === null) {
    throw invalid([{ field: "invoice_id", message: "is required, because this payment has no invoice" }]);
  }
  return invoiceId;
}

/** Until a part is allocated, the payment can be given to any invoice; later ones are others beside that one. */
const isOther = (record: PaymentRecord, invoiceId: number): boolean =>
  record.allocations.length > 0 && record.invoice_id !== invoiceId;

/** The money came from the customer of the first invoice. */
async function requireSameCustomer(
  { tx, company, now }: Change,
  record: PaymentRecord,
  { record: invoice }: PayableInvoice,
): Promise<void> {
  const json = await getInvoice(tx, company.id, dateIn(company.timeZone, now), record.invoice_id!);
  const { customer_id } = JSON.parse(json) as InvoiceRecord;
  if (invoice.customer_id !== customer_id) {
    throw invalidField(
      "invoice_id",
      `belongs to another customer than invoice ${record.invoice_id}, which this payment pays`,
    );
  }
}

function store({ tx, company, now }: Change, record: PaymentRecord, invoice_id: number, amount: string) {
  return isOther(record, invoice_id)
    ? insertAllocation(tx, company.id, now, { payment_id: record.id, invoice_id, amount })
    : allocateRow(tx, company.id, record.id, invoice_id, amount);
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
