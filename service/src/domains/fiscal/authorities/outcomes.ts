import {
  type ApiError,
  integrationFailed,
  integrationRefusedKey,
  integrationUnavailable,
} from "../../../contract/errors.ts";
import type { OutboundResponse, OutboundResult } from "../../../platform/outbound/outbound.ts";
import { retryAfterSeconds } from "../../../platform/outbound/response-parsing.ts";
import type { Accepted, Failed, Rejected } from "./port.ts";

/** An acceptance without further details. */
export const acceptedAt = (irn: string, at: Date): Accepted => ({
  kind: "accepted",
  irn,
  acceptedAt: at,
  references: {},
  qr: null,
  signed: null,
  cancelUntil: null,
  warnings: [],
});

/** The authority has another document with this number. */
export function takenByOther(irn: string, what = "It has another document with this number"): Rejected {
  const message = `${what} (${irn}). Create a new invoice, or look up the document at the authority.`;
  return { kind: "rejected", isDuplicate: true, faults: [{ code: "duplicate", field: "number", message }] };
}

export const cancelledThere = (irn: string) =>
  takenByOther(irn, "The document was cancelled there, so its number can't be used again");

/**
 * The failure of a call; undefined for a readable response, which accepts or rejects. `commits` marks an irreversible
 * call, whose lost response leaves the outcome uncertain.
 */
export function failureIn(result: OutboundResult, commits: boolean): Failed | undefined {
  if (result.kind === "failed") return noAnswer(result, commits);
  const { status, headers } = result;
  if (status === 401 || status === 403) return failed("auth", false, `returned HTTP ${status}`);
  if (status === 429) {
    return {
      ...failed("busy", false, "it receives too many requests from this account"),
      ...retryAfter(headers),
    };
  }
  if (status === 503 || status === 504) {
    return { ...failed("unavailable", commits, `it returns HTTP ${status}`), ...retryAfter(headers) };
  }
  if (status >= 500) {
    return failed("protocol", commits, `returned an error (HTTP ${status}). Try again later`);
  }
  const isReadable = (status >= 200 && status < 300) || (status >= 400 && status !== 408);
  return isReadable ? undefined : failed("protocol", commits, `returned HTTP ${status}`);
}

// Failures before the request was sent.
const unsentFailures = new Set(["invalid_url", "address_refused", "dns", "connect"]);

function noAnswer({ failure, message }: Exclude<OutboundResult, OutboundResponse>, commits: boolean): Failed {
  // Retrying does not help with an address that we refuse to call.
  if (failure === "invalid_url" || failure === "address_refused") {
    return failed("protocol", false, `can't be called: ${message}. Check its base URL`);
  }
  return failed("unavailable", commits && !unsentFailures.has(failure), message);
}

function retryAfter(headers: OutboundResponse["headers"]): Pick<Failed, "retryAfterMs"> {
  const seconds = retryAfterSeconds(headers);
  return { retryAfterMs: seconds === undefined ? null : seconds * 1000 };
}

/** The message continues the sentence that begins with the authority's name, or "can't be reached": see `errorOf`. */
export function failed(cause: Failed["cause"], mayHaveCommitted: boolean, message: string): Failed {
  return { kind: "failed", cause, mayHaveCommitted, retryAfterMs: null, message };
}

export const malformedResponse = (mayHaveCommitted: boolean) =>
  failed("protocol", mayHaveCommitted, "returned an invalid response. Try again later");

/** An unreadable response; with a 4xx status it still means that the request was rejected. */
export function unreadable({ status }: OutboundResponse, commits: boolean): Failed {
  if (status < 400) return malformedResponse(commits);
  return failed("protocol", false, `returned HTTP ${status}. Check its base URL`);
}

/** A failed look-up leaves the outcome uncertain. */
export const stillUncertain = (failure: Failed): Failed => ({ ...failure, mayHaveCommitted: true });

export function errorOf(title: string, { cause, message, retryAfterMs }: Failed): ApiError {
  if (cause === "auth") return integrationRefusedKey(title);
  if (cause === "protocol") return integrationFailed(title, message);
  const seconds = retryAfterMs === null ? undefined : Math.ceil(retryAfterMs / 1000);
  return integrationUnavailable(title, message, seconds);
}
