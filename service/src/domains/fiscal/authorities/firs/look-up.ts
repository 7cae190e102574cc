import { cancelledThere, failed, malformedResponse, stillUncertain, takenByOther } from "../outcomes.ts";
import type { Accepted, AuthorityCall, Failed, Rejected } from "../port.ts";
import { groupOf } from "../response-fields.ts";
import { contentHash, isIdentifiable, isSameDocument } from "./content.ts";
import { acceptedBy, type Receipt, receiptOf } from "./receipt.ts";
import { callFirs, type FirsRefusal } from "./wire.ts";

/** A document as it is submitted. */
export type FirsSubmission = { irn: string; invoice: object; qr: string };

/**
 * Looks up what the authority has under an IRN: our document, which then counts as accepted now, or another one. An
 * authority that has just accepted the document need not return its content.
 */
export async function lookUp(
  call: AuthorityCall,
  { irn, invoice, qr }: FirsSubmission,
  isJustTaken = false,
): Promise<Accepted | Rejected | Failed | { kind: "absent" }> {
  const path = `/api/v1/invoice/confirm/${encodeURIComponent(irn)}`;
  const reply = await callFirs(call, { operation: "lookup", method: "GET", path });
  if (reply.kind === "failed") return stillUncertain(reply);
  if (reply.kind === "refused") return isUnknown(reply) ? { kind: "absent" } : lookUpRefused(reply);
  const receipt = receiptOf(reply.data, call.account);
  if (receipt?.irn !== irn) return malformedResponse(true);
  const verdict = await compareDocument(call, receipt, invoice, groupOf(reply.data));
  if (verdict === "undecidable" && !isJustTaken) return contentNotShown;
  if (typeof verdict === "object") return verdict;
  if (verdict === "another") return takenByOther(irn);
  if (receipt.isCancelled) return cancelledThere(irn);
  return acceptedBy(receipt, qr, call.now);
}

/** Some deployments return 404, others an error message about an unknown document. */
function isUnknown({ status, errors }: FirsRefusal): boolean {
  const isReported = errors.some(({ code, message }) =>
    /not.?found|unknown|does.?n.t exist/i.test(`${code} ${message}`),
  );
  return status === 404 || isReported;
}

const lookUpRefused = ({ errors }: FirsRefusal) =>
  failed("protocol", true, `refused to look up a document: ${errors[0]?.message}`);

const contentNotShown = failed(
  "protocol",
  true,
  "has a document with this number, but does not return its content. Look it up there and compare it with the invoice",
);

type DocumentMatch = "ours" | "another" | "undecidable";

/** Compares the hash and, if that is missing or differs, the whole document. */
export async function compareDocument(
  call: AuthorityCall,
  { irn, sha256 }: Pick<Receipt, "irn" | "sha256">,
  invoice: object,
  received: Record<string, unknown>,
): Promise<DocumentMatch | Failed> {
  if (sha256 === contentHash(invoice)) return "ours";
  if (!isSameDocument(invoice, received)) return "another";
  const path = `/api/v1/invoice/download/${encodeURIComponent(irn)}`;
  const reply = await callFirs(call, { operation: "lookup", method: "GET", path });
  if (reply.kind === "failed") return stillUncertain(reply);
  const whole = reply.kind === "ok" ? groupOf(groupOf(reply.data).invoice) : {};
  if (!isSameDocument(invoice, whole)) return "another";
  return isIdentifiable(received) || isIdentifiable(whole) ? "ours" : "undecidable";
}
