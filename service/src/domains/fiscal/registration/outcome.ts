import type { Change } from "../../../context.ts";
import { type ApiError, integrationUnavailable } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { emit } from "../../webhooks/events/service.ts";
import { errorOf } from "../authorities/failures.ts";
import type { Accepted, Adapter, Failed, Outcome, Pending, Rejected } from "../authorities/port.ts";
import { saveCancellation } from "./cancellation.ts";
import { kinds } from "./fiscal-subject.ts";
import {
  type FiscalRow,
  type FiscalState,
  lockFiscal,
  markFiscal,
  type Saved,
  saveFiscal,
  subjectOf,
} from "./queries.ts";
import { answerOf, nextTry, type Registered, rejection, type Standing } from "./registration-result.ts";

const settled: readonly FiscalState[] = ["accepted", "cancelling", "cancelled"];

/**
 * Saves the authority's answer and emits the event. A refusal is returned as an error, to be thrown once the
 * transaction is committed.
 */
export async function saveOutcome(
  change: Change,
  adapter: Adapter,
  asked: FiscalRow,
  outcome: Outcome,
  wasSent = false,
): Promise<Registered | ApiError> {
  const subject = subjectOf(asked);
  const [before, found] = await Promise.all([
    kinds[subject.kind].lock(change, subject.id),
    lockFiscal(change.tx, change.company.id, subject),
  ]);
  const row = found!;
  const standing: Standing = { change, adapter, row, before };
  if (asked.state === "cancelling") {
    const isOver = row.state === "cancelled" || (row.state === "accepted" && outcome.kind !== "accepted");
    return isOver ? answerOf(before) : saveCancellation(standing, outcome);
  }
  // A caller whose lease had expired got through all the same, and was faster.
  if (settled.includes(row.state)) return answerOf(before);
  // An acceptance of an earlier version must not be stored for the current document.
  const isSame = row.document_key === asked.document_key && row.hash === asked.hash;
  if (outcome.kind === "accepted" && isSame) return saveAccepted(standing, outcome);
  // Another caller has taken over and knows more than we do, except about an acceptance.
  if (!isSame || !isSameLease(asked, row)) return taken(adapter, outcome);
  if (outcome.kind === "pending") return savePending(standing, outcome);
  if (outcome.kind === "rejected") return saveRejected(standing, outcome);
  return saveFailure(standing, outcome as Failed, wasSent);
}

const isSameLease = (asked: FiscalRow, { lease_until }: FiscalRow) =>
  lease_until !== null && lease_until.getTime() === asked.lease_until?.getTime();

const taken = ({ title }: Adapter, outcome: Outcome) =>
  outcome.kind === "failed"
    ? errorOf(title, outcome)
    : integrationUnavailable(title, "another call for this document is under way", 5);

const nothing: Omit<Saved, "state"> = {
  handle: null,
  irn: null,
  outcome: null,
  failures: 0,
  next_action_at: null,
};

async function saveAccepted(standing: Standing, accepted: Accepted): Promise<Registered> {
  const { change, adapter, row } = standing;
  const { irn, kind: _kind, ...rest } = accepted;
  saveFiscal(change.tx, row, change.now, { ...nothing, state: "accepted", irn, outcome: rest });
  const fiscal = {
    ...about(adapter, row),
    irn,
    registered_at: accepted.acceptedAt.toISOString(),
    qr: accepted.qr,
    references: accepted.references,
    cancel_until: accepted.cancelUntil?.toISOString() ?? null,
    warnings: accepted.warnings,
  };
  return answerOf(await tell(standing, "registered", { status: "registered", irn, fiscal }));
}

async function savePending(standing: Standing, { handle, pollAfterMs }: Pending): Promise<Registered> {
  const { change, row, before } = standing;
  const next_action_at = new Date(change.now.getTime() + pollAfterMs);
  saveFiscal(change.tx, row, change.now, { ...nothing, state: "pending", handle, next_action_at });
  return answerOf(row.state === "pending" ? before : await tellPending(standing));
}

async function saveRejected(standing: Standing, rejected: Rejected): Promise<ApiError> {
  const { change, adapter, row } = standing;
  const { faults, isDuplicate } = rejected;
  saveFiscal(change.tx, row, change.now, { ...nothing, state: "rejected", outcome: rejected });
  const fiscal = { ...about(adapter, row), rejected_at: change.now.toISOString(), errors: faults };
  await tell(standing, "failed", { status: "rejected", irn: null, fiscal });
  const what = isDuplicate
    ? "has another document under this number"
    : `rejected this ${kinds[row.kind].noun}`;
  return rejection(adapter, what, faults);
}

async function saveFailure(standing: Standing, failed: Failed, wasSent: boolean): Promise<ApiError> {
  const { change, adapter, row, before } = standing;
  // However often people ask, the pass keeps its own pace.
  const isPass = change.actor.type === "system";
  const { failures, next_action_at, waitMs } = nextTry(row, failed, change.now);
  const told: Failed = { ...failed, retryAfterMs: waitMs };
  const isUncertain = failed.mayHaveCommitted || row.state === "unknown";
  const state = row.state === "pending" ? "pending" : isUncertain ? "unknown" : "queued";
  saveFiscal(change.tx, row, change.now, {
    ...nothing,
    state,
    handle: row.handle,
    outcome: told,
    failures: isPass ? failures : Math.max(1, row.failures),
    next_action_at,
    last_call_at: wasSent ? change.now : null,
  });
  const { fiscal } = JSON.parse(before) as { fiscal: object | null };
  if (fiscal === null) await tellPending(standing);
  return errorOf(adapter.title, told);
}

/**
 * Gives up a registration that waited and of which nothing was ever taken. The calls that were made stay on record; the
 * invoice or credit note is as before, and can be registered again.
 */
export async function withdraw(change: Change, row: FiscalRow, before: Json): Promise<void> {
  const subject = subjectOf(row);
  const { show, events } = kinds[subject.kind];
  saveFiscal(change.tx, row, change.now, { ...nothing, state: "withdrawn" });
  await markFiscal(change.tx, change.company.id, subject, change.now, {
    status: "none",
    irn: null,
    fiscal: null,
  });
  await emit(change, events.failed, await show(change, subject.id), before);
}

function tellPending(standing: Standing): Promise<Json> {
  const { change, adapter, row } = standing;
  const fiscal = { ...about(adapter, row), pending_since: change.now.toISOString() };
  return tell(standing, "pending", { status: "pending", irn: null, fiscal });
}

const about = (adapter: Adapter, { document_key, hash }: FiscalRow) => ({
  adapter: adapter.name,
  authority: adapter.title,
  document_key,
  document_sha256: hash,
});

async function tell(
  { change, row, before }: Standing,
  what: "registered" | "pending" | "failed",
  marks: { status: string; irn: string | null; fiscal: object },
): Promise<Json> {
  const subject = subjectOf(row);
  const { show, events } = kinds[subject.kind];
  const [, after] = await Promise.all([
    markFiscal(change.tx, change.company.id, subject, change.now, marks),
    show(change, subject.id),
  ]);
  await emit(change, events[what], after, before);
  return after;
}
