import type { Change, Context } from "../../../context.ts";
import { sourceOf } from "../../../contract/access.ts";
import { invalid, invalidField } from "../../../contract/errors.ts";
import {
  asInProgress,
  deleteExpired,
  type IdempotencyInput,
} from "../../../http/idempotency/idempotency-store.ts";
import { coalesce } from "../../../platform/db/batcher.ts";
import { type Queryable, retryDeadlocks } from "../../../platform/db/database.ts";
import { isTemporaryFailure } from "../../../platform/db/failures.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { randomToken } from "../../../platform/security/ids.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { jsonBytes } from "../../../platform/values/json-bytes.ts";
import { metadataBytesMax } from "../../../platform/values/schema.ts";
import { addUnknownCustomer, notACustomer } from "../../catalog/customers/service.ts";
import { quotaExceeded, usageMonth } from "../../tenancy/plans/service.ts";
import { eventsChannel, eventTailStart } from "../../webhooks/events/service.ts";
import { copiedColumns } from "../lines/service.ts";
import { lockOpenSale, markSaleInvoiced } from "../sales/service.ts";
import { type DraftOrder, type DraftOutcome, storeDrafts } from "./drafts.ts";
import type { InvoiceCreate } from "./schema.ts";
import { explainDuplicate, resolveContent } from "./service.ts";

type DraftAuthor = Omit<Change, "tx">;
type DecidedDraft = Exclude<DraftOutcome, { kind: "expired key" }>;
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
    // nobody knows whether it was committed: retrying could create twice. After a wait for a lock each row could take
    // as long again.
    splitOn: (error) => !isTemporaryFailure(error),
    onBatch: (size) => metrics.batches.observe({ work: "create_invoice" }, size),
  });
  // On its own: if this draft fails, those that were stored in its first batch must not be tried again.
  const writeUnderFreeKey = async (order: DraftOrder): Promise<DecidedDraft> => {
    const outcome = await write(order);
    if (outcome.kind !== "expired key") return outcome;
    await deleteExpired(db, [order]);
    return writeUnderFreeKey(order);
  };
  const create: CreateDraft = async (author, input, keyed) => {
    const order = await draftOrder(db, author, input, { saleId: null, keyed });
    const created = accept(
      author,
      await writeUnderFreeKey(order).catch(asInProgress).catch(explainDuplicate),
    );
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
  const order = await draftOrder(change.tx, change, input, { saleId, keyed: undefined });
  const [outcome] = await storeDrafts(change.tx, [order]);
  const created = outcome!.kind === "expired key" ? outcome! : accept(change, outcome!);
  if (created.kind !== "created") throw new Error("a draft without an Idempotency-Key can have no duplicate");
  return { invoice: created.invoice, sale: await markSaleInvoiced(change, saleId) };
}

async function draftOrder(
  db: Queryable,
  { company, now, actor, requestId }: DraftAuthor,
  input: InvoiceCreate,
  origin: { saleId: number | null; keyed: IdempotencyInput | undefined },
): Promise<DraftOrder> {
  const today = dateIn(company.timeZone, now);
  const { lines, content } = await resolveContent(db, company, today, input, {
    storedLines: origin.saleId !== null,
  }).catch((error: unknown) => addUnknownCustomer(db, company, input.customer_id, error));
  return {
    ...content,
    companyId: company.id,
    supplier: company.supplier,
    sale_id: origin.saleId,
    source: sourceOf(actor),
    portal_secret: randomToken(16),
    now,
    month: usageMonth(company, now),
    lines,
    eventTail: eventTailStart({ now, companyId: company.id, actor, requestId }),
    keyed: origin.keyed,
  };
}

function accept({ company, now }: DraftAuthor, outcome: DecidedDraft): CreatedDraft {
  if (outcome.kind === "no customer") throw invalid([notACustomer]);
  if (outcome.kind === "over quota") {
    const { limit, used } = outcome;
    throw quotaExceeded(company, now, { quota: "invoices", limit, used });
  }
  return outcome;
}
