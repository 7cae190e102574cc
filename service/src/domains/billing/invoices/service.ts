import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { type FieldError, invalidField, wrongState } from "../../../contract/errors.ts";
import { type Queryable, violatedConstraint } from "../../../platform/db/database.ts";
import { type MetadataFilter, metadataQuery } from "../../../platform/db/lists/metadata-filter.ts";
import {
  containsPattern,
  type PageRequest,
  type RenderedReads,
  readRenderedPage,
} from "../../../platform/db/lists/page.ts";
import { addDays, dateIn } from "../../../platform/values/clock.ts";
import { createdRange, endOf, momentOf } from "../../../platform/values/date-times.ts";
import {
  type CustomerDefaults,
  findCustomerDefaults,
  notACustomer,
} from "../../catalog/customers/service.ts";
import { lockCounters } from "../../tenancy/companies/service.ts";
import { type EventType, emit } from "../../webhooks/events/service.ts";
import {
  type DocumentReferences,
  documentColumns,
  priceFields,
  priceLines,
  replaceLines,
  termsOf,
} from "../lines/service.ts";
import { numberCandidates, stripped } from "../numbering/service.ts";
import { reopenQuoteOf, type SiteAddress } from "../quotes/service.ts";
import { reopenSale } from "../sales/service.ts";
import { givenAccounting, rateFaults } from "./accounting.ts";
import type { InvoiceContent } from "./fields.ts";
import { freezeDraft } from "./freeze.ts";
import { invoiceListing } from "./list.ts";
import { deleteRow, hasActiveLink, setInvoiceStatus, updateContent } from "./queries.ts";
import { getInvoice, type InvoiceRecord, lockFor } from "./record.ts";
import type { InvoiceCreate, InvoicePatch } from "./schema.ts";
import { assertAllowed } from "./status.ts";

/**
 * Invoices: drafts until issued, which gives them their number and freezes what they say. After that only
 * payments, credit notes and the transitions of status.ts move them, and parties.ts completes who they are between.
 */
export { accountingOf } from "./accounting.ts";
export { invoicesForBooksSql, writeOffsForBooksSql } from "./books.ts";
export {
  buyersPagePath,
  findHostedInvoice,
  type HostedInvoice,
  noSuchInvoice,
  noteInvoiceMailed,
  noteInvoiceSent,
  noteInvoiceViewed,
} from "./buyers-page.ts";
export {
  customerOfInvoiceSql,
  invoiceBalancesSql,
  issuedInvoicesSql,
  unpaidInvoicesSql,
} from "./customer-balances.ts";
export {
  allowErasure,
  eraseInvoices,
  findIssuedOfCustomer,
  lockInvoicesOfCustomer,
} from "./erasure.ts";
export {
  type AccountingContent,
  balanceSql,
  dueSql,
  type InvoiceContent,
  invoiceRecord,
  isPayableSql,
  type NewDraft,
  newInvoiceIdSql,
  overdueSql,
  owingSql,
  payableSql,
  portalTokenOf,
  portalTokenSql,
} from "./fields.ts";
export {
  currencyStateSql,
  invoiceListing,
  invoiceStates,
  issuedStateSql,
  namedPath as namedInvoicesPath,
  overduePath,
} from "./list.ts";
export {
  beyondOwedSql,
  endedSinceSql,
  invoicesOfCustomerSql,
  issuedMovementsSql,
  issuedSinceSql,
  owedAbroadSql,
  owedChangesSql,
  owedInvoicesSql,
  owedNowSql,
  owedSinceSql,
  voidedMovementsSql,
  writeOffMovementsSql,
} from "./movements.ts";
export { refreshParties } from "./parties.ts";
export {
  accountingCurrencyOfSql,
  type FiscalColumns,
  findInvoiceNumbers,
  invoiceExists,
  invoiceNameSql,
  lastRecurringInvoiceSql,
  markPaymentReported,
  readInvoice,
  setInvoiceFiscal,
} from "./queries.ts";
export {
  getInvoice,
  type InvoiceRecord,
  lockInvoiceRow,
  lockInvoiceRows,
  requireNamedInvoice,
} from "./record.ts";
export {
  noteInvoiceReminded,
  remindableInvoicesSql,
  reminderStateSql,
  setRemindersPaused,
} from "./reminding.ts";
export {
  creditAppliedOfVoidedSql,
  issuedDocumentsSql,
  voidedDocumentsSql,
  voidedIdsSql,
} from "./report-documents.ts";
export { searchInvoices } from "./search.ts";
export {
  applyCredit,
  applyPayment,
  applyPayments,
  giveCredit,
  lockInvoiceIfPayable,
  lockPayableInvoice,
  type PayableInvoice,
  recordInvoiceRefund,
  type SettlementResult,
  settleWithCredit,
  takeBackPayment,
} from "./settlement.ts";
export { refusedTransition } from "./status.ts";

