import type { Change, Context } from "../../../context.ts";
import { sourceOf } from "../../../contract/access.ts";
import { invalid, invalidField, wrongState } from "../../../contract/errors.ts";
import {
  asInProgress,
  deleteExpired,
  type IdempotencyInput,
} from "../../../http/idempotency/idempotency-store.ts";
import { coalesce } from "../../../platform/db/batcher.ts";
import { type Queryable, retryDeadlocks, violatedConstraint } from "../../../platform/db/database.ts";
import { isTemporaryFailure } from "../../../platform/db/failures.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { randomToken } from "../../../platform/security/ids.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { jsonBytes } from "../../../platform/values/json-bytes.ts";
import { metadataBytesMax } from "../../../platform/values/schema.ts";
import {
  addUnknownCustomer,
  type CustomerDefaults,
  customerInUse,
  notACustomer,
} from "../../catalog/customers/service.ts";
import { quotaExceeded, usageMonth } from "../../tenancy/plans/service.ts";
import { eventsChannel, eventTailStart } from "../../webhooks/events/service.ts";
import { copiedColumns, type DocumentReferences } from "../lines/service.ts";
import { contentOf, lockQuoteFor, markQuoteInvoiced, type SiteAddress } from "../quotes/service.ts";
import { lockOpenSale, markSaleInvoiced } from "../sales/service.ts";
import { type DraftOrder, type DraftOutcome, storeDrafts } from "./drafts.ts";
import type { Recurrence } from "./fields.ts";
import type { InvoiceCreate } from "./schema.ts";
import { explainDuplicate, resolveContent } from "./service.ts";

type DraftAuthor = Omit<Change, "tx">;
type UndecidedDraft = Extract<DraftOutcome, { kind: "expired key" | "other defaults" }>;
type DecidedDraft = Exclude<DraftOutcome, UndecidedDraft>;
type CreatedDraft = Extract<DraftOutcome, { kind: "created" | "stored" | "in_progress" }>;

/**
 * Creates drafts. Concurrent callers share one statement, hence one transaction and one flush: each is still
 * validated alone, refused alone, and answered only after its commit.
 */
export type CreateDraft = (
  author: DraftAuthor,
  input: InvoiceCreate,
  keyed?: IdempotencyInput,
) => Promise<CreatedDraft>;

export function createDraftWriter(context: Context): CreateDraft & { idle(): Promise<void> } {
  const { db, metrics } = context;
  const write = coalesce<DraftOrder, DraftOutcome>({
    itemsMax: 128,
    batchesMax: 2,
    run: (orders) => retryDeadlocks(() => storeDrafts(db, orders)),
    // A refused statement was rolled back as a whole, so its rows may be retried one by one. After a lost connection
    // it is unknown whether it was committed: retrying could create twice. After a wait for a lock each row could take
    // as long again.
    splitOn: (error) => !isTemporaryFailure(error),
    onBatch: (size) => metrics.batches.observe({ work: "create_invoice" }, size),
  });
  // Most customers have no defaults of their own: it is assumed so, and the statement checks it.
  const decide = async (
    author: DraftAuthor,
    input: InvoiceCreate,
    keyed: IdempotencyInput | undefined,
    customer?: CustomerDefaults,
  ): Promise<DecidedDraft> => {
    const order = await draftOrder(db, author, input, { saleId: null, storedLines: false, keyed, customer });
    const outcome = await write(order).catch(asInProgress).catch(explainDuplicate);
    if (!isUndecided(outcome)) return outcome;
    if (outcome.kind === "other defaults") return decide(author, input, keyed, outcome.defaults);
    // On its own: if this draft fails, those that were stored in its first batch must not be tried again.
    await deleteExpired(db, [order]);
    return decide(author, input, keyed, customer);
  };
  const create: CreateDraft = async (author, input, keyed) => {
    const created = accept(author, await decide(author, input, keyed));
    if (created.kind === "created") db.notify(eventsChannel, author.company.id);
    return created;
  };
  return Object.assign(create, { idle: write.idle });
}

/** POST /sales/{id}/invoice: once, because the sale is locked and leaves the state `open`. */
export async function invoiceSale(change: Change, saleId: number): Promise<{ invoice: Json; sale: Json }> {
  const { record } = await lockOpenSale(change, saleId, "invoiced");
  const { customer_id, currency, lines, metadata } = record;
  if (customer_id === null) {
    throw invalidField("customer_id", "is missing on this sale; set it with PATCH first");
  }
  const bytes = jsonBytes(metadata);
  // Sales from before the limit may have more.
  if (bytes > metadataBytesMax) {
    throw invalidField(
      "metadata",
      `of this sale has ${bytes} bytes as JSON; the maximum for an invoice is ${metadataBytesMax}. Shorten it with PATCH first`,
    );
  }
  const input = { ...copiedColumns(record), customer_id, currency, lines };
  const invoice = await storeDraftOf(change, input, saleId);
  return { invoice, sale: await markSaleInvoiced(change, saleId) };
}

