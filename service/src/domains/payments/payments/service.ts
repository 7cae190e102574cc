import { isDeepStrictEqual } from "node:util";
import type { Big } from "big.js";
import type Type from "typebox";
import type { Change } from "../../../context.ts";
import { type Company, sourceOf } from "../../../contract/access.ts";
import { invalid, invalidField, notFound } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { metadataQuery } from "../../../platform/db/metadata-filter.ts";
import { type Page, readPage } from "../../../platform/db/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { createdRange, endOf, momentOf } from "../../../platform/values/date-times.ts";
import { decimalsFault, parseDecimal, toPlain } from "../../../platform/values/money.ts";
import {
  applyPayment,
  getInvoice,
  lockInvoiceRow,
  lockPayableInvoice,
  type PayableInvoice,
  refusedTransition,
} from "../../billing/invoices/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import { findByReference, insertPayment, type PaymentColumns, paymentListing } from "./queries.ts";
import { getPayment, type PaymentRecord } from "./record.ts";
import { type Payment, type PaymentCreate, type PaymentQuery, withholdingMethod } from "./schema.ts";
import { certificateFaults } from "./withholding.ts";

export { allocatePayment, nothingLeft } from "./allocation.ts";
export { paymentsForBooksSql, readAllocated } from "./books.ts";
export { changePayment } from "./change.ts";
export { readCustomerBalances } from "./customer-balances.ts";
export { isNewOfDispute, recordDispute } from "./disputes.ts";
export { erasePayments } from "./erasure.ts";
export {
  paymentMovementsSql,
  paymentsSinceSql,
  presentUnallocatedSql,
  refundMovementsSql,
  reversalMovementsSql,
} from "./movements.ts";
export {
  findByTransaction,
  invoiceBranches,
  paymentExists,
  paymentListing,
  readDisputable,
} from "./queries.ts";
export { noteReceiptSent } from "./receipts.ts";
export { alreadyReversed, getPayment, type PaymentRecord } from "./record.ts";
export { readPendingRefunds, refundedWhole, refundPayment, sendRefunds } from "./refunds.ts";
export { reversePayment } from "./reversal.ts";
export { searchPayments } from "./search.ts";
export { listWithheldTax } from "./withholding-report.ts";

/**
 * A payment is received money. A caller records it for one invoice, never more than is due; money that a gateway took
 * is always recorded. It does not change afterwards, except that refunds and disputes are recorded on it, that its metadata
 * changes, that the certificate of tax that was withheld is added, and that one recorded by mistake, or lost in a dispute,
 * is reversed.
 */
export type RecordedPayment = { payment: Json; invoice: Json; isNew: boolean };

export async function recordPayment(change: Change, input: PaymentCreate): Promise<RecordedPayment> {
  const { tx, company, now } = change;
  // The invoice is locked first, so that a concurrent request with the same reference is found once it has committed.
  await lockInvoiceRow(change, input.invoice_id);
  const duplicate = await findDuplicate(change, input);
  if (duplicate) return duplicate;
  const payable = await lockPayableInvoice(change, input.invoice_id, "pay");
  const amount = payableAmount(payable, input);
  const paidAt = input.paid_at ? momentOf(company.timeZone, input.paid_at) : now;
  const isWithheld = input.method === withholdingMethod;
  const settled = await applyPayment(change, payable, { amount, paidAt, isWithheld });
  const id = await insertPayment(tx, company.id, now, {
    ...recordedByHand,
    source: sourceOf(change.actor),
    invoice_id: payable.record.id,
    amount: toPlain(amount),
    currency: payable.record.currency,
    method: input.method ?? null,
    reference: input.reference ?? null,
    certificate_number: input.certificate_number ?? null,
    note: input.note ?? null,
    metadata: input.metadata ?? {},
    paid_at: paidAt,
  });
  const payment = await getPayment(tx, company.id, id);
  await settled.emitEvents(() => emit(change, "payment.recorded", payment));
  return { payment, invoice: settled.invoice, isNew: true };
}

