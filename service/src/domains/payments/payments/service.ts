import type Type from "typebox";
import type { Change } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { metadataQuery } from "../../../platform/db/lists/metadata-filter.ts";
import { type Page, readPage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { createdRange, endOf, momentOf } from "../../../platform/values/date-times.ts";
import { insertPayment, type PaymentColumns, paymentListing } from "./queries.ts";
import { getPayment } from "./record.ts";
import type { Payment, PaymentQuery } from "./schema.ts";

/**
 * A payment is received money. A caller records it for one invoice or several of a customer, and never pays more of one
 * than is due; money that a gateway took is always recorded. It does not change afterwards, except that refunds and
 * disputes are recorded on it, that its metadata changes, that the certificate of tax that was withheld is added, and that
 * one recorded by mistake, or lost in a dispute, is reversed.
 */
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
  paymentExists,
  paymentListing,
  readDisputable,
} from "./queries.ts";
export {
  findHostedReceipt,
  findReceiptPath,
  type HostedReceipt,
  noSuchReceipt,
  noteReceiptSent,
} from "./receipts.ts";
export { alreadyReversed, getPayment, type PaymentRecord } from "./record.ts";
export { namingFaults, recordPayment, unpayable } from "./recording.ts";
export { readPendingRefunds, refundedWhole, refundPayment, sendRefunds } from "./refunds.ts";
export { reversePayment } from "./reversal.ts";
export { searchPayments } from "./search.ts";
export { listWithheldTax } from "./withholding.ts";

/** Stores a gateway payment; the caller updates the invoice. */
export async function insertGatewayPayment(
  { tx, company, now }: Change,
  payment: Omit<PaymentColumns, "source" | "reference" | "certificate_number" | "metadata">,
): Promise<{ id: number; json: Json }> {
  const own = { source: "gateway", reference: null, certificate_number: null, metadata: null } as const;
  const id = await insertPayment(tx, company.id, now, { ...payment, ...own });
  return { id, json: await getPayment(tx, company.id, id) };
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
  return readPage(db, paymentListing, company.id, today, query, paymentListFilters(company, today, query));
}

/** The values of the listing's filters, for exports too. */
export const paymentListFilters = ({ timeZone }: Company, _today: string, query: PaymentQuery) => ({
  invoice_id: query.invoice_id,
  reference: query.reference,
  customer_id: query.customer_id,
  customer_external_id: query.customer_external_id,
  method: query.method,
  metadata: metadataQuery(query.metadata),
  ...paidRange(timeZone, query),
  ...createdRange(timeZone, query),
});

const paidRange = (timeZone: string, { paid_from: from, paid_to: to }: PaymentQuery) => ({
  paid_from: from === undefined ? undefined : momentOf(timeZone, from),
  paid_to: to === undefined ? undefined : endOf(timeZone, to),
});
