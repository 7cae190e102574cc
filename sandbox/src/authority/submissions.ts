import { randomUUID } from "node:crypto";
import { invalid, malformed, notFound, success } from "./answers.ts";
import { type Business, sha256 } from "./businesses.ts";
import type { Context } from "./context.ts";
import { accept, contentOf, type Document, findDocument, hide, invoiceOf } from "./documents.ts";
import type { Answer } from "./exchange.ts";
import { textsWithFaults } from "./fault-kinds.ts";
import type { Taken } from "./faults.ts";
import { at, type FieldValue, type Issue, readText, required, requiredGroup } from "./field-checks.ts";
import type { Asked } from "./firs.ts";
import { rulesFor } from "./firs-documents.ts";
import { issuesOf } from "./invoice.ts";
import { receipt } from "./receipt.ts";
import {
  acceptDuplicate,
  type DuplicateKind,
  requestedDuplicate,
  simulatedIssue,
  simulatedIssues,
  simulatedWarning,
} from "./simulated-faults.ts";

/**
 * A submitted document that the authority decides on later: it is pending, then accepted, rejected, or found to be a
 * duplicate. The decision is made only when a caller polls and the time has come.
 */
export type Submission = {
  handle: string;
  business_id: string;
  document_key: string;
  state: "pending" | "accepted" | "rejected" | "duplicate";
  pending_polls: number;
  pending_until: string | null;
  content: string;
  /** The outcome that a test requested. */
  planned: { issues?: Issue[]; duplicate?: DuplicateKind; warns?: boolean; hiddenMs?: number };
  issues: Issue[];
  created_at: string;
  /** By how much the clock of the sender's company was ahead. */
  ahead_ms?: number;
};

/** Accepts anything with a key and an invoice; validation happens later. */
export function submit({ context, business, fields, faults, aheadMs }: Asked): Answer {
  if (!fields) return malformed("submission_create");
  const place: FieldValue = { value: fields, field: "", issues: [] };
  const key = readText(required(at(place, "document_key")), {
    pattern: /^[A-Za-z0-9._:/-]{1,120}$/,
    says: "must be up to 120 letters, digits and . _ : / -",
  });
  requiredGroup(at(place, "invoice"));
  if (place.issues.length > 0 || key === undefined) return invalid("submission_create", place.issues);
  const now = context.clock.now();
  const forMs = faults.find("pending_for")?.number;
  const polls = faults.find("pending_then_reject") ?? faults.find("pending");
  const submission: Submission = {
    handle: randomUUID(),
    business_id: business.business_id,
    document_key: key,
    state: "pending",
    pending_polls: polls?.number ?? (forMs ? 0 : context.settings.pendingPolls),
    pending_until: forMs ? new Date(now.getTime() + forMs).toISOString() : null,
    content: contentOf(fields.invoice as Record<string, unknown>),
    planned: plan(faults),
    issues: [],
    created_at: now.toISOString(),
    ...(aheadMs > 0 && { ahead_ms: aheadMs }),
  };
  context.ledger.keep({ submission });
  return success(202, pendingView(context, submission));
}

function plan(faults: Taken): Submission["planned"] {
  const isRejected = faults.find("pending_then_reject") !== undefined;
  const issues = isRejected ? [simulatedIssue("accounting_customer_party.tin")] : simulatedIssues(faults);
  const hiddenMs = faults.find("confirm_404_lag")?.number;
  const duplicate = requestedDuplicate(faults);
  return {
    ...(issues ? { issues } : {}),
    ...(duplicate ? { duplicate } : {}),
    ...(faults.find("warn_accept") ? { warns: true } : {}),
    ...(hiddenMs ? { hiddenMs } : {}),
  };
}

export function pollSubmission(asked: Asked): Answer | Promise<Answer> {
  const { context, business, name } = asked;
  const found = context.ledger.submissions.get(name);
  if (found?.business_id !== business.business_id) return notFound("submission_read", "handle");
  if (found.state === "pending" && found.pending_polls > 0) {
    const submission = { ...found, pending_polls: found.pending_polls - 1 };
    context.ledger.keep({ submission });
    return success(200, pendingView(context, submission));
  }
  return respond(asked, settle(context, business, found));
}