/** Stores a gateway payment; the caller updates the invoice. */
export async function insertGatewayPayment(
  { tx, company, now }: Change,
  payment: Omit<PaymentColumns, "source" | "reference" | "certificate_number" | "metadata">,
): Promise<{ id: number; json: Json }> {
  const own = { source: "gateway", reference: null, certificate_number: null, metadata: null } as const;
  const id = await insertPayment(tx, company.id, now, { ...payment, ...own });
  return { id, json: await getPayment(tx, company.id, id) };
}

const recordedByHand = {
  unallocated_amount: "0",
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

/** Reports all errors of the amount and its currency at once. */
function payableAmount({ record, due }: PayableInvoice, input: PaymentCreate): Big {
  const amount = parseDecimal(input.amount)!;
  const errors = certificateFaults(input);
  const { currency } = record;
  if (input.currency && input.currency !== currency) {
    errors.push({ field: "currency", message: `must be ${currency}, the currency of the invoice` });
  }
  const decimals = decimalsFault(amount, currency);
  if (decimals) errors.push({ field: "amount", message: decimals });
  else if (amount.gt(due)) {
    errors.push({ field: "amount", message: `must not exceed the amount due, ${toPlain(due)} ${currency}` });
  }
  if (errors.length > 0) throw invalid(errors);
  return amount;
}

/** The same reference with the same content is the same payment; with different content it is rejected as a mistake. */
async function findDuplicate(
  { tx, company, now }: Change,
  input: PaymentCreate,
): Promise<RecordedPayment | undefined> {
  if (!input.reference) return undefined;
  const json = await findByReference(tx, company.id, input.invoice_id, input.reference);
  if (json === undefined) return undefined;
  const known = JSON.parse(json) as PaymentRecord;
  const paidAt = input.paid_at && momentOf(company.timeZone, input.paid_at).toISOString();
  const same =
    parseDecimal(input.amount)!.eq(String(known.amount)) &&
    (input.currency ?? known.currency) === known.currency &&
    (input.method ?? null) === known.method &&
    (input.note ?? null) === known.note &&
    (input.certificate_number ?? known.certificate_number) === known.certificate_number &&
    isDeepStrictEqual(input.metadata ?? known.metadata, known.metadata) &&
    (paidAt ?? known.paid_at) === known.paid_at;
  if (!same) {
    throw invalidField(
      "reference",
      `is already used by payment ${known.id} with different content; use a different reference`,
    );
  }
  const today = dateIn(company.timeZone, now);
  return { payment: json, invoice: await getInvoice(tx, company.id, today, input.invoice_id), isNew: false };
}

const shownOnPage = 20;

/** The latest payments of an invoice that count, for the page that its buyer sees. */
export async function findPaymentsOfInvoice(
  db: Queryable,
  companyId: number,
  today: string,
  invoiceId: number,
): Promise<Type.Static<typeof Payment>[]> {
  const page = { limit: shownOnPage };
  const { entries } = await readPage(db, paymentListing, companyId, today, page, { invoice_id: invoiceId });
  const payments = entries.map((json) => JSON.parse(json) as Type.Static<typeof Payment>);
  return payments.filter(({ reversed_at }) => reversed_at === null);
}

export function listPayments(
  db: Queryable,
  company: Company,
  today: string,
  query: PaymentQuery,
): Promise<Page> {
  return readPage(db, paymentListing, company.id, today, query, {
    invoice_id: query.invoice_id,
    reference: query.reference,
    customer_id: query.customer_id,
    customer_external_id: query.customer_external_id,
    method: query.method,
    metadata: metadataQuery(query.metadata),
    ...paidRange(company.timeZone, query),
    ...createdRange(company.timeZone, query),
  });
}

const paidRange = (timeZone: string, { paid_from: from, paid_to: to }: PaymentQuery) => ({
  paid_from: from === undefined ? undefined : momentOf(timeZone, from),
  paid_to: to === undefined ? undefined : endOf(timeZone, to),
});