/** Dates, totals and the rest of a draft's content, with the company's defaults filled in. */
export async function resolveContent(
  db: Queryable,
  company: Company,
  today: string,
  input: InvoiceCreate,
  options: {
    storedLines?: boolean;
    errors?: FieldError[];
    customer?: CustomerDefaults | undefined;
    /** The products of the lines, where they were read for many invoices at once. */
    products?: DocumentReferences["products"] | undefined;
  } = {},
) {
  const invoiceDate = input.invoice_date ?? today;
  const dueDate = input.due_date ?? addDays(invoiceDate, company.paymentTermsDays);
  const errors = [...(options.errors ?? [])];
  if (dueDate < invoiceDate) {
    errors.push({ field: "due_date", message: `must not be before invoice_date (${invoiceDate})` });
  }
  const currency = input.currency ?? company.currency;
  errors.push(...rateFaults(company, currency, input.exchange_rate));
  const stored = options.storedLines ?? false;
  const terms = termsOf(company, input, options.customer);
  const { products } = options;
  const priced = await priceLines(db, company, currency, input.lines, terms, { stored, errors, products });
  const content: InvoiceContent = {
    ...priced.totals,
    ...priced.withheld,
    customer_id: input.customer_id,
    invoice_date: invoiceDate,
    due_date: dueDate,
    currency,
    ...givenAccounting(company, currency, priced.totals, input.exchange_rate),
    ...documentColumns(input),
  };
  return { lines: priced.lines, content };
}

export async function updateInvoice(change: Change, id: number, patch: InvoicePatch): Promise<string> {
  const { json: before, record } = await lockFor(change, id, "change");
  await writeChange(change, record, patch, await resolveChanged(change, record, patch));
  return emitInvoiceEvent(change, id, "invoice.updated", before);
}

/**
 * Of an invoice that is locked: undefined if the patch changes nothing, which is allowed whatever its status, so that a
 * synchronisation can be repeated. Emits no event.
 */
export async function changeLockedInvoice(
  change: Change,
  before: string,
  patch: InvoicePatch,
): Promise<string | undefined> {
  const { tx, company, now } = change;
  const record = JSON.parse(before) as InvoiceRecord;
  const resolve = (by: InvoicePatch) =>
    resolveChanged(change, record, by).catch((error) => {
      assertAllowed("change", record);
      throw error;
    });
  const resolved = await resolve(patch);
  if (isDeepStrictEqual(resolved, await resolve({}))) return undefined;
  assertAllowed("change", record);
  await writeChange(change, record, patch, resolved);
  return getInvoice(tx, company.id, dateIn(company.timeZone, now), record.id);
}

