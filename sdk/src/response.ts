import type { Error as ErrorBody } from "./api-types.ts";
import type { Call } from "./call.ts";
import { ApiError, ConnectionError, type ErrorDetails, errorFor, type FieldError } from "./errors.ts";
import type { Line } from "./transport.ts";

export type Answer = { status: number; headers: Headers; body: unknown };

/** A response whose body has not been parsed yet. */
export type Exchanged = {
  status: number;
  headers: Headers;
  content: Uint8Array;
  /** Instead of the content, if the body is to be read line by line. */
  stream: Response["body"] | false;
};

export function readSuccess(call: Call, { status, headers, content }: Exchanged): unknown {
  if (call.form === "bytes") return content;
  if (call.form === "text") return textOf(content);
  if (status === 204) return undefined;
  const text = textOf(content);
  try {
    return JSON.parse(text);
  } catch {
    // If the body ends with the connection, a lost connection looks like a short response.
    throw text.startsWith("{") ? brokenOff(call) : unreadable(call, status, headers);
  }
}

export const brokenOff = (call: Call) =>
  new ConnectionError({
    status: 0,
    code: "connection_failed",
    message: `${named(call)} got a response, but it was cut off.${uncertainty(call)}`,
  });

const unreadable = (call: Call, status: number, headers: Headers) =>
  new ApiError({
    status,
    code: "unreadable_answer",
    message: `${named(call)} returned ${status}, but the response is not JSON. Check that baseUrl is the address of the API.${uncertainty(call)}`,
    requestId: headers.get("x-request-id") ?? undefined,
  });

/** The error for an unsuccessful response, which may come from the service or from a proxy. */
export function refusal({ mask }: Line, call: Call, { status, headers, content }: Exchanged): ApiError {
  const reported = readRefusal(textOf(content), mask);
  const elsewhere = status >= 300 && status < 400;
  const unexplained = elsewhere
    ? `${named(call)} returned a redirect (${status}), which is not followed. Check baseUrl.`
    : `${named(call)} returned ${status} without an error message.`;
  return errorFor({
    status,
    code: reported.code ?? (elsewhere ? "redirected" : "unexplained"),
    message: reported.error ?? unexplained,
    errors: reported.errors,
    details: reported.details,
    requestId: headers.get("x-request-id") ?? reported.request_id,
    retryAfterSeconds: secondsOf(headers),
  });
}

export const named = ({ method, path }: Call) => `${method} ${path}`;

/** The note added to a failure after which the request may or may not have been carried out. */
export const uncertainty = ({ idempotencyKey }: Call) =>
  idempotencyKey === undefined
    ? ""
    : " It may have been carried out. Retrying with the same Idempotency-Key is safe.";

const textOf = (content: Uint8Array) => new TextDecoder().decode(content);

type ReportedEvent = Partial<Pick<ErrorBody, "error" | "code" | "request_id">> & {
  errors: FieldError[];
  details: ErrorDetails;
};

function readRefusal(text: string, mask: Line["mask"]): ReportedEvent {
  const masked = (_: string, value: unknown) => (typeof value === "string" ? mask(value) : value);
  try {
    const body = JSON.parse(text, masked) as Record<string, unknown> | null;
    const word = (name: string) => (typeof body?.[name] === "string" ? { [name]: body[name] } : {});
    const { success, error, code, errors, request_id, warnings, ...details } = body ?? {};
    return {
      ...word("error"),
      ...word("code"),
      ...word("request_id"),
      errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
      // A response from a proxy has another shape.
      details: success === false ? (details as ErrorDetails) : {},
    };
  } catch {
    return { errors: [], details: {} };
  }
}

function isFieldError(entry: unknown): entry is FieldError {
  const { field, message } = (entry ?? {}) as Record<string, unknown>;
  return typeof field === "string" && typeof message === "string";
}

/** Retry-After is in seconds, or a date by the proxy's clock, which may differ from ours. */
function secondsOf(headers: Headers): number | undefined {
  const header = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(header)) return Number(header);
  const until = /^[a-z]{3}.*\d$|GMT$/i.test(header) ? Date.parse(header) : Number.NaN;
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now) / 1000));
}
