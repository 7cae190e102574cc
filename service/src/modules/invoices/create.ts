import type { Company } from "../../access.ts";
import type { Change, Context } from "../../context.ts";
import { dateIn } from "../../foundation/clock.ts";
import { coalesce } from "../../foundation/coalesce.ts";
import { isConnectionFailure, type Queryable } from "../../foundation/database.ts";
import { invalidField, tooMany } from "../../foundation/errors.ts";
import { randomToken } from "../../foundation/ids.ts";
import { startOfNextMonth } from "../../foundation/moments.ts";
import { eventTailStart } from "../events/service.ts";
import { lockOpenSale, markSaleInvoiced } from "../sales/service.ts";
import { type DraftOutcome, type DraftRow, insertDrafts } from "./drafts.ts";
import type { InvoiceCreate } from "./schema.ts";
import { explainDuplicate, resolveContent } from "./service.ts";

/** An answer to keep under a key, together with the effect. */
export type Keyed = { key: string; requestHash: Buffer; keptSince: Date; answerTail: string };

export type Created =
  | { kind: "created"; invoice: string }
  | { kind: "stored"; request_hash: Buffer; status: number; body: string }
  | { kind: "twin" };

type Maker = Omit<Change, "tx">;

/**
 * Creates drafts. Concurrent callers share one statement, hence one transaction and one flush: each is still
 * validated alone, refused alone, and answered only after its commit.
 */
export type CreateDraft = (maker: Maker, input: InvoiceCreate, keyed?: Keyed) => Promise<Created>;

export function createDraftWriter(context: Context): CreateDraft & { idle(): Promise<void> } {
  const { db, metrics } = context;
  const write = coalesce<DraftRow, DraftOutcome>({
    itemsMax: 128,
    batchesMax: 2,
    run: (rows) => insertDrafts(db, rows),
    // A statement that the database refused was undone whole, so its rows may be tried one by one. After a
    // lost connection nobody knows whether it was committed: trying again could create twice.
    splitOn: (error) => !isConnectionFailure(error),
    onBatch: (size) => metrics.batches.observe({ work: "create_invoice" }, size),
  });
  const create: CreateDraft = async (maker, input, keyed) => {
    const row = await draftRow(db, maker, input, { source: "api", saleId: null, keyed });
    const outcome = await write(row).catch(explainDuplicate);
    return readOutcome(maker.company, maker.now, outcome);
  };
  return Object.assign(create, { idle: write.idle });
}

/** POST /sales/{id}/invoice: once, because the sale is locked and leaves the state `open`. */
export async function invoiceSale(change: Change, saleId: number): Promise<{ invoice: string; sale: string }> {
  const { record } = await lockOpenSale(change, saleId, "invoiced");
  if (record.customer_id === null) {
    throw invalidField("customer_id", "is missing on this sale: set it with PATCH before invoicing");
  }
  const { customer_id, currency, lines, notes, metadata } = record;
  const input = { customer_id, currency, lines, notes, metadata };
  const row = await draftRow(change.tx, change, input, { source: "api", saleId, keyed: undefined });
  const [outcome] = await insertDrafts(change.tx, [row]).catch(explainDuplicate);
  const created = readOutcome(change.company, change.now, outcome!);
  if (created.kind !== "created") throw new Error("a draft without a key can have no twin");
  return { invoice: created.invoice, sale: await markSaleInvoiced(change, saleId) };
}

async function draftRow(
  db: Queryable,
  maker: Maker,
  input: InvoiceCreate,
  origin: { source: DraftRow["source"]; saleId: number | null; keyed: Keyed | undefined },
): Promise<DraftRow> {
  const { company, now, actor, requestId } = maker;
  const today = dateIn(company.timeZone, now);
  const { lines, content } = await resolveContent(db, company, today, input);
  const { keyed } = origin;
  return {
    ...content,
    // Already JSON text; as an object it keeps its numbers, which are all within a double's digits.
    taxes: JSON.parse(content.taxes),
    company_id: company.id,
    sale_id: origin.saleId,
    source: origin.source,
    portal_secret: randomToken(16),
    now,
    today,
    lines,
    event_tail: eventTailStart({ now, companyId: company.id, actor, requestId }),
    key: keyed?.key ?? null,
    request_hash: keyed?.requestHash.toString("hex") ?? null,
    kept_since: keyed?.keptSince ?? now,
    answer_tail: keyed?.answerTail ?? "}",
    lock: keyed ? `${company.id}:${keyed.key}` : null,
  };
}

function readOutcome(company: Company, now: Date, outcome: DraftOutcome): Created {
  const { stored_hash, stored_status, stored_body } = outcome;
  if (stored_hash !== null) {
    return { kind: "stored", request_hash: stored_hash, status: stored_status!, body: stored_body! };
  }
  if (!outcome.locked) return { kind: "twin" };
  if (!outcome.customer_found) throw invalidField("customer_id", "is not a customer of this company");
  if (!outcome.admitted) throw quotaExceeded(company, now, outcome.quota!, outcome.used!);
  return outcome.json === null ? { kind: "twin" } : { kind: "created", invoice: outcome.json };
}

function quotaExceeded(company: Company, now: Date, limit: number, used: number) {
  const resetsAt = startOfNextMonth(company.timeZone, now);
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
  return tooMany(
    "quota_exceeded",
    `This company's subscription allows ${limit} invoices a calendar month, and all are used. The count starts anew at ${resetsAt.toISOString()}.`,
    seconds,
    { quota: "invoices", limit, used: Math.max(used, limit), resets_at: resetsAt.toISOString() },
  );
}
