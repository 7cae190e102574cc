import { isDeepStrictEqual } from "node:util";
import { Big } from "big.js";
import type { Change } from "../../../context.ts";
import { sourceOf } from "../../../contract/access.ts";
import { type FieldError, invalid, invalidField, notFound } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { momentOf } from "../../../platform/values/date-times.ts";
import { decimalsFault, parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { applyPayments, getInvoice, refusedTransition } from "../../billing/invoices/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import {
  amountFault,
  type LockedPart,
  listedParts,
  lockNamedInvoices,
  lockParts,
  otherCurrencies,
  otherCustomers,
  repeatedInvoices,
  sumOf,
  type WholePart,
} from "./parts.ts";
import { findByReference, insertAllocations, insertPayment, type PaymentColumns } from "./queries.ts";
import { getPayment, type PaymentRecord } from "./record.ts";
import { type PaymentCreate, withholdingMethod } from "./schema.ts";
import { certificateFaults } from "./withholding.ts";

/** The first of the invoices is the payment's own. */
export type RecordedPayment = { payment: Json; invoice: Json; invoices: Json[]; isNew: boolean };

/** Records a payment of one invoice, or of several of a customer, of which each is paid its part or none is. */
export async function recordPayment(change: Change, input: PaymentCreate): Promise<RecordedPayment> {
  const { tx, company, now } = change;
  // The invoices are locked first, so that a concurrent request with the same reference is found once it has committed.
  await lockNamedInvoices(change, input);
  const wanted = wantedParts(input);
  const duplicate = await findDuplicate(change, input, wanted);
  if (duplicate) return duplicate;
  const locked = await lockParts(change, wanted);
  const amount = parseDecimal(input.amount)!;
  const faults = faultsOf(locked, amount, input);
  if (faults.length > 0) throw invalid(faults);
  const parts = locked.map(({ payable }, index) => ({ payable, amount: wanted[index]!.amount }));
  const own = parts[0]!.payable.record;
  const paidAt = input.paid_at ? momentOf(company.timeZone, input.paid_at) : now;
  const isWithheld = input.method === withholdingMethod;
  const { invoices, emitEvents } = await applyPayments(change, parts, { paidAt, isWithheld });
  const id = await insertPayment(tx, company.id, now, {
    ...recordedByHand,
    source: sourceOf(change.actor),
    invoice_id: own.id,
    amount: toPlain(amount),
    unallocated_amount: toPlain(amount.minus(sumOf(wanted))),
    currency: own.currency,
    method: input.method ?? null,
    reference: input.reference ?? null,
    certificate_number: input.certificate_number ?? null,
    note: input.note ?? null,
    metadata: input.metadata ?? {},
    paid_at: paidAt,
  });
  await insertAllocations(tx, company.id, paidAt, id, wanted.slice(1));
  const payment = await getPayment(tx, company.id, id);
  await emitEvents(() => emit(change, "payment.recorded", payment));
  return { payment, invoice: invoices[0]!, invoices, isNew: true };
}

const recordedByHand = {
  late: false,
  payment_link_id: null,
  quantity: null,
  gateway: null,
  gateway_reference: null,
} as const satisfies Partial<PaymentColumns>;

/** The errors for an unknown invoice, and for one that can no longer be paid. */
export const unpayable = [
  notFound("The invoice"),
  refusedTransition("pay", { id: 1042, number: "INV-000001", status: "void" }),
];

/** What the schema can't say: that the invoices are named in one of two ways. */
export function namingFaults({
  invoice_id,
  allocations,
}: Pick<PaymentCreate, "invoice_id" | "allocations">): FieldError[] {
  if (invoice_id == null && allocations == null) return [{ field: "invoice_id", message: "is required" }];
  if (invoice_id == null || allocations == null) return [];
  return [{ field: "allocations", message: "can't be given together with invoice_id; give one of them" }];
}

function wantedParts(input: PaymentCreate): WholePart[] {
  const faults = namingFaults(input);
  if (faults.length > 0) throw invalid(faults);
  const { invoice_id, allocations } = input;
  if (invoice_id != null) {
    const fields = { invoice: "invoice_id", amount: "amount" };
    return [{ invoiceId: invoice_id, amount: parseDecimal(input.amount)!, fields }];
  }
  const parts = listedParts(allocations!);
  const repeated = repeatedInvoices(parts);
  if (repeated.length > 0) throw invalid(repeated);
  return parts;
}

/** All that is wrong with the amounts and what they are paid for, at once. */
function faultsOf(parts: readonly LockedPart[], amount: Big, input: PaymentCreate): FieldError[] {
  const { id, customer_id, currency } = parts[0]!.payable.record;
  const faults = certificateFaults(input);
  if (input.currency && input.currency !== currency) {
    faults.push({ field: "currency", message: `must be ${currency}, the currency of the invoice` });
  }
  const unfit = [...otherCurrencies(parts, currency), ...otherCustomers(parts, { id, customer_id })];
  const amounts = parts.flatMap((part) => amountFault(part.amount!, part) ?? []);
  if (input.allocations == null) return [...faults, ...amounts];
  const decimals = decimalsFault(amount, currency);
  if (decimals) amounts.push({ field: "amount", message: decimals });
  const sum = sumOf(parts.map((part) => ({ amount: part.amount! })));
  if (sum.gt(amount)) {
    const message = `must not add up to more than the amount of the payment: they are ${toPlain(sum)} ${currency}`;
    amounts.push({ field: "allocations", message });
  }
  return [...faults, ...unfit, ...amounts];
}

/** The same reference with the same content is the same payment; with different content it is rejected as a mistake. */
async function findDuplicate(
  { tx, company, now }: Change,
  input: PaymentCreate,
  parts: readonly WholePart[],
): Promise<RecordedPayment | undefined> {
  if (!input.reference) return undefined;
  const ids = parts.map(({ invoiceId }) => invoiceId);
  const found = await findByReference(tx, company.id, ids, input.reference);
  if (found.length === 0) return undefined;
  const paidAt = input.paid_at && momentOf(company.timeZone, input.paid_at).toISOString();
  const payment = found.find((json) => isSame(JSON.parse(json) as PaymentRecord, input, parts, paidAt));
  if (payment === undefined) {
    const [known] = found.map((json) => (JSON.parse(json) as PaymentRecord).id);
    throw invalidField(
      "reference",
      `is already used by payment ${known} with different content; use a different reference`,
    );
  }
  const today = dateIn(company.timeZone, now);
  const invoices: Json[] = [];
  for (const id of ids) invoices.push(await getInvoice(tx, company.id, today, id));
  return { payment, invoice: invoices[0]!, invoices, isNew: false };
}

function isSame(
  known: PaymentRecord,
  input: PaymentCreate,
  parts: readonly WholePart[],
  paidAt: string | null | undefined,
): boolean {
  return (
    parseDecimal(input.amount)!.eq(String(known.amount)) &&
    parts.every((part) => contains(known, part)) &&
    (input.currency ?? known.currency) === known.currency &&
    (input.method ?? null) === known.method &&
    (input.note ?? null) === known.note &&
    (input.certificate_number ?? known.certificate_number) === known.certificate_number &&
    isDeepStrictEqual(input.metadata ?? known.metadata, known.metadata) &&
    (paidAt ?? known.paid_at) === known.paid_at
  );
}

/** What was unallocated at first may have been allocated since, to the same invoice as well. */
const contains = ({ allocations }: PaymentRecord, { invoiceId, amount }: WholePart): boolean =>
  allocations.some((known) => known.invoice_id === invoiceId && amount.lte(new Big(String(known.amount))));
