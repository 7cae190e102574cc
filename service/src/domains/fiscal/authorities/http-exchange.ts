import type { OutboundResult } from "../../../platform/outbound/outbound.ts";
import { masked, secretsOf } from "./masking.ts";
import type { AuthorityCall, Operation } from "./port.ts";

/** A request to an authority. */
export type AuthorityRequest = {
  operation: Operation;
  method: "GET" | "POST" | "PATCH";
  /** Appended to the base URL. */
  path: string;
  headers: Record<string, string>;
  body?: string;
};

const timeoutMaxMs = 10_000;
// A shorter timeout would only cause uncertain outcomes.
const timeoutMinMs = 1_000;
// Enough for a signed invoice of a thousand lines in its envelope.
const answerBytesMax = 2 * 1024 * 1024;

/** Sends the request once: an authority need not recognise a duplicate, so no call with side effects is retried. */
export async function send(
  { outbound, account, timeLeftMs, sandboxFault, sandboxClockOffsetMs }: AuthorityCall,
  question: AuthorityRequest,
): Promise<OutboundResult> {
  const { operation, method, path, headers, body } = question;
  const fault = operation === "submit" ? sandboxFault : undefined;
  // A caller that was delayed for this long may have lost its lease to another process, and must not send anything.
  if (method !== "GET" && timeLeftMs() <= 0) return unsent;
  return outbound.send({
    method,
    url: `${account.baseUrl}${path}`,
    headers: {
      accept: "application/json",
      ...headers,
      ...(sandboxClockOffsetMs && { "x-sandbox-clock-offset": String(sandboxClockOffsetMs) }),
      ...(fault?.name && { "x-sandbox-fault": fault.name }),
      ...(fault?.code && { "x-sandbox-code": fault.code }),
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
  message: "there was no time left to call it",
  durationMs: 0,
};

/** How an exchange is recorded, if that differs from the bytes that were sent. */
export type ExchangeNotes = {
  code: string | null;
  request?: string;
  response?: string;
  /** Secrets of this exchange alone, such as those of a login. */
  secrets?: readonly string[];
};

const recordedBytesMax = 16 * 1024;

/** Records an exchange without headers, which contain credentials. */
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

/** PostgreSQL cannot store text with a zero byte. */
function cut(text: string): string {
  const whole = text.replaceAll("\0", "");
  if (Buffer.byteLength(whole) <= recordedBytesMax) return whole;
  const bytes = Buffer.from(whole).subarray(0, recordedBytesMax - 3);
  return `${bytes.toString("utf8").replace(/\uFFFD$/, "")}…`;
}

/** Whether the value is allowed in a header. */
export const isHeaderValue = (value: string) => /^[\x21-\x7e]+$/.test(value);
