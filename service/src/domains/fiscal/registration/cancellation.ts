import { type Change, realTimeOf } from "../../../context.ts";
import { type ApiError, wrongState } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { emit } from "../../webhooks/events/service.ts";
import { errorOf } from "../authorities/outcomes.ts";
import type { Outcome } from "../authorities/port.ts";
import { type FiscalSubject, subjectOperations } from "./fiscal-subject.ts";
import type { Integration } from "./integration.ts";
import {
  type FiscalRow,
  leaseFiscal,
  lockFiscal,
  markFiscal,
  storeCancellation,
  subjectOf,
  updateCancellation,
} from "./queries.ts";
import {
  type LockedRegistration,
  nextRetry,
  type RegistrationResult,
  rejection,
  resultOf,
} from "./registration-result.ts";
import { shareLockAccount } from "./settings-queries.ts";
import type { StartOptions } from "./start-registration.ts";

/**
 * Cancels a registration, if the authority supports it. The request is stored before the authority is called; an
 * authority reports a document that is already cancelled, so that a retry after a lost response is safe.
 */
export type CancellationStart =
  | { is: "done"; registered: RegistrationResult }
  | { is: "busy" }
  /** `fresh`: the authority cannot have been called yet. */
  | { is: "ours"; row: FiscalRow; fresh: boolean };

type CancellableRecord = {
  number: string;
  fiscal_status: string;
  fiscal: { cancel_until?: string | null; cancel_requested_at?: string };
  amount_paid: number;
  amount_credited: number;
  credit_applied: number;
};

/** Stores the cancellation request in one transaction, or changes nothing. */
export async function startCancellation(
  change: Change,
  subject: FiscalSubject,
  reason: string,
  { environment, integration, requireClosed, leaseUntil }: StartOptions,
): Promise<CancellationStart> {
  await shareLockAccount(change.tx, change.company.id, environment);
  const before = await subjectOperations[subject.kind].lock(change, subject.id);
  const row = await lockFiscal(change.tx, change.company.id, subject);
  if (row?.state === "cancelled") return { is: "done", registered: resultOf(before) };
  const record = JSON.parse(before) as CancellableRecord;
  if (!row || record.fiscal_status !== "registered") {
    throw wrongState(
      "This invoice is not registered with the revenue authority, so there is nothing to cancel.",
    );
  }
  if (row.state === "cancelling") {
    if (row.lease_until && row.lease_until > realTimeOf(change)) return { is: "busy" };
    return { is: "ours", row: await leaseFiscal(change.tx, row, leaseUntil), fresh: false };
  }
  requireCancellable(integration, row, record, realTimeOf(change));
  requireClosed();
  const leased = await storeCancellation(change.tx, row, realTimeOf(change), leaseUntil, reason);
  // The request is shown at once, so that nobody relies on a registration that is about to be cancelled.
  const fiscal = { ...record.fiscal, cancel_requested_at: change.now.toISOString() };
  await mark(change, row, "registered", fiscal);
  return { is: "ours", row: leased, fresh: true };
}

function requireCancellable(
  { adapter, accountName }: Integration,
  row: FiscalRow,
  record: CancellableRecord,
  now: Date,
): void {
  const instead = "Issue a credit note instead.";
  if (record.amount_paid > 0 || record.amount_credited > 0 || record.credit_applied > 0) {
    throw wrongState(
      `Invoice ${record.number} has payments or credit notes, so its registration can't be cancelled. ${instead}`,
    );
  }
  if (!adapter.cancel || row.account !== accountName) {
    throw wrongState(`${adapter.title} does not allow this invoice to be cancelled. ${instead}`);
  }
  const until = record.fiscal.cancel_until;
  if (until && new Date(until) < now) {
    throw wrongState(`This registration could only be cancelled until ${until}. ${instead}`);
  }
}

/** Saves the outcome. A rejection is returned as an error, to be thrown after the commit. */
export async function saveCancellation(
  locked: LockedRegistration,
  outcome: Outcome,
): Promise<RegistrationResult | ApiError> {
  const { change, adapter, row, before } = locked;
  const { tx } = change;
  const now = realTimeOf(change);
  const over = { failures: 0, next_action_at: null };
  if (outcome.kind === "accepted") {
    await updateCancellation(tx, row, now, { ...over, state: "cancelled" });
    return emitCancelled(locked, outcome.acceptedAt);
  }
  if (outcome.kind === "rejected") {
    await updateCancellation(tx, row, now, { ...over, state: "accepted" });
    const { cancel_requested_at: _, ...fiscal } = fiscalIn(before);
    await mark(change, row, "registered", fiscal);
    return rejection(adapter, "did not cancel the registration", outcome.faults);
  }
  if (outcome.kind === "pending") throw new Error("a cancellation is never pending");
  const { waitMs, ...next } = nextRetry(row, outcome, now);
  await updateCancellation(tx, row, now, { state: "cancelling", ...next });
  return errorOf(adapter.title, { ...outcome, retryAfterMs: waitMs });
}

async function emitCancelled(
  { change, row, before }: LockedRegistration,
  at: Date,
): Promise<RegistrationResult> {
  const { kind, id } = subjectOf(row);
  const { cancel_requested_at: _, ...fiscal } = fiscalIn(before);
  const cancelled = { ...fiscal, cancelled_at: at.toISOString(), cancel_reason: row.cancel_reason };
  await mark(change, row, "cancelled", cancelled);
  const after = await subjectOperations[kind].show(change, id);
  await emit(change, "invoice.registration_cancelled", after, before);
  return resultOf(after);
}

const fiscalIn = (record: Json) => (JSON.parse(record) as CancellableRecord).fiscal;

const mark = (
  { tx, company, now }: Change,
  row: FiscalRow,
  status: "registered" | "cancelled",
  fiscal: object,
) => markFiscal(tx, company.id, subjectOf(row), now, { status, irn: row.irn, fiscal });
