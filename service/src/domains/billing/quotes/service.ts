import type { Change } from "../../../context.ts";
import { type Company, sourceOf } from "../../../contract/access.ts";
import { type FieldError, invalidField } from "../../../contract/errors.ts";
import { reservedSeries } from "../../../contract/number-series.ts";
import { type Queryable, violatedConstraint } from "../../../platform/db/database.ts";
import { type MetadataFilter, metadataQuery } from "../../../platform/db/lists/metadata-filter.ts";
import {
  containsPattern,
  type Page,
  type PageRequest,
  readRenderedPage,
} from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { randomToken } from "../../../platform/security/ids.ts";
import { addDays, dateIn } from "../../../platform/values/clock.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { findCustomerDefaults, notACustomer } from "../../catalog/customers/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import {
  copiedColumns,
  documentColumns,
  priceFields,
  priceLines,
  replaceLines,
  termsOf,
} from "../lines/service.ts";
import { drawNumber, numberCandidates } from "../numbering/service.ts";
import { createSale } from "../sales/service.ts";
import { insertQuote, lockQuoteOfInvoice, quoteListing, reopenQuoteRow, updateQuote } from "./queries.ts";
import { getQuote, lockQuoteFor, type QuoteRecord, type SiteAddress, withAddress } from "./record.ts";
import type { QuoteCreate, QuotePatch } from "./schema.ts";
import { validDays } from "./schema.ts";
import { emitQuoteEvent, step } from "./steps.ts";

export { eraseQuotes } from "./erasure.ts";
/**
 * Quotes: what a company offers a customer. A `draft` can change until it is `sent`; then the buyer, or the company for
 * them, makes it `accepted` or `declined`, or it becomes `expired` when its last day is over. One that is sent or
 * accepted becomes a sale or a draft invoice, once, and is `invoiced`. Numbered when created.
 */
export { answerQuote, findHostedQuote, type HostedQuote, noSuchQuote, noteQuoteViewed } from "./hosted.ts";
export { namedPath as namedQuotesPath, quoteExists, quoteListing } from "./queries.ts";
export {
  getQuote,
  lockQuoteFor,
  type QuoteRecord,
  refusedQuote,
  type SiteAddress,
} from "./record.ts";
export { searchQuotes } from "./search.ts";
export { acceptQuote, declineQuote } from "./steps.ts";

export const quoteSeries = reservedSeries.quote;

export async function createQuote(change: Change, config: SiteAddress, input: QuoteCreate): Promise<Json> {
  const { tx, company, now } = change;
  const priced = await price(change, input);
  const number = await drawNumber(tx, company.id, quoteSeries);
  const id = await insertQuote(tx, {
    ...priced.columns,
    companyId: company.id,
    number,
    secret: randomToken(16),
    source: sourceOf(change.actor),
    now,
  }).catch(explain);
  await replaceLines(tx, company.id, "quote", id, priced.lines);
  const quote = await getQuote(tx, config, company.id, id);
  await emit(change, "quote.created", quote);
  return quote;
}

export async function updateQuoteFields(
  change: Change,
  config: SiteAddress,
  id: number,
  patch: QuotePatch,
): Promise<Json> {
  const { tx, company, now } = change;
  const { json: before, record } = await lockQuoteFor(change, config, id, "change");
  const priced = await price(change, { ...record, ...patch } as QuoteCreate, patch.lines === undefined);
  await updateQuote(tx, company.id, id, now, priced.columns).catch(explain);
  if (priceFields.some((name) => patch[name] !== undefined)) {
    await replaceLines(tx, company.id, "quote", id, priced.lines);
  }
  return emitQuoteEvent(change, config, id, "quote.updated", before);
}

/**
 * From here on the buyer can see it, and of what they see only the last day changes any more. `again`: also when it is
 * open already.
 */
export async function sendQuote(
  change: Change,
  config: SiteAddress,
  id: number,
  input: { valid_until?: string | null | undefined },
  { again }: { again: boolean },
): Promise<Json> {
  const { json: before, record } = await lockQuoteFor(change, config, id, again ? "resend" : "send");
  const validUntil = input.valid_until ?? record.valid_until;
  const today = dateIn(change.company.timeZone, change.now);
  if (validUntil < today) {
    throw invalidField("valid_until", `is ${validUntil}, which is over: choose a date from ${today} on`);
  }
  if (validUntil < record.quote_date) throw invalidField("valid_until", beforeDate(record.quote_date));
  return step(change, config, id, { to: "sent", validUntil }, "quote.sent", before);
}