async function resolveChanged({ tx, company, now }: Change, record: InvoiceRecord, patch: InvoicePatch) {
  // A due date that the invoice date has passed is refused like any other: it may be what was agreed on, so nobody but
  // the caller sets another.
  const merged = { ...record, ...patch } as InvoiceCreate;
  // A rate holds for the currency that it was given for.
  if (patch.exchange_rate === undefined && merged.currency !== record.currency) merged.exchange_rate = null;
  const customer = await findCustomerDefaults(tx, company.id, merged.customer_id);
  return resolveContent(tx, company, dateIn(company.timeZone, now), merged, {
    storedLines: patch.lines === undefined,
    errors: customer ? [] : [notACustomer],
    customer,
  });
}

async function writeChange(
  { tx, company, now }: Change,
  { id, currency }: InvoiceRecord,
  patch: InvoicePatch,
  { lines, content }: Awaited<ReturnType<typeof resolveContent>>,
): Promise<void> {
  if (content.currency !== currency && (await hasActiveLink(tx, company.id, id))) {
    throw invalidField(
      "currency",
      "can't change while an active payment link exists for this invoice; cancel the link first",
    );
  }
  // Creating drafts locks the counters before it writes an external_id. In the other order both would wait for each
  // other, and all drafts of that batch with them.
  if (patch.external_id !== undefined) await lockCounters(tx, company.id);
  await updateContent(tx, company.id, id, now, content).catch(explainDuplicate);
  if (priceFields.some((name) => patch[name] !== undefined)) {
    await replaceLines(tx, company.id, "invoice", id, lines);
  }
}

export async function deleteInvoice(change: Change, config: SiteAddress, id: number): Promise<void> {
  const { json, record } = await lockFor(change, id, "delete");
  const deleteDraft = () => deleteRow(change.tx, change.company.id, id).catch(explainLink);
  const emitQuoteEvent = await reopenQuoteOf(change, config, id);
  // The quote and the sale come before the first event: events lock the company's counters, which everybody locks last.
  const emitSaleEvent =
    record.sale_id === null ? undefined : await reopenSale(change, record.sale_id, deleteDraft);
  if (!emitSaleEvent) await deleteDraft();
  await emit(change, "invoice.deleted", json);
  await emitSaleEvent?.();
  await emitQuoteEvent?.();
}

/** A payment link must not outlive what it asks for. */
function explainLink(error: unknown): never {
  if (violatedConstraint(error) === "payment_links_company_id_invoice_id_fkey") {
    throw wrongState("This draft has a payment link, so it can't be deleted. Void it instead.");
  }
  throw error;
}

export async function issueInvoice(change: Change, id: number): Promise<string> {
  const { json: before, record } = await lockFor(change, id, "issue");
  // Nothing is owed on an invoice with a total of zero, so it is paid as soon as it is issued.
  await freezeDraft(change, record, record.total === 0 ? "paid" : "open");
  return emitInvoiceEvent(change, id, "invoice.issued", before);
}

export async function voidInvoice(change: Change, id: number): Promise<string> {
  const { json: before, record } = await lockFor(change, id, "void");
  if (record.fiscal_status === "pending") {
    throw wrongState(
      `Invoice ${record.number} may already be registered with the revenue authority, so it can't be voided. Wait until its registration is complete.`,
    );
  }
  const isPaid = record.amount_paid > 0 || record.credit_applied > 0;
  if (isPaid || record.fiscal_status === "registered") {
    const why = isPaid ? "has payments" : "is registered with the revenue authority";
    throw wrongState(`Invoice ${record.number} ${why}, so it can't be voided. Issue a credit note instead.`);
  }
  // It owes what its credit has paid, for example after its own payment was reversed.
  if (record.credit_applied_elsewhere > 0) {
    throw wrongState(
      `Credit of invoice ${record.number} was applied to another invoice, so it can't be voided. Record its payment or write it off instead.`,
    );
  }
  await setInvoiceStatus(change.tx, change.company.id, id, change.now, "void");
  return emitInvoiceEvent(change, id, "invoice.voided", before);
}

