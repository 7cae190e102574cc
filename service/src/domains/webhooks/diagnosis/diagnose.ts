import { isAmong, toleranceSeconds } from "../../../platform/security/signature.ts";
import { describeDifference, plainlyWrong, possibleOriginals } from "./body.ts";
import { clockFinding } from "./clock.ts";
import { explainComputed } from "./computed.ts";
import { type Proof, type ReceivedHeaders, readHeaders } from "./header.ts";

/**
 * Explains why a delivery does not verify at the receiver. It says who signed and what changed, but never shows a
 * signature: otherwise a caller could have anything signed in our name.
 */
export type ReceivedDelivery = {
  /** What the receiver says it received. */
  body: Buffer;
  headers: Record<string, string>;
  /** By the receiver's clock. */
  receivedAt: Date;
  /** By our clock. If the receiver's is ahead of it, the receiver's is known to be wrong. */
  now?: Date;
  /** The signature that the receiver's own code computed, in hex or base64. */
  computed?: string;
  /** The secrets of all endpoints of the company. */
  secrets: readonly KnownSecret[];
  /** The event's text as we sent it. */
  storedBody?: string;
};

/** A previous secret still signs and verifies; an expired one no longer does. */
export type KnownSecret = { secret: string; kind: "current" | "previous" | "expired"; endpointId: number };

/** The message is a sentence or two: what happened, and what to do. */
export type Finding = { code: string; message: string };
export type Diagnosis = { verifies: boolean; findings: Finding[]; matched_endpoint_id: number | null };

export function diagnose(received: ReceivedDelivery): Diagnosis {
  const headers = readHeaders(received.headers);
  const proof = headers.pay ?? headers.standard;
  if (!proof) return refused([...headers.faults, ...defined([plainlyWrong(received.body)])], undefined);
  if (received.secrets.length === 0) return refused([...headers.faults, noSecret], undefined);
  const search = startSearch(received.secrets);
  const signer = findSigner(search, proof, received.body);
  const asked = {
    ...received,
    t: proof.t,
    messageId: headers.messageId,
    signatures: headers.pay?.signatures ?? [],
  };
  if (!signer) {
    const cause = findCause(search, received, headers, proof);
    const findings = [...headers.faults, ...cause.findings, ...defined([clockFinding(proof.t, received)])];
    findings.push(...explainComputed(search, { ...asked, signer: cause.signer, fits: false }));
    return refused(findings, cause.signer);
  }
  const faults = [...headers.faults, ...defined([expiredSecret(signer), clockFinding(proof.t, received)])];
  const remarks = defined([previousSecret(signer), timesDiffer(headers)]);
  if (!headers.pay) remarks.push(standardVerifies);
  const code = explainComputed(search, { ...asked, signer, fits: true });
  if (faults.length > 0) return refused([...faults, ...code, ...remarks], signer);
  return {
    verifies: true,
    findings: [...code, ...remarks, verified(signer, received)],
    matched_endpoint_id: signer.endpointId,
  };
}

const refused = (findings: Finding[], signer: KnownSecret | undefined): Diagnosis => ({
  verifies: false,
  findings,
  matched_endpoint_id: signer?.endpointId ?? null,
});

const defined = (findings: (Finding | undefined)[]) => findings.filter((finding) => finding !== undefined);

/** What to search, and a budget: `mayHash` says whether that many more bytes are within the limit. */
export type Search = {
  secrets: readonly KnownSecret[];
  mayHash: (bytes: number) => boolean;
  cutShort: boolean;
};

// A question may be as large as a body can be and concern many endpoints. This budget takes a few hundredths of a
// second.
const maxHashed = 32 * 1024 * 1024;
const kinds = ["current", "previous", "expired"];

function startSearch(secrets: readonly KnownSecret[]): Search {
  let left = maxHashed;
  const search: Search = {
    secrets: secrets.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind)),
    cutShort: false,
    mayHash(bytes) {
      // The fixed cost of a signature, in bytes.
      left -= bytes + 4096;
      if (left < 0) search.cutShort = true;
      return left >= 0;
    },
  };
  return search;
}

function findSigner(search: Search, proof: Proof, body: Buffer): KnownSecret | undefined {
  return search.secrets.find(
    ({ secret }) =>
      search.mayHash(body.length) && isAmong(proof.sign(secret, proof.t, body), proof.signatures),
  );
}

type Cause = { findings: Finding[]; signer?: KnownSecret | undefined };