/** POST /quotes/{id}/invoice: once, because the quote is locked and becomes `invoiced`. */
export async function invoiceQuote(
  change: Change,
  config: SiteAddress,
  quoteId: number,
): Promise<{ invoice: Json; quote: Json }> {
  const { json: before, record } = await lockQuoteFor(change, config, quoteId, "invoice");
  const invoice = await storeDraftOf(change, contentOf(record), null);
  const invoiceId = (JSON.parse(invoice) as { id: number }).id;
  const document = { saleId: null, invoiceId };
  return { invoice, quote: await markQuoteInvoiced(change, config, quoteId, before, document) };
}

/** Stores the draft of a sale, a quote or a schedule in the transaction that changes that. */
async function storeDraftOf(
  change: Change,
  input: InvoiceCreate,
  saleId: number | null,
  recurrence?: Recurrence,
): Promise<Json> {
  const store = async (customer?: CustomerDefaults): Promise<Json> => {
    const origin = { saleId, storedLines: true, recurrence, keyed: undefined, customer };
    const order = await draftOrder(change.tx, change, input, origin);
    const [outcome] = await storeDrafts(change.tx, [order]);
    if (outcome!.kind === "other defaults") return store(outcome!.defaults);
    const created = isUndecided(outcome!) ? outcome : accept(change, outcome!);
    if (created.kind === "created") return created.invoice;
    throw new Error("a draft without an Idempotency-Key is decided at once");
  };
  return store();
}

/**
 * The invoice of one period of a schedule, with the lines as they were priced for it, in the caller's transaction. The
 * database refuses a second one for the same period.
 */
export function createRecurringDraft(
  change: Change,
  input: InvoiceCreate,
  recurrence: Recurrence,
): Promise<Json> {
  return storeDraftOf(change, input, null, recurrence).catch(explainPeriod);
}

function explainPeriod(error: unknown): never {
  if (violatedConstraint(error) === "invoices_recurring_period") {
    throw wrongState("This period of the schedule already has an invoice.");
  }
  throw error;
}

export async function draftOrder(
  db: Queryable,
  { company, now, actor, requestId }: DraftAuthor,
  input: InvoiceCreate,
  origin: {
    saleId: number | null;
    storedLines: boolean;
    recurrence?: Recurrence | undefined;
    keyed: IdempotencyInput | undefined;
    customer?: CustomerDefaults | undefined;
    /** What was read for many drafts at once; a customer who is not among them does not exist. */
    references?: DocumentReferences;
  },
): Promise<DraftOrder> {
  const today = dateIn(company.timeZone, now);
  const { references } = origin;
  const isUnknown = references !== undefined && !references.customers.has(input.customer_id);
  const { lines, content } = await resolveContent(db, company, today, input, {
    storedLines: origin.storedLines,
    customer: origin.customer,
    errors: isUnknown ? [notACustomer] : [],
    products: references?.products,
  }).catch((error: unknown) => {
    if (references) throw error;
    return addUnknownCustomer(db, company, input.customer_id, error);
  });
  return {
    ...content,
    companyId: company.id,
    supplier: company.supplier,
    sale_id: origin.saleId,
    recurrence: origin.recurrence ?? null,
    source: sourceOf(actor),
    portal_secret: randomToken(16),
    now,
    month: usageMonth(company, now),
    lines,
    defaults: takenDefaults(input, origin.customer),
    eventTail: eventTailStart({ now, companyId: company.id, actor, requestId }),
    keyed: origin.keyed,
  };
}

/** The defaults of its customer that a draft takes, as far as they are known. */
function takenDefaults(
  { discounts, withholding }: InvoiceCreate,
  customer: CustomerDefaults | undefined,
): Partial<CustomerDefaults> {
  return {
    ...(discounts == null && { default_discount_percent: customer?.default_discount_percent ?? null }),
    ...(withholding === undefined && { withholding_rate: customer?.withholding_rate ?? null }),
  };
}

export function isUndecided(outcome: DraftOutcome): outcome is UndecidedDraft {
  return outcome.kind === "expired key" || outcome.kind === "other defaults";
}

export function accept({ company, now }: DraftAuthor, outcome: DecidedDraft): CreatedDraft {
  if (outcome.kind === "no customer") throw invalid([notACustomer]);
  if (outcome.kind === "customer in use") throw customerInUse();
  if (outcome.kind === "over quota") {
    const { limit, used } = outcome;
    throw quotaExceeded(company, now, { quota: "invoices", limit, used });
  }
  return outcome;
}
