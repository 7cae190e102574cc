import {
  isAmong,
  maxHeaderLength,
  paySignature,
  readPaySignature,
  toleranceSeconds,
  unixSeconds,
} from "../../../platform/security/signature.ts";
import { bodyChange, possibleOriginals } from "./body.ts";
import { explainComputed } from "./computed.ts";

/**
 * Explains why a delivery does not verify at the receiver. It says who signed and what changed, but never shows a
 * signature: otherwise a caller could have anything signed in our name.
 */
export type ReceivedDelivery = {
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

export function diagnose(delivery: ReceivedDelivery): Diagnosis {
  const { body, secrets, computed } = delivery;
  const headers = readHeaders(delivery.headers);
  const { signed } = headers;
  const failed = (findings: Finding[]) => ({ verifies: false, findings, matched_endpoint_id: null });
  if (!signed) return failed(headers.findings);
  if (secrets.length === 0) return failed([...headers.findings, noSecret]);
  const search = startSearch(secrets);
  const signer = findSigner(search, signed, body);
  const cause = signer ? { findings: [], signer } : findCause(search, delivery, signed);
  const faults = [
    ...headers.findings,
    ...cause.findings,
    ...(cause.signer?.kind === "expired" ? [oldSecret(cause.signer)] : []),
    ...timeFindings(signed.t, delivery),
  ];
  const computation = { body, ...headers, ...signed, signer: cause.signer, fits: signer !== undefined };
  const inCode = computed === undefined ? [] : explainComputed(search, computation, computed);
  const remarks = signer?.kind === "previous" ? [previousSecret(signer)] : [];
  const verifies = signer !== undefined && faults.length === 0;
  return {
    verifies,
    findings: [...faults, ...inCode, ...remarks, ...(verifies ? [verified(signer, secrets)] : [])],
    matched_endpoint_id: cause.signer?.endpointId ?? null,
  };
}

type Signed = { t: string; signatures: readonly Buffer[] };

/** Also reads a header that a strict receiver must refuse, so that whatever else is wrong can be reported at once. */
function readHeaders(headers: Record<string, string>) {
  // CGI, PHP and WSGI show X-Pay-Signature as HTTP_X_PAY_SIGNATURE.
  const plainName = (name: string) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll("_", "-")
      .replace(/^http-/, "");
  const named = new Map(Object.entries(headers).map(([name, value]) => [plainName(name), value.trim()]));
  const header = named.get("x-pay-signature");
  const messageId = named.get("webhook-id");
  if (!header) return { signed: undefined, findings: [headerMissing(named.has("webhook-signature"))] };
  const strict = readPaySignature(header);
  if (strict) return { signed: strict, findings: [], messageId };
  const unwrapped = header
    .slice(0, maxHeaderLength)
    .replace(/["'()[\]\s]/g, "")
    .toLowerCase();
  return { signed: readPaySignature(unwrapped), findings: [headerMalformed(header, unwrapped)], messageId };
}

function headerMissing(standardIsThere: boolean): Finding {
  const others = standardIsThere
    ? "The Standard Webhooks headers are present, so the request is probably ours and X-Pay-Signature was removed on the way. "
    : "The Standard Webhooks headers are missing too, so all custom headers were removed, or the request is not ours. ";
  return {
    code: "header_missing",
    message: `There is no X-Pay-Signature header. ${others}Configure the proxy or gateway in front of your receiver to forward it, and look it up case-insensitively: many frameworks lower-case header names.`,
  };
}

/** Judges the form only: comparing part of a signature with the right one would help an attacker to guess it. */
function headerMalformed(header: string, unwrapped: string): Finding {
  const parts = unwrapped.split(",");
  const v1 = parts.find((part) => part.startsWith("v1="))?.slice(3);
  const reason = () => {
    if (header.length > maxHeaderLength) return `it has ${header.length} characters.`;
    if (readPaySignature(unwrapped)) return "it has quotes, brackets, whitespace or upper-case letters.";
    if (!parts.some((part) => /^t=\d{1,12}$/.test(part))) return "t (Unix seconds) is missing.";
    if (v1 === undefined) return "v1 is missing.";
    return /^[0-9a-f]{0,63}$/.test(v1)
      ? `it is truncated: v1 has ${v1.length} digits.`
      : "its format is invalid.";
  };
  return {
    code: "header_malformed",
    message: `X-Pay-Signature does not have the form t=<unix seconds>,v1=<64 lower-case hex digits>: ${reason()} Use the header's value exactly as it arrived.`,
  };
}

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

function findSigner(search: Search, { t, signatures }: Signed, body: Buffer): KnownSecret | undefined {
  return search.secrets.find(
    ({ secret }) => search.mayHash(body.length) && isAmong(paySignature(secret, t, body), signatures),
  );
}

type Cause = { findings: Finding[]; signer?: KnownSecret | undefined };

/** For a body that does not match the signature: first what can be proved, then what is only likely. */
function findCause(search: Search, { body, storedBody }: ReceivedDelivery, signed: Signed): Cause {
  if (storedBody !== undefined) {
    const sent = Buffer.from(storedBody);
    const signer = findSigner(search, signed, sent);
    const change = sent.equals(body) ? undefined : bodyChange(body, sent);
    const findings = change ? [change] : [];
    return signer ? { findings, signer } : { findings: [...findings, unknownSecret(!change)] };
  }
  for (const { original, finding } of possibleOriginals(body)) {
    const signer = findSigner(search, signed, original);
    if (signer) return { findings: [finding], signer };
  }
  return { findings: [body.length === 0 ? bodyChange(body, body) : unknown(search)] };
}

/** A time outside the tolerance has one of two causes: a wrong clock, or a request that was held back. */
function timeFindings(t: string, { receivedAt, now = receivedAt }: ReceivedDelivery): Finding[] {
  const age = unixSeconds(receivedAt) - Number(t);
  if (Math.abs(age) <= toleranceSeconds) return [];
  const distance = `The signature's timestamp is ${spell(Math.abs(age))} ${age < 0 ? "after" : "before"} the time of receipt; the maximum is ${toleranceSeconds} seconds.`;
  const ahead = unixSeconds(receivedAt) - unixSeconds(now);
  if (age < 0 || ahead > toleranceSeconds) {
    const why =
      age < 0 ? "We never sign ahead of time, so your receiver's clock is behind." : "It is ahead of ours.";
    const message = `${distance} ${why} Synchronise the receiver's clock (NTP), and compare in UTC.`;
    return [{ code: "clock_skew", message }];
  }
  const message = `${distance} Each attempt gets a new signature, so a retry is never old: the request was delayed in a queue, or recorded and sent again. Verify it on arrival, before queueing it. If it was not delayed, check the clock and its time zone.`;
  return [{ code: "too_old", message }];
}

function spell(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 48 * 3600 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86400)} days`;
}

const oldSecret = ({ endpointId }: KnownSecret): Finding => ({
  code: "old_secret",
  message: `The signature was made with an old secret of endpoint ${endpointId}, which is no longer valid since the rotation. Replay the delivery: each attempt is signed with the current secret.`,
});

const previousSecret = ({ endpointId }: KnownSecret): Finding => ({
  code: "previous_secret",
  message: `The signature was made with the previous secret of endpoint ${endpointId}. It is valid until the overlap ends; switch your receiver to the new secret before then.`,
});

function verified({ endpointId }: KnownSecret, secrets: readonly KnownSecret[]): Finding {
  const endpoints = new Set(secrets.map((known) => known.endpointId)).size;
  const which =
    endpoints > 1 ? ` The company has ${endpoints} endpoints, each with its own secret: use this one's.` : "";
  return {
    code: "verifies",
    message: `The signature is valid for the body and the secret of endpoint ${endpointId}, and its timestamp is within ${toleranceSeconds} seconds.${which} If your code rejects it, send the value that it computes as computed_signature.`,
  };
}

const noSecret: Finding = {
  code: "no_secret",
  message: "This company has no webhook endpoint with a secret, so nothing can have been signed for it.",
};

const unknownSecret = (intact: boolean): Finding => ({
  code: "unknown_secret",
  message: `${intact ? "The body is byte for byte what we sent, but no" : "No"} secret of this company produces this signature${intact ? "" : " for the body as we sent it"}. The header was changed, belongs to another delivery, or its endpoint was deleted.`,
});

function unknown({ secrets, cutShort }: Search): Finding {
  const extent = cutShort ? "The body is too large to try everything. " : "";
  return {
    code: "unknown",
    message: `No cause was found. ${extent}None of the ${secrets.length} secrets of this company produces this signature for the body, whether as received or with whitespace, JSON serialisation or base64 undone. Include the webhook-id header, so that we can compare the body with the one we sent, and send the exact bytes that your receiver read.`,
  };
}