/** For a body that does not match the signature: first what can be proved, then what is only likely. */
function findCause(
  search: Search,
  received: ReceivedDelivery,
  headers: ReceivedHeaders,
  proof: Proof,
): Cause {
  const stored = received.storedBody === undefined ? undefined : Buffer.from(received.storedBody);
  const mixedUp = defined([otherDelivery(received.body, headers.messageId)]);
  const storedSigner = stored && findSigner(search, proof, stored);
  if (stored && storedSigner) {
    const findings = [
      ...mixedUp,
      describeDifference(received.body, stored),
      ...defined([expiredSecret(storedSigner)]),
    ];
    return { findings, signer: storedSigner };
  }
  const changedHeader = findChangedHeader(search, received.body, headers, proof);
  if (changedHeader) return changedHeader;
  for (const { sent, finding } of possibleOriginals(received.body)) {
    const signer = findSigner(search, proof, sent);
    if (signer) return { findings: [finding(), ...defined([expiredSecret(signer)])], signer };
  }
  if (stored) {
    const difference = stored.equals(received.body) ? undefined : describeDifference(received.body, stored);
    return {
      findings: [...mixedUp, ...defined([difference, timesDiffer(headers)]), unknownSecret(!difference)],
    };
  }
  const likely = [...mixedUp, ...defined([plainlyWrong(received.body)])];
  return { findings: likely.length > 0 ? likely : [...defined([timesDiffer(headers)]), unknown(search)] };
}

/** Each signature vouches for the other: if one of them matches, only the other header was altered. */
function findChangedHeader(
  search: Search,
  body: Buffer,
  headers: ReceivedHeaders,
  proof: Proof,
): Cause | undefined {
  const { standard, timestamp, pay } = headers;
  const otherTime = timestamp && timestamp !== proof.t ? timestamp : undefined;
  const atOtherTime = otherTime && findSigner(search, { ...proof, t: otherTime }, body);
  if (atOtherTime) return { findings: defined([timesDiffer(headers)]), signer: atOtherTime };
  const signer = pay && standard && findSigner(search, standard, body);
  if (!signer) return undefined;
  const message =
    "The body is as we sent it: the Standard Webhooks signature fits. Only X-Pay-Signature was changed on the way, or is that of another delivery. Use the header exactly as it arrived with this body.";
  return { findings: [{ code: "header_altered", message }, ...defined([timesDiffer(headers)])], signer };
}

function timesDiffer({ pay, timestamp }: ReceivedHeaders): Finding | undefined {
  if (!pay || !timestamp || pay.t === timestamp) return undefined;
  return {
    code: "timestamp_mismatch",
    message: `The t of X-Pay-Signature is ${pay.t}, but webhook-timestamp is ${timestamp.slice(0, 20)}; we send the same time in both. One of them was changed on the way, or they are of two attempts. Forward both as they arrive.`,
  };
}

/** The delivery is identified by the event's id. */
function otherDelivery(body: Buffer, messageId: string | undefined): Finding | undefined {
  const id = /^\s*\{\s*"id"\s*:\s*"(evt_\w{1,60})"/.exec(body.subarray(0, 200).toString("latin1"))?.[1];
  if (!id || !messageId || id === messageId) return undefined;
  return {
    code: "other_delivery",
    message: `The body is that of event ${id}, but webhook-id is ${messageId.slice(0, 64)}: headers and body are of two deliveries. Keep them together, also where requests are handled at the same time.`,
  };
}

function expiredSecret({ kind, endpointId }: KnownSecret): Finding | undefined {
  if (kind !== "expired") return undefined;
  return {
    code: "old_secret",
    message: `The signature was made with an old secret of endpoint ${endpointId}, which is no longer valid since its rotation. Replay the delivery: each attempt is signed afresh with the present secret.`,
  };
}

function previousSecret({ kind, endpointId }: KnownSecret): Finding | undefined {
  if (kind !== "previous") return undefined;
  return {
    code: "previous_secret",
    message: `The signature was made with the previous secret of endpoint ${endpointId}. It is valid until the overlap of the rotation ends; give your receiver the new secret before.`,
  };
}

function verified({ endpointId }: KnownSecret, { secrets }: ReceivedDelivery): Finding {
  const endpoints = new Set(secrets.map((known) => known.endpointId)).size;
  const which =
    endpoints > 1 ? ` The company has ${endpoints} endpoints with secrets of their own: use this one's.` : "";
  return {
    code: "verifies",
    message: `The signature fits the body with the secret of endpoint ${endpointId}, and its time is within ${toleranceSeconds} seconds.${which} If your code refuses it, send what it computes as computed_signature.`,
  };
}

const standardVerifies: Finding = {
  code: "standard_webhooks_verifies",
  message: "The Standard Webhooks signature fits the body.",
};

const noSecret: Finding = {
  code: "no_secret",
  message: "This company has no webhook endpoint with a secret, so nothing can have been signed for it.",
};

const unknownSecret = (intact: boolean): Finding => ({
  code: "unknown_secret",
  message: `${intact ? "The body is byte for byte what we sent, but no" : "No"} secret of this company gives this signature${intact ? "" : " for the body as we sent it"}. The header was changed, is that of another delivery, or its endpoint was deleted.`,
});

function unknown({ secrets, cutShort }: Search): Finding {
  const extent = cutShort ? "The body is so large that not everything could be tried. " : "";
  return {
    code: "unknown",
    message: `No cause was found. ${extent}None of the ${secrets.length} secrets of this company gives this signature for the body: not as received, and not with a byte order mark, whitespace, line endings, JSON serialisation, character set, Unicode form, base64 or URL-encoding undone. Send the headers with webhook-id, so that the body can be compared with the one we sent, and give the body in the exact bytes that your receiver read.`,
  };
}
