import type { Change } from "../../context.ts";
import { dateIn } from "../../foundation/clock.ts";
import { ApiError } from "../../foundation/errors.ts";
import type { Json } from "../../foundation/sql.ts";
import { emit } from "../events/service.ts";
import { getInvoice, lockInvoiceRow } from "../invoices/service.ts";
import { errorOf } from "./adapters/failures.ts";
import type { Accepted, Adapter, Failed, Outcome, Pending, Rejected } from "./port.ts";
import { type FiscalRow, lockFiscal, markInvoiceFiscal, saveFiscal } from "./queries.ts";

/** What a registration answers. */
export type Registered = { status: 200 | 202; irn: string | null; invoice: Json; fiscal: Json };

/** Saves what the authority said, and tells it. A refusal comes back as an error, to be thrown once this is committed. */
export async function saveOutcome(
  change: Change,
  adapter: Adapter,
  { invoice_id: invoiceId }: FiscalRow,
  outcome: Outcome,
): Promise<Registered | ApiError> {
  const { tx, company } = change;
  await lockInvoiceRow(change, invoiceId);
  const row = (await lockFiscal(tx, company.id, invoiceId))!;
  // Somebody whose lease had ended was heard all the same, and was quicker.
  if (row.state === "accepted") return answerOf(change, invoiceId);
  switch (outcome.kind) {
    case "accepted":
      return saveAccepted(change, adapter, row, outcome);
    case "pending":
      return savePending(change, adapter, row, outcome);
    case "rejected":
      return saveRejected(change, adapter, row, outcome);
    case "failed":
      return saveFailure(change, adapter, row, outcome);
  }
}

async function saveAccepted(
  change: Change,
  adapter: Adapter,
  row: FiscalRow,
  accepted: Accepted,
): Promise<Registered> {
  const { tx, now } = change;
  const { irn, kind: _kind, ...rest } = accepted;
  await saveFiscal(tx, row, now, {
    state: "accepted",
    handle: null,
    irn,
    outcome: rest,
    next_action_at: null,
  });
  const fiscal = {
    ...about(adapter, row),
    irn,
    registered_at: accepted.acceptedAt.toISOString(),
    qr: accepted.qr,
    references: accepted.references,
    cancel_until: accepted.cancelUntil?.toISOString() ?? null,
    warnings: accepted.warnings,
  };
  const before = await invoiceOf(change, row.invoice_id);
  await markInvoiceFiscal(tx, change.company.id, row.invoice_id, now, { status: "registered", irn, fiscal });
  await tell(change, row, "invoice.registered", before);
  return answerOf(change, row.invoice_id);
}

async function savePending(
  change: Change,
  adapter: Adapter,
  row: FiscalRow,
  pending: Pending,
): Promise<Registered> {
  const { tx, now } = change;
  await saveFiscal(tx, row, now, {
    state: "pending",
    handle: pending.handle,
    irn: null,
    outcome: null,
    next_action_at: new Date(now.getTime() + pending.pollAfterMs),
  });
  if (row.state !== "pending") await tellPending(change, adapter, row);
  return answerOf(change, row.invoice_id);
}

async function saveRejected(
  change: Change,
  adapter: Adapter,
  row: FiscalRow,
  rejected: Rejected,
): Promise<ApiError> {
  const { tx, now } = change;
  const { faults, isDuplicate } = rejected;
  await saveFiscal(tx, row, now, {
    state: "rejected",
    handle: null,
    irn: null,
    outcome: rejected,
    next_action_at: null,
  });
  const fiscal = { ...about(adapter, row), rejected_at: now.toISOString(), errors: faults };
  const before = await invoiceOf(change, row.invoice_id);
  await markInvoiceFiscal(tx, change.company.id, row.invoice_id, now, {
    status: "rejected",
    irn: null,
    fiscal,
  });
  await tell(change, row, "invoice.registration_failed", before);
  const why = faults[0]?.message ?? "it gave no reason";
  const what = isDuplicate ? "has another document under this number" : "rejected this invoice";
  return new ApiError(422, "fiscal_rejected", `${adapter.title} ${what}: ${why}`, {
    errors: faults.map(({ field, message }) => ({ field: field ?? "invoice", message })),
  });
}

const second = 1000;
const pauses = [5, 15, 60, 300, 900, 3600].map((seconds) => seconds * second);
const authPause = 900 * second;

async function saveFailure(
  change: Change,
  adapter: Adapter,
  row: FiscalRow,
  failed: Failed,
): Promise<ApiError> {
  const { tx, now } = change;
  const isUncertain = failed.mayHaveCommitted || row.state === "unknown" || row.state === "pending";
  const state = row.state === "pending" ? "pending" : isUncertain ? "unknown" : "queued";
  const pause = failed.cause === "auth" ? authPause : pauses[Math.min(row.calls, pauses.length - 1)]!;
  const wait = Math.max(pause, failed.retryAfterMs ?? 0);
  await saveFiscal(tx, row, now, {
    state,
    handle: row.handle,
    irn: null,
    outcome: { failure: failed.message },
    next_action_at: new Date(now.getTime() + wait),
  });
  const isNews = row.state === "submitting" && row.calls <= 1;
  if (isNews) await tellPending(change, adapter, row);
  return errorOf(adapter.title, failed);
}

async function tellPending(change: Change, adapter: Adapter, row: FiscalRow): Promise<void> {
  const { tx, company, now } = change;
  const fiscal = { ...about(adapter, row), pending_since: now.toISOString() };
  const before = await invoiceOf(change, row.invoice_id);
  await markInvoiceFiscal(tx, company.id, row.invoice_id, now, { status: "pending", irn: null, fiscal });
  await tell(change, row, "invoice.registration_pending", before);
}

const about = (adapter: Adapter, { document_key, hash }: FiscalRow) => ({
  adapter: adapter.name,
  authority: adapter.title,
  document_key,
  document_sha256: hash,
});

const invoiceOf = ({ tx, company, now }: Change, id: number) =>
  getInvoice(tx, company.id, dateIn(company.timeZone, now), id);

async function tell(
  change: Change,
  { invoice_id: id }: FiscalRow,
  type: "invoice.registered" | "invoice.registration_pending" | "invoice.registration_failed",
  before: Json,
): Promise<void> {
  await emit(change, type, await invoiceOf(change, id), before);
}

/** From what is stored: 200 with the IRN, or 202 while the authority decides. */
export async function answerOf(change: Change, invoiceId: number): Promise<Registered> {
  const invoice = await invoiceOf(change, invoiceId);
  const {
    irn,
    fiscal,
    fiscal_status: status,
  } = JSON.parse(invoice) as {
    irn: string | null;
    fiscal: object | null;
    fiscal_status: string;
  };
  if (irn === null && status !== "pending") {
    throw new ApiError(
      422,
      "fiscal_rejected",
      "The revenue authority rejected this invoice. See its fiscal.errors.",
    );
  }
  return { status: irn === null ? 202 : 200, irn, invoice, fiscal: JSON.stringify(fiscal) };
}