export async function writeOffInvoice(change: Change, id: number): Promise<string> {
  const { json: before } = await lockFor(change, id, "write_off");
  await setInvoiceStatus(change.tx, change.company.id, id, change.now, "uncollectible");
  return emitInvoiceEvent(change, id, "invoice.written_off", before);
}

async function emitInvoiceEvent(
  change: Change,
  id: number,
  type: EventType,
  before: string,
): Promise<string> {
  const { tx, company, now } = change;
  const after = await getInvoice(tx, company.id, dateIn(company.timeZone, now), id);
  await emit(change, type, after, before);
  return after;
}

type InvoiceRanges = {
  invoice_date_from?: string | undefined;
  invoice_date_to?: string | undefined;
  due_date_from?: string | undefined;
  due_date_to?: string | undefined;
  issued_from?: string | undefined;
  issued_to?: string | undefined;
  updated_from?: string | undefined;
  updated_to?: string | undefined;
  total_from?: number | string | undefined;
  total_to?: number | string | undefined;
};

type InvoiceFilters = PageRequest &
  InvoiceRanges & {
    recurring_invoice_id?: number;
    status?: string;
    fiscal_status?: string;
    customer_id?: number;
    currency?: string;
    external_id?: string;
    number?: string;
    customer_external_id?: string;
    metadata?: MetadataFilter;
    created_from?: string;
    created_to?: string;
    q?: string;
  };

export function listInvoices(db: RenderedReads, company: Company, today: string, query: InvoiceFilters) {
  const filters = invoiceListFilters(company, today, query);
  return readRenderedPage(db, invoiceListing, company.id, today, query, filters);
}

/** The values of the listing's filters, for exports too. */
export function invoiceListFilters(company: Company, today: string, query: InvoiceFilters) {
  const { status, fiscal_status, customer_id, currency, external_id, recurring_invoice_id, q } = query;
  return {
    status: status === "overdue" ? undefined : status,
    overdue: status === "overdue" ? today : undefined,
    ...fiscalFilter(status, fiscal_status),
    customer_id,
    currency,
    external_id,
    number: query.number === undefined ? undefined : stripped(query.number),
    customer_external_id: query.customer_external_id,
    recurring_invoice_id,
    metadata: metadataQuery(query.metadata),
    ...createdRange(company.timeZone, query),
    ...checkedRanges(company, query),
    q: q === undefined ? undefined : invoiceSearch(company, q),
  };
}

/** Ranges that are checked row by row, among the records that the other filters find. */
function checkedRanges({ timeZone }: Company, query: InvoiceRanges) {
  const { invoice_date_from, invoice_date_to, due_date_from, due_date_to, total_from, total_to } = query;
  const start = (text: string | undefined) => (text === undefined ? undefined : momentOf(timeZone, text));
  const end = (text: string | undefined) => (text === undefined ? undefined : endOf(timeZone, text));
  return {
    invoice_date_from,
    invoice_date_to,
    due_date_from,
    due_date_to,
    issued_from: start(query.issued_from),
    issued_to: end(query.issued_to),
    updated_from: start(query.updated_from),
    updated_to: end(query.updated_to),
    total_from,
    total_to,
  };
}

/** Drafts are all "none", and no index of fiscal statuses has them. */
function fiscalFilter(status: string | undefined, fiscal_status: string | undefined) {
  if (fiscal_status !== "none") return { fiscal_status };
  if (status === undefined) return { never_registered: fiscal_status };
  return status === "draft" ? {} : { fiscal_status };
}

/** The value of the filter `q`: what names contain, and the numbers that the text may mean. */
export const invoiceSearch = (company: Company, q: string) => [
  containsPattern(q),
  ...numberCandidates(company.invoiceSeries, q),
];

export function explainDuplicate(error: unknown): never {
  if (violatedConstraint(error) === "invoices_external_id") {
    throw invalidField("external_id", "is already used by another invoice of this company");
  }
  throw error;
}
