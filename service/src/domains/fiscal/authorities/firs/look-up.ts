import { failed, nonsense, stillInDoubt } from "../failures.ts";
import { another, usedUp } from "../outcomes.ts";
import type { Accepted, Calling, Failed, Rejected } from "../port.ts";
import { groupOf } from "../response-fields.ts";
import { contentHash, isSameDocument, isTelling } from "./content.ts";
import { acceptedBy, type Receipt, receiptOf } from "./receipt.ts";
import { ask, type Refused } from "./wire.ts";

/** A document as it is, or would be, sent. */
export type Sent = { irn: string; invoice: object; qr: string };

/**
 * Asks what the authority has under an IRN: our document, which then counts as accepted just now, or somebody else's.
 * An authority that has just said yes need not show the document.
 */
export async function lookUp(
  call: Calling,
  { irn, invoice, qr }: Sent,
  isJustTaken = false,
): Promise<Accepted | Rejected | Failed | { kind: "absent" }> {
  const path = `/api/v1/invoice/confirm/${encodeURIComponent(irn)}`;
  const reply = await ask(call, { operation: "lookup", method: "GET", path });
  if (reply.kind === "failed") return stillInDoubt(reply);
  if (reply.kind === "refused") return isUnknown(reply) ? { kind: "absent" } : untold(reply);
  const receipt = receiptOf(reply.data, call.account);
  if (receipt?.irn !== irn) return nonsense(true);
  const verdict = await isOurs(call, receipt, invoice, groupOf(reply.data));
  if (verdict === "untold" && !isJustTaken) return hidden;
  if (typeof verdict === "object") return verdict;
  if (verdict === "another") return another(irn);
  if (receipt.isCancelled) return usedUp(irn);
  return acceptedBy(receipt, qr, call.now);
}

/** Some answer 404, others that the request is wrong because there is no such document. */
function isUnknown({ status, complaints }: Refused): boolean {
  const isSaid = complaints.some(({ code, message }) =>
    /not.?found|unknown|does.?n.t exist/i.test(`${code} ${message}`),
  );
  return status === 404 || isSaid;
}

const untold = ({ complaints }: Refused) =>
  failed("protocol", true, `refused to tell about a document: ${complaints[0]?.message}`);

const hidden = failed(
  "protocol",
  true,
  "has a document under this number, but does not show what it says. Look it up there, and compare it with the invoice",
);

type Verdict = "ours" | "another" | "untold";

/** Decided by the hash; where there is none, or it differs, by the whole document. */
export async function isOurs(
  call: Calling,
  { irn, sha256 }: Pick<Receipt, "irn" | "sha256">,
  invoice: object,
  told: Record<string, unknown>,
): Promise<Verdict | Failed> {
  if (sha256 === contentHash(invoice)) return "ours";
  if (!isSameDocument(invoice, told)) return "another";
  const path = `/api/v1/invoice/download/${encodeURIComponent(irn)}`;
  const reply = await ask(call, { operation: "lookup", method: "GET", path });
  if (reply.kind === "failed") return stillInDoubt(reply);
  const whole = reply.kind === "ok" ? groupOf(groupOf(reply.data).invoice) : {};
  if (!isSameDocument(invoice, whole)) return "another";
  return isTelling(told) || isTelling(whole) ? "ours" : "untold";
}
