import { Big } from "big.js";
import type { Change } from "../../../context.ts";
import { type FieldError, invalid, notFound, wrongState } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { applyPayments, getInvoice, type InvoiceRecord } from "../../billing/invoices/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import {
  amountFault,
  type LockedPart,
  listedParts,
  lockNamedInvoices,
  lockParts,
  otherCurrencies,
  otherCustomers,
  type Part,
  repeatedInvoices,
  sumOf,
} from "./parts.ts";
import { allocateRow, insertAllocations, lockPayment } from "./queries.ts";
import { alreadyReversed, getPayment, type PaymentRecord } from "./record.ts";
import { refundedOrPending } from "./refunds.ts";
import { type AllocationCreate, withholdingMethod } from "./schema.ts";

/**
 * Allocates unallocated money to an invoice or several, and the rest to further ones; only the company decides this,
 * never the gateway.
 */
export async function allocatePayment(
  change: Change,
  id: number,
  input: AllocationCreate,
): Promise<{ payment: Json; invoice: Json; invoices: Json[] }> {
  const { tx, company, now } = change;
  const json = await lockPayment(tx, company.id, id);
  if (json === undefined) throw notFound("The payment");
  const record = JSON.parse(json) as PaymentRecord;
  if (record.reversed_at !== null) throw alreadyReversed(record);
  // An unknown invoice is reported first.
  await lockNamedInvoices(change, input);
  const wanted = wantedParts(record, input);
  if (input.invoice_id == null && input.allocations == null)
    await lockNamedInvoices(change, { invoice_id: wanted[0]!.invoiceId });
  const locked = await lockParts(change, wanted);
  refuse([...otherCurrencies(locked, record.currency), ...settledInvoices(locked)]);
  const free = freeAmount(record);
  const amounts = locked.map(({ amount, payable }) => amount ?? smaller(free, payable.due));
  const parts = locked.map((part, index) => ({ ...part, amount: amounts[index]! }));
  refuse(amountFaults(parts, free, record, input));
  const ownId = ownInvoice(record, wanted);
  refuse(otherCustomers(locked, await findPayer(change, ownId)));
  const { invoices, emitEvents } = await applyPayments(change, parts, {
    paidAt: new Date(record.paid_at),
    isWithheld: record.method === withholdingMethod,
  });
  await allocateRow(tx, company.id, id, ownId, toPlain(sumOf(parts)));
  const others = parts.filter(({ invoiceId }) => invoiceId !== ownId);
  await insertAllocations(tx, company.id, now, id, others);
  const payment = await getPayment(tx, company.id, id);
  await emitEvents(() => emit(change, "payment.allocated", payment, json));
  return { payment, invoice: invoices[0]!, invoices };
}

function refuse(faults: FieldError[]): void {
  if (faults.length > 0) throw invalid(faults);
}

function wantedParts(record: PaymentRecord, input: AllocationCreate): Part[] {
  if (input.allocations != null) {
    const given = (["invoice_id", "amount"] as const).filter((name) => input[name] != null);
    refuse(given.map((field) => ({ field, message: "can't be given together with allocations" })));
    const parts = listedParts(input.allocations);
    refuse(repeatedInvoices(parts));
    return parts;
  }
  const invoiceId = input.invoice_id ?? record.invoice_id;
  if (invoiceId === null) {
    throw invalid([{ field: "invoice_id", message: "is required, because this payment has no invoice" }]);
  }
  const amount = input.amount == null ? undefined : parseDecimal(input.amount)!;
  return [{ invoiceId, amount, fields: { invoice: "invoice_id", amount: "amount" } }];
}

/** Until a part is allocated, the payment can be given to any invoice; later ones are others beside that one. */
function ownInvoice({ allocations, invoice_id }: PaymentRecord, wanted: readonly Part[]): number {
  const isKept = allocations.length > 0 || wanted.some(({ invoiceId }) => invoiceId === invoice_id);
  return isKept ? invoice_id! : wanted[0]!.invoiceId;
}

/** The money came from the customer of the first invoice. */
async function findPayer({ tx, company, now }: Change, id: number): Promise<InvoiceRecord> {
  return JSON.parse(await getInvoice(tx, company.id, dateIn(company.timeZone, now), id)) as InvoiceRecord;
}

const settledInvoices = (parts: readonly LockedPart[]): FieldError[] =>
  parts
    .filter(({ payable }) => payable.due.lte(0))
    .map(({ fields }) => ({ field: fields.invoice, message: "has no amount due" }));

/** The amount that is neither allocated nor refunded. */
function freeAmount(record: PaymentRecord): Big {
  const free = new Big(String(record.unallocated_amount)).minus(refundedOrPending(record));
  if (free.gt(0)) return free;
  throw nothingLeft(record);
}

export const nothingLeft = ({ id }: Pick<PaymentRecord, "id">) =>
  wrongState(`Payment ${id} is already fully allocated.`);

const smaller = (a: Big, b: Big) => (a.lt(b) ? a : b);

function amountFaults(
  parts: readonly (LockedPart & { amount: Big })[],
  free: Big,
  { currency }: PaymentRecord,
  { allocations }: AllocationCreate,
): FieldError[] {
  const limit = `${toPlain(free)} ${currency}`;
  const sum = sumOf(parts);
  const excess: FieldError | undefined =
    allocations == null
      ? { field: "amount", message: `must not exceed the unallocated amount, ${limit}` }
      : { field: "allocations", message: `must not add up to more than the unallocated amount, ${limit}` };
  const faults = parts.flatMap((part) => amountFault(part.amount, part) ?? []);
  return sum.gt(free) ? [...faults.filter(({ field }) => field !== excess.field), excess] : faults;
}