/** POST /quotes/{id}/sale: once, because the quote is locked and becomes `invoiced`. */
export async function sellQuote(
  change: Change,
  config: SiteAddress,
  id: number,
): Promise<{ sale: Json; quote: Json }> {
  const { json: before, record } = await lockQuoteFor(change, config, id, "sell");
  const sale = await createSale(change, contentOf(record), { storedLines: true });
  const saleId = (JSON.parse(sale) as { id: number }).id;
  return { sale, quote: await markQuoteInvoiced(change, config, id, before, { saleId, invoiceId: null }) };
}

/** What the sale or the invoice of a quote takes over from it. */
export const contentOf = (record: QuoteRecord) => {
  const { customer_id, currency, lines } = record;
  return { ...copiedColumns(record), customer_id, currency, lines };
};

/** The quote's part of becoming an invoice; the invoice itself is created by the invoices module. */
export function markQuoteInvoiced(
  change: Change,
  config: SiteAddress,
  id: number,
  before: Json,
  document: { saleId: number | null; invoiceId: number | null },
): Promise<Json> {
  return step(change, config, id, { to: "invoiced", ...document }, "quote.invoiced", before);
}

/**
 * Its draft invoice is about to be deleted, so it can be invoiced again. The caller emits the event, last; undefined if
 * the invoice did not come from a quote.
 */
export async function reopenQuoteOf(
  change: Change,
  config: SiteAddress,
  invoiceId: number,
): Promise<(() => Promise<void>) | undefined> {
  const { tx, company, now } = change;
  const id = await lockQuoteOfInvoice(tx, company.id, invoiceId);
  if (id === undefined) return undefined;
  const before = await getQuote(tx, config, company.id, id);
  await reopenQuoteRow(tx, company.id, id, now);
  return async () => void (await emitQuoteEvent(change, config, id, "quote.updated", before));
}

type QuoteFilters = PageRequest & {
  status?: string;
  customer_id?: number;
  currency?: string;
  external_id?: string;
  metadata?: MetadataFilter;
  created_from?: string;
  created_to?: string;
  q?: string;
};

export async function listQuotes(
  db: Queryable,
  config: SiteAddress,
  company: Company,
  today: string,
  query: QuoteFilters,
): Promise<Page<Json | Buffer>> {
  const filters = quoteListFilters(company, today, query);
  const page = await readRenderedPage(db, quoteListing, company.id, today, query, filters);
  return { ...page, entries: page.entries.map((entry) => withAddress(config, entry)) };
}

/** The values of the listing's filters, for exports too. */
export function quoteListFilters({ timeZone }: Company, _today: string, query: QuoteFilters) {
  const { status, customer_id, currency, external_id, q } = query;
  return {
    status,
    customer_id,
    currency,
    external_id,
    metadata: metadataQuery(query.metadata),
    ...createdRange(timeZone, query),
    q: q === undefined ? undefined : quoteSearch(q),
  };
}

/** The value of the filter `q`: what names contain, and the numbers that the text may mean. */
export const quoteSearch = (q: string) => [containsPattern(q), ...numberCandidates(quoteSeries, q)];

const beforeDate = (date: string) => `must not be before quote_date (${date})`;

async function price(change: Change, input: QuoteCreate, stored = false) {
  const { tx, company, now } = change;
  const quoteDate = input.quote_date ?? dateIn(company.timeZone, now);
  const validUntil = input.valid_until ?? addDays(quoteDate, validDays);
  const currency = input.currency ?? company.currency;
  const errors: FieldError[] = [];
  const customer = await findCustomerDefaults(tx, company.id, input.customer_id);
  if (!customer) errors.push(notACustomer);
  if (validUntil < quoteDate) errors.push({ field: "valid_until", message: beforeDate(quoteDate) });
  const terms = termsOf(company, input, customer);
  const { lines, totals } = await priceLines(tx, company, currency, input.lines, terms, { stored, errors });
  const columns = {
    ...totals,
    customer_id: input.customer_id,
    quote_date: quoteDate,
    valid_until: validUntil,
    currency,
    ...documentColumns(input),
  };
  return { lines, columns };
}

function explain(error: unknown): never {
  if (violatedConstraint(error) === "quotes_external_id") {
    throw invalidField("external_id", "is already used by another quote of this company");
  }
  throw error;
}
