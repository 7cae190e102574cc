import { type Change, realTimeOf } from "../../../context.ts";
import { type ApiError, integrationUnavailable } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { emit } from "../../webhooks/events/service.ts";
import { errorOf } from "../authorities/outcomes.ts";
import type { Accepted, Adapter, Failed, Outcome, Pending, Rejected } from "../authorities/port.ts";
import { saveCancellation } from "./cancellation.ts";
import { subjectOperations } from "./fiscal-subject.ts";
import {
  type FiscalRow,
  type FiscalState,
  type FiscalUpdate,
  lockFiscal,
  markFiscal,
  saveFiscal,
  subjectOf,
} from "./queries.ts";
import {
  type LockedRegistration,
  nextRetry,
  type RegistrationResult,
  rejection,
  resultOf,
} from "./registration-result.ts";

const settled: readonly FiscalState[] = ["accepted", "cancelling", "cancelled"];

/**
 * Saves the authority's response and emits the event. A rejection is returned as an error, to be thrown after the
 * commit.
 */
export async function saveOutcome(
  change: Change,
  adapter: Adapter,
  called: FiscalRow,
  outcome: Outcome,
  wasSent = false,
): Promise<RegistrationResult | ApiError> {
  const subject = subjectOf(called);
  const [before, found] = await Promise.all([
    subjectOperations[subject.kind].lock(change, subject.id),
    lockFiscal(change.tx, change.company.id, subject),
  ]);
  const row = found!;
  const locked: LockedRegistration = { change, adapter, row, before };
  if (called.state === "cancelling") {
    const isOver = row.state === "cancelled" || (row.state === "accepted" && outcome.kind !== "accepted");
    return isOver ? resultOf(before) : saveCancellation(locked, outcome);
  }
  // A caller whose lease had expired was faster.
  if (settled.includes(row.state)) return resultOf(before);
  // The acceptance of an earlier version must not be stored for the current document.
  const isSame = row.document_key === called.document_key && row.hash === called.hash;
  if (outcome.kind === "accepted" && isSame) return saveAccepted(locked, outcome);
  // Another caller has taken over and knows more than this one, except about an acceptance.
  if (!isSame || !isSameLease(called, row)) return takenOver(adapter, outcome);
  if (outcome.kind === "pending") return savePending(locked, outcome);
  if (outcome.kind === "rejected") return saveRejected(locked, outcome);
  return saveFailure(locked, outcome as Failed, wasSent);
}

const isSameLease = (called: FiscalRow, { lease_until }: FiscalRow) =>
  lease_until !== null && lease_until.getTime() === called.lease_until?.getTime();

const takenOver = ({ title }: Adapter, outcome: Outcome) =>
  outcome.kind === "failed"
    ? errorOf(title, outcome)
    : integrationUnavailable(title, "another call for this document is in progress", 5);

const clearedFields: Omit<FiscalUpdate, "state"> = {
  handle: null,
  irn: null,
  outcome: null,
  failures: 0,
  next_action_at: null,
};

async function saveAccepted(locked: LockedRegistration, accepted: Accepted): Promise<RegistrationResult> {
  const { change, adapter, row } = locked;
  const { irn, kind: _kind, ...rest } = accepted;
  saveFiscal(change.tx, row, realTimeOf(change), { ...clearedFields, state: "accepted", irn, outcome: rest });
  const fiscal = {
    ...authorityFields(adapter, row),
    irn,
    registered_at: accepted.acceptedAt.toISOString(),
    qr: accepted.qr,
    references: accepted.references,
    cancel_until: accepted.cancelUntil?.toISOString() ?? null,
    warnings: accepted.warnings,
  };
  return resultOf(await emitFiscalEvent(locked, "registered", { status: "registered", irn, fiscal }));
}

async function savePending(
  locked: LockedRegistration,
  { handle, pollAfterMs }: Pending,
): Promise<RegistrationResult> {
  const { change, row, before } = locked;
  const next_action_at = new Date(realTimeOf(change).getTime() + pollAfterMs);
  saveFiscal(change.tx, row, realTimeOf(change), {
    ...clearedFields,
    state: "pending",
    handle,
    next_action_at,
  });
  return resultOf(row.state === "pending" ? before : await emitPending(locked));
}

async function saveRejected(locked: LockedRegistration, rejected: Rejected): Promise<ApiError> {
  const { change, adapter, row } = locked;
  const { faults, isDuplicate } = rejected;
  saveFiscal(change.tx, row, realTimeOf(change), { ...clearedFields, state: "rejected", outcome: rejected });
  const fiscal = { ...authorityFields(adapter, row), rejected_at: change.now.toISOString(), errors: faults };
  await emitFiscalEvent(locked, "failed", { status: "rejected", irn: null, fiscal });
  const what = isDuplicate
    ? "has another document with this number"
    : `rejected this ${subjectOperations[row.kind].noun}`;
  return rejection(adapter, what, faults);
}

async function saveFailure(locked: LockedRegistration, failed: Failed, wasSent: boolean): Promise<ApiError> {
  const { change, adapter, row, before } = locked;
  // Requests by users must not change the retry schedule of the background pass.
  const isPass = change.actor.type === "system";
  const { failures, next_action_at, waitMs } = nextRetry(row, failed, realTimeOf(change));
  const stored: Failed = { ...failed, retryAfterMs: waitMs };
  const isUncertain = failed.mayHaveCommitted || row.state === "unknown";
  const state = row.state === "pending" ? "pending" : isUncertain ? "unknown" : "queued";
  saveFiscal(change.tx, row, realTimeOf(change), {
    ...clearedFields,
    state,
    handle: row.handle,
    outcome: stored,
    failures: isPass ? failures : Math.max(1, row.failures),
    next_action_at,
    last_call_at: wasSent ? realTimeOf(change) : null,
  });
  const { fiscal } = JSON.parse(before) as { fiscal: object | null };
  if (fiscal === null) await emitPending(locked);
  return errorOf(adapter.title, stored);
}

/**
 * Withdraws a registration that was queued and never sent. Its recorded calls stay; the invoice or credit note is as
 * before, and can be registered again.
 */
export async function withdraw(change: Change, row: FiscalRow, before: Json): Promise<void> {
  const subject = subjectOf(row);
  const { show, events } = subjectOperations[subject.kind];
  saveFiscal(change.tx, row, realTimeOf(change), { ...clearedFields, state: "withdrawn" });
  await markFiscal(change.tx, change.company.id, subject, change.now, {
    status: "none",
    irn: null,
    fiscal: null,
  });
  await emit(change, events.failed, await show(change, subject.id), before);
}

function emitPending(locked: LockedRegistration): Promise<Json> {
  const { change, adapter, row } = locked;
  const fiscal = { ...authorityFields(adapter, row), pending_since: change.now.toISOString() };
  return emitFiscalEvent(locked, "pending", { status: "pending", irn: null, fiscal });
}

const authorityFields = (adapter: Adapter, { document_key, hash }: FiscalRow) => ({
  adapter: adapter.name,
  authority: adapter.title,
  document_key,
  document_sha256: hash,
});

async function emitFiscalEvent(
  { change, row, before }: LockedRegistration,
  what: "registered" | "pending" | "failed",
  marks: { status: string; irn: string | null; fiscal: object },
): Promise<Json> {
  const subject = subjectOf(row);
  const { show, events } = subjectOperations[subject.kind];
  const [, after] = await Promise.all([
    markFiscal(change.tx, change.company.id, subject, change.now, marks),
    show(change, subject.id),
  ]);
  await emit(change, events[what], after, before);
  return after;
}
