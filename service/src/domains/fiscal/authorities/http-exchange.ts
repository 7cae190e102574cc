import type { OutboundResult } from "../../../platform/outbound/outbound.ts";
import { masked, secretsOf } from "./masking.ts";
import type { AuthorityCall, Operation } from "./port.ts";

/** One thing that is asked of an authority. */
export type AuthorityRequest = {
  operation: Operation;
  method: "GET" | "POST" | "PATCH";
  /** Follows the base address. */
  path: string;
  headers: Record<string, string>;
  body?: string;
};

const timeoutMaxMs = 10_000;
// A shorter timeout would only leave us in doubt about answers that are on their way.
const timeoutMinMs = 1_000;
// Room for a signed invoice of a thousand lines in its envelope.
const answerBytesMax = 2 * 1024 * 1024;

/**
 * Asks once. An authority need not recognise a document that it is sent twice, so no call that changes anything is
 * repeated.
 */
export async function send(
  { outbound, account, timeLeftMs }: AuthorityCall,
  question: AuthorityRequest,
): Promise<OutboundResult> {
  const { method, path, headers, body } = question;
  // A caller that was held up for this long may have lost the document to another process, and must not act for it.
  if (method !== "GET" && timeLeftMs() <= 0) return unsent;
  return outbound.send({
    method,
    url: `${account.baseUrl}${path}`,
    headers: {
      accept: "application/json",
      ...headers,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body }),
    timeoutMs: Math.min(timeoutMaxMs, Math.max(timeoutMinMs, Math.round(timeLeftMs()))),
    responseBytesMax: answerBytesMax,
    onlyOnce: method !== "GET",
  });
}

const unsent: OutboundResult = {
  kind: "failed",
  failure: "connect",
  message: "there was no time left to ask it",
  durationMs: 0,
};

/** How an exchange is recorded, where that differs from what went over the wire. */
export type ExchangeNotes = {
  code: string | null;
  request?: string;
  response?: string;
  /** Secrets that only this exchange has, such as those of a login. */
  secrets?: readonly string[];
};

const recordedBytesMax = 16 * 1024;

/** Records an exchange. Headers are left out: they contain credentials and nothing else worth knowing. */
export function recordExchange(
  { account, record }: AuthorityCall,
  { operation, method, path, body = "" }: AuthorityRequest,
  result: OutboundResult,
  { code, request = body, response, secrets = [] }: ExchangeNotes,
): void {
  const hide = (text: string) => cut(masked(text, [...secretsOf(account), ...secrets]));
  const isAnswered = result.kind === "answered";
  const answer = isAnswered ? result.body.toString("utf8") : result.message;
  record({
    operation,
    durationMs: result.durationMs,
    httpStatus: isAnswered ? result.status : null,
    code,
    request: hide(`${method} ${path}${request === "" ? "" : `\n${request}`}`),
    response: hide(response ?? answer),
  });
}

/** The database cannot store text with a zero byte. */
function cut(text: string): string {
  const whole = text.replaceAll("\0", "");
  if (Buffer.byteLength(whole) <= recordedBytesMax) return whole;
  const bytes = Buffer.from(whole).subarray(0, recordedBytesMax - 3);
  return `${bytes.toString("utf8").replace(/\uFFFD$/, "")}…`;
}

/** Whether it can be sent as a header. */
export const isHeaderValue = (value: string) => /^[\x21-\x7e]+$/.test(value);