/** Looks up the caller's key: the document, or the pending submission, or the result of the last one. */
export function searchSubmission(asked: Asked): Answer | Promise<Answer> {
  const { context, business, query, faults } = asked;
  const key = query.get("document_key") ?? "";
  const irn = numberOf(business, key);
  const lag = faults.find("confirm_404_lag")?.number;
  if (lag) hide(context, irn, lag);
  const own = [...context.ledger.submissions.values()]
    .filter(({ business_id, document_key }) => business_id === business.business_id && document_key === key)
    .map((submission) => (submission.pending_polls > 0 ? submission : settle(context, business, submission)));
  const isStored = context.ledger.documents.has(irn);
  const document = findDocument(context, business, irn);
  if (document)
    return respondWithDocument(
      asked,
      document,
      own.find(({ state }) => state === "accepted")?.handle ?? null,
    );
  const best = own.find(({ state }) => state === "pending") ?? own.at(-1);
  return isStored || !best ? notFound("submission_search", "document_key") : respond(asked, best);
}

/** The number that the authority assigns to a document; every copy gets the same one. */
function numberOf({ business_id, service_id }: Business, key: string): string {
  return `SBX-${service_id}-${sha256(`${business_id} ${key}`).slice(0, 16).toUpperCase()}`;
}

function settle(context: Context, business: Business, submission: Submission): Submission {
  const { pending_until, planned, ahead_ms: aheadMs = 0 } = submission;
  const isEarly = pending_until !== null && context.clock.now().toISOString() < pending_until;
  if (submission.state !== "pending" || isEarly) return submission;
  const invoice = invoiceOf(submission);
  const issues = planned.issues ?? issuesOf(invoice, rulesFor(context, business, { hasIrn: false, aheadMs }));
  const state = issues.length > 0 ? "rejected" : register(context, business, submission, invoice);
  const settled: Submission = { ...submission, issues, state };
  context.ledger.keep({ submission: settled });
  return settled;
}

/** The first submission to be accepted becomes the document, and later ones are duplicates. */
function register(
  context: Context,
  business: Business,
  { document_key, planned }: Submission,
  invoice: Record<string, unknown>,
): "accepted" | "duplicate" {
  const irn = numberOf(business, document_key);
  if (context.ledger.documents.has(irn)) return "duplicate";
  const accepting = { business, protocol: "async", irn, documentKey: document_key, invoice } as const;
  if (planned.duplicate) {
    acceptDuplicate(context, accepting, planned.duplicate);
    return "duplicate";
  }
  accept(context, {
    ...accepting,
    warnings: planned.warns ? [simulatedWarning] : [],
    hiddenMs: planned.hiddenMs,
  });
  return "accepted";
}

function respond(asked: Asked, submission: Submission): Answer | Promise<Answer> {
  const { context, business } = asked;
  const { handle, document_key, state, issues, content } = submission;
  if (state === "pending") return success(200, pendingView(context, submission));
  if (state === "rejected") return success(200, { handle, document_key, status: "rejected", issues });
  const document = context.ledger.documents.get(numberOf(business, document_key)) as Document;
  if (state === "accepted") return respondWithDocument(asked, document, handle);
  const original = { irn: document.irn, matches: sha256(content) === document.content_sha256 };
  return success(200, { handle, document_key, status: "duplicate", original });
}

async function respondWithDocument(
  { context, faults }: Asked,
  document: Document,
  handle: string | null,
): Promise<Answer> {
  const { document_key } = document;
  const reported = { handle, document_key, ...(await receipt(context, document, faults)) };
  if (!faults.find("ok_without_irn") && !faults.find("ok_without_irn_after")) return success(200, reported);
  return success(200, { ...reported, irn: undefined });
}

function pendingView(
  { settings, clock }: Context,
  { handle, document_key, pending_until }: Submission,
): object {
  const leftMs = pending_until === null ? 0 : Date.parse(pending_until) - clock.now().getTime();
  return { handle, document_key, status: "pending", poll_after_ms: Math.max(leftMs, settings.pollAfterMs) };
}

/** The document that a poll concerns, for faults that apply to polls. */
export function submissionTexts({ ledger }: Context, handle: string): { irn?: string; texts?: unknown[] } {
  const submission = ledger.submissions.get(handle);
  if (!submission) return {};
  return { irn: submission.document_key, texts: textsWithFaults(invoiceOf(submission)) };
}
