import { integrationFailed } from "../../../../contract/errors.ts";
import type { CanonicalDocument } from "../../canonical/canonical.ts";
import {
  acceptedAt,
  cancelledThere,
  errorOf,
  failed,
  malformedResponse,
  stillUncertain,
  takenByOther,
} from "../outcomes.ts";
import type { Accepted, Adapter, AuthorityCall, Failed, Outcome, Rejected } from "../port.ts";
import { irpDocument } from "./document.ts";
import { rejectedFor } from "./faults.ts";
import { irpKey } from "./key.ts";
import { irpAccepted, irpReceiptOf, isSameInvoice, verificationKey } from "./receipt.ts";
import { irpFaults } from "./requirements.ts";
import { indianMoment } from "./session.ts";
import { callIrp, type IrpReply } from "./wire.ts";

const title = "India IRP";

/**
 * India's Invoice Registration Portal. `business_id` is the GSTIN, `api_key` and `api_secret` are the client's id and
 * secret, `public_key` encrypts the login, and `signing_key` verifies what the portal signs, where that is another.
 */
export const indiaIrp: Adapter = {
  name: "india_irp",
  title,
  settings: ["base_url", "business_id", "api_key", "api_secret", "username", "password", "public_key"],
  lookUpLagMs: 5_000,
  documentKey: irpKey,
  faults: irpFaults,
  check,
  submit,
  lookUp,
  cancel,
};

const base = "/eicore/v1.03/Invoice";
const unusable = () => failed("auth", false, "can't be used with the configured keys");

async function submit(call: AuthorityCall, document: CanonicalDocument, key: string): Promise<Outcome> {
  const verifying = verificationKey(call.account);
  if (!verifying) return unusable();
  const content = irpDocument(document);
  const request = { operation: "submit", method: "POST", path: base, content, commits: true } as const;
  const reply = await callIrp(call, request);
  if (reply.kind === "failed") return reply;
  if (reply.kind === "denied") return denied(call, document, key, reply);
  const receipt = irpReceiptOf(reply.data, key, verifying);
  if (!receipt || !isSameInvoice(content, receipt.invoice)) return malformedResponse(true);
  return irpAccepted(receipt, reply.warnings, call.now);
}

type Denied = Extract<IrpReply, { kind: "denied" }>;

function denied(
  call: AuthorityCall,
  document: CanonicalDocument,
  key: string,
  { errors, duplicateIrn = key }: Denied,
): Promise<Outcome> | Outcome {
  const says = (code: string) => errors.some((error) => error.code === code);
  if (says("2278")) return cancelledThere(key);
  if (says("2295")) return takenByOther(key, "Another portal has a document with this number");
  if (!says("2150")) return rejectedFor(errors, document.type);
  return duplicateIrn === key ? acceptExisting(call, document, key) : takenByOther(key);
}

/** The document was submitted before: by us, if it is the same document. */
async function acceptExisting(
  call: AuthorityCall,
  document: CanonicalDocument,
  key: string,
): Promise<Outcome> {
  const found = await lookUp(call, document, key);
  if (found.kind !== "absent") return found;
  return failed("unavailable", true, "it says that it has the document, but can't return it yet");
}

async function lookUp(
  call: AuthorityCall,
  document: CanonicalDocument,
  key: string,
): Promise<Accepted | Rejected | Failed | { kind: "absent" }> {
  const verifying = verificationKey(call.account);
  if (!verifying) return stillUncertain(unusable());
  const reply = await callIrp(call, { operation: "lookup", method: "GET", path: `${base}/irn/${key}` });
  if (reply.kind === "failed") return stillUncertain(reply);
  if (reply.kind === "denied") return notShown(reply);
  const receipt = irpReceiptOf(reply.data, key, verifying);
  if (!receipt) return malformedResponse(true);
  if (!isSameInvoice(irpDocument(document), receipt.invoice)) return takenByOther(key);
  if (receipt.isCancelled) return cancelledThere(key);
  return irpAccepted(receipt, reply.warnings, call.now);
}

function notShown({ errors }: Denied): Failed | { kind: "absent" } {
  const says = (code: string) => errors.some((error) => error.code === code);
  if (says("2148") || says("2154")) return { kind: "absent" };
  if (says("2283")) {
    const resolution = "Look up the document on its website and compare it with the invoice";
    return failed(
      "protocol",
      true,
      `returns documents for two days only, and this one is older. ${resolution}`,
    );
  }
  return failed("protocol", true, `refused to look up a document: ${errors[0]?.message}`);
}

// The codes are duplicate, data entry, order cancelled and others: a reason in free text is always "others".
const otherReason = "4";

/** Possible within a day of the acceptance. An already cancelled document stays cancelled. */
async function cancel(call: AuthorityCall, irn: string, reason: string): Promise<Outcome> {
  const content = { Irn: irn, CnlRsn: otherReason, CnlRem: reason.trim().slice(0, 100) || "Cancelled" };
  const request = {
    operation: "cancel",
    method: "POST",
    path: `${base}/Cancel`,
    content,
    commits: true,
  } as const;
  const reply = await callIrp(call, request);
  if (reply.kind === "failed") return reply;
  const isDone = reply.kind === "denied" && reply.errors.some(({ code }) => code === "9999");
  if (isDone) return acceptedAt(irn, call.now);
  if (reply.kind === "denied") return rejectedFor(reply.errors);
  const { Irn, CancelDate } = reply.data;
  return Irn === irn ? acceptedAt(irn, indianMoment(CancelDate) ?? call.now) : malformedResponse(true);
}

/** Any response to a look-up of a document that never existed means that the login works. */
async function check(call: AuthorityCall): Promise<void> {
  if (!verificationKey(call.account)) {
    throw integrationFailed(title, "can't be used with these keys. Enter public_key and signing_key again");
  }
  const path = `${base}/irn/${"0".repeat(64)}`;
  const reply = await callIrp(call, { operation: "check", method: "GET", path });
  if (reply.kind === "failed") throw errorOf(title, reply);
}
