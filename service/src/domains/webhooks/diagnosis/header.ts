import {
  maxHeaderLength,
  paySignature,
  readPaySignature,
  standardSignature,
} from "../../../platform/security/signature.ts";
import type { Finding } from "./diagnose.ts";

/** What a header claims: that one of our secrets gives one of these signatures for the body at time t. */
export type Proof = {
  t: string;
  signatures: readonly Buffer[];
  sign: (secret: string, t: string, body: Buffer) => Buffer;
};

export type ReceivedHeaders = {
  pay: Proof | undefined;
  standard: Proof | undefined;
  faults: Finding[];
  messageId: string | undefined;
  timestamp: string | undefined;
};

/** Also reads a header that a strict receiver must refuse, so that whatever else is wrong can be reported at once. */
export function readHeaders(headers: Record<string, string>): ReceivedHeaders {
  const named = new Map(Object.entries(headers).map(([name, value]) => [plainName(name), value]));
  const present = (name: string) => named.get(name)?.trim() || undefined;
  const messageId = present("webhook-id");
  const timestamp = present("webhook-timestamp");
  const standard = readStandard(messageId, timestamp, present("webhook-signature"));
  const header = present("x-pay-signature");
  const strict = header === undefined ? undefined : readPaySignature(header);
  const read = strict ?? (header === undefined ? undefined : readPaySignature(repairedHeader(header)));
  const pay = read && { ...read, sign: paySignature };
  const fault =
    header === undefined ? missing(standard !== undefined) : strict ? undefined : malformed(header);
  return { pay, standard, faults: fault ? [fault] : [], messageId, timestamp };
}

/** CGI, PHP and WSGI show `X-Pay-Signature` as `HTTP_X_PAY_SIGNATURE`. */
function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/^http-/, "");
}

function readStandard(
  id: string | undefined,
  t: string | undefined,
  header: string | undefined,
): Proof | undefined {
  if (!id || !t || !header || header.length > maxHeaderLength) return undefined;
  const signatures = header
    .split(" ")
    .filter((part) => part.startsWith("v1,"))
    .map((part) => Buffer.from(part.slice(3), "base64"));
  const sign: Proof["sign"] = (secret, time, body) => standardSignature(secret, id, time, body);
  return signatures.length === 0 ? undefined : { t, signatures, sign };
}

function missing(standardIsThere: boolean): Finding {
  const there = standardIsThere
    ? "The Standard Webhooks headers are there, so the request is likely ours and X-Pay-Signature was dropped on the way; a Standard Webhooks library can verify it without. "
    : "The Standard Webhooks headers are missing too, so all unusual headers were dropped, or the request is not ours. ";
  return {
    code: "header_missing",
    message: `There is no X-Pay-Signature header. ${there}Let the proxy or gateway before your receiver forward it, and look it up regardless of case: many frameworks lower-case header names.`,
  };
}

function malformed(header: string): Finding {
  return {
    code: "header_malformed",
    message: `X-Pay-Signature does not read t=<unix seconds>,v1=<64 lower-case hex digits>: ${malformation(header)} Use the header's value exactly as it arrived.`,
  };
}

/** Judges the form only: comparing part of a signature with the right one would help an attacker to guess it. */
function malformation(header: string): string {
  if (header.length > maxHeaderLength) return `it has ${header.length} characters.`;
  if (/^["'[(]/.test(header))
    return "it is wrapped in quotes or brackets, as when a list or JSON is printed.";
  if (/%[23][0-9a-f]/i.test(header)) return "it is percent-encoded.";
  if (/^x-pay-signature/i.test(header)) return "the header's name is part of the value.";
  if (/\s/.test(header)) return "it contains whitespace.";
  const parts = header.split(",").map((part) => part.split("=") as [string, string?]);
  const times = parts.filter(([scheme]) => scheme === "t");
  const signatures = parts.filter(([scheme]) => scheme === "v1").map(([, value]) => value ?? "");
  if (times.length > 1) return "it has more than one t, as when the headers of two deliveries are joined.";
  const [, t] = times[0] ?? [];
  if (t === undefined) return "it has no t.";
  if (/^\d{13}$/.test(t)) return "its t is in milliseconds, and we send seconds.";
  if (!/^\d{1,12}$/.test(t)) return "its t is not a number of seconds.";
  if (signatures.length === 0) {
    const other = parts.find(([scheme]) => /^v\d+$/.test(scheme))?.[0];
    return other ? `it has only ${other}, which we do not send, and no v1.` : "it has no v1.";
  }
  const [first = ""] = signatures;
  if (/^[0-9a-f]*$/i.test(first) && first.length < 64) {
    return `it is truncated: v1 has ${first.length} digits.`;
  }
  return /^[0-9A-F]{64}$/i.test(first) ? "its v1 is in upper case." : "its v1 is not 64 hex digits.";
}

function repairedHeader(header: string): string {
  const decoded = header.replace(/%(2[0-9a-f]|3[0-9a-f])/gi, (code) => decodeURIComponent(code));
  return decoded
    .slice(0, maxHeaderLength)
    .replace(/^x-pay-signature\s*[:=]/i, "")
    .replace(/["'()[\]\s]/g, "")
    .toLowerCase()
    .replace(/(^|,)t=(\d{10})\d{3}(?=,|$)/, "$1t=$2");
}
