import type { CanonicalDocument } from "../../canonical/canonical.ts";
import { firsDocument } from "../firs/document.ts";
import { faultOf } from "../firs/faults.ts";
import { firsKey } from "../firs/key.ts";
import { compareDocument } from "../firs/look-up.ts";
import { acceptedBy, receiptOf } from "../firs/receipt.ts";
import { firsFaults } from "../firs/requirements.ts";
import { checkSettings } from "../firs/settings.ts";
import { callFirs, errorsOf, rejectedBy } from "../firs/wire.ts";
import { secretsOf } from "../masking.ts";
import { failed, malformedResponse, stillUncertain, takenByOther } from "../outcomes.ts";
import type { Adapter, AuthorityCall, Failed, Outcome } from "../port.ts";
import { groupOf, textOf } from "../response-fields.ts";

const title = "Asynchronous sandbox authority";

/**
 * An authority that accepts a submission at once and decides later, as in Poland and Egypt. It assigns the number
 * itself, and finds a document by our key.
 */
export const asyncAuthority: Adapter = {
  name: "async_demo",
  title,
  settings: [
    ...(["base_url", "business_id", "service_id", "api_key", "api_secret"] as const),
    ...(["public_key", "certificate", "signing_key"] as const),
  ],
  lookUpLagMs: 5_000,
  documentKey: firsKey,
  faults: firsFaults,
  check: (call) => checkSettings(title, call),
  submit,
  poll,
  lookUp,
};

const submissions = "/api/v1/async/submissions";

async function submit(call: AuthorityCall, document: CanonicalDocument, key: string): Promise<Outcome> {
  const body = { document_key: key, invoice: firsDocument(document, call.account) };
  const request = { operation: "submit", method: "POST", path: submissions, body, commits: true } as const;
  const reply = await callFirs(call, request);
  if (reply.kind === "failed") return reply;
  if (reply.kind === "refused") return rejectedBy(reply, document.type);
  return outcomeIn(call, groupOf(reply.data), key) ?? malformedResponse(true);
}

async function poll(call: AuthorityCall, handle: string, key: string): Promise<Outcome> {
  const path = `${submissions}/${encodeURIComponent(handle)}`;
  const reply = await callFirs(call, { operation: "poll", method: "GET", path });
  if (reply.kind === "failed") return stillUncertain(reply);
  if (reply.kind === "refused") {
    // It may still find the document by our key.
    return reply.status === 404 ? found(call, key) : lookUpRefused(reply.errors[0]?.message);
  }
  const data = groupOf(reply.data);
  if (data.status === "duplicate" && data.document_key === key) return original(call, data, key);
  return outcomeIn(call, data, key) ?? malformedResponse(true);
}

const lookUpRefused = (why: string | undefined): Failed =>
  failed("protocol", true, `refused to look up a document: ${why}`);

/** An earlier submission was accepted: it is ours, unless its content differs. */
async function original(call: AuthorityCall, data: Record<string, unknown>, key: string): Promise<Outcome> {
  return groupOf(data.original).matches === true ? found(call, key) : takenByOther(key);
}

/** Finds a document that must exist, because the authority has reported it before. */
async function found(call: AuthorityCall, key: string): Promise<Outcome> {
  const result = await search(call, key);
  return result.kind === "found"
    ? result.outcome
    : result.kind === "absent"
      ? malformedResponse(true)
      : result;
}

async function lookUp(
  call: AuthorityCall,
  document: CanonicalDocument,
  key: string,
): Promise<Outcome | { kind: "absent" }> {
  const found = await search(call, key);
  if (found.kind !== "found") return found;
  const { outcome, data } = found;
  // A rejected submission is not registered, but an earlier one may be.
  if (outcome.kind === "rejected") return { kind: "absent" };
  if (outcome.kind !== "accepted") return outcome;
  const receipt = { irn: outcome.irn, sha256: textOf(data.content_sha256) };
  const verdict = await compareDocument(call, receipt, firsDocument(document, call.account), data);
  if (typeof verdict === "object") return verdict;
  return verdict === "ours" ? outcome : takenByOther(key);
}

type SearchResult =
  | Failed
  | { kind: "absent" }
  | { kind: "found"; outcome: Outcome; data: Record<string, unknown> };

async function search(call: AuthorityCall, key: string): Promise<SearchResult> {
  const path = `${submissions}?document_key=${encodeURIComponent(key)}`;
  const reply = await callFirs(call, { operation: "lookup", method: "GET", path });
  if (reply.kind === "failed") return stillUncertain(reply);
  if (reply.kind === "refused") {
    return reply.status === 404 ? { kind: "absent" } : lookUpRefused(reply.errors[0]?.message);
  }
  const data = groupOf(reply.data);
  const outcome = outcomeIn(call, data, key);
  return outcome ? { kind: "found", outcome, data } : malformedResponse(true);
}

/** The outcome of a submission; undefined if the response is malformed. */
function outcomeIn(call: AuthorityCall, data: Record<string, unknown>, key: string): Outcome | undefined {
  const { document_key, status, handle, poll_after_ms: wait } = data;
  if (document_key !== key) return undefined;
  if (status === "pending" && typeof handle === "string") {
    const isUsable = typeof wait === "number" && wait >= 0 && wait <= longestWaitMs;
    return { kind: "pending", handle, pollAfterMs: isUsable ? wait : usualWaitMs };
  }
  if (status === "rejected") {
    const issues = Array.isArray(data.issues) ? data.issues : [];
    const faults = errorsOf(issues, secretsOf(call.account)).map((error) => faultOf(error));
    return { kind: "rejected", faults, isDuplicate: false };
  }
  const receipt = receiptOf(data, call.account);
  const isOwn = receipt?.irn.startsWith(`SBX-${call.account.service_id}-`);
  return receipt && isOwn ? acceptedBy(receipt, null, call.now) : undefined;
}

const usualWaitMs = 5_000;
const longestWaitMs = 24 * 3_600_000;
