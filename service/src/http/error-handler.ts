import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError, unavailable } from "../contract/errors.ts";
import { isConnectionFailure, isDiskFull, isLockTimeout } from "../platform/db/failures.ts";
import type { Logger } from "../platform/ops/log.ts";
import type { Metrics } from "../platform/ops/metrics.ts";
import { JobTooLong } from "../platform/ops/threads.ts";
import { maskCredentials, maskedStart } from "../platform/security/mask-credentials.ts";
import { UnreadableSecretError } from "../platform/security/secrets.ts";

/** A route for people can draw its errors as pages; routes for programs need not. */
export type RouteErrorPage = {
  renderProblem?: (
    error: ApiError,
    request: FastifyRequest,
  ) => { status: number; html: string; headers: Record<string, string> };
};

export function errorBody(error: ApiError, requestId: string): string {
  return JSON.stringify({
    success: false,
    // A message may quote the request, and somebody may have sent a secret where none belongs.
    error: maskCredentials(error.message),
    code: error.code,
    errors: error.errors,
    ...error.extra,
    request_id: requestId,
  });
}

/** The page for an address that does not exist; undefined for programs, which get JSON. */
export type NotFoundPage = (
  request: FastifyRequest,
) => { html: string; headers: Record<string, string> } | undefined;

/** Where every throw ends. Only an ApiError speaks to the caller; the rest is for our log. */
export function createErrorHandler(log: Logger, metrics: Metrics, notFoundPage: NotFoundPage) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const error = toApiError(thrown, request);
    logFailure(log, request, thrown, error);
    metrics.refusals.inc({ code: error.code });
    // The framework would close the connection while the caller still writes, and the answer would be lost with it.
    if (error.status === 413) reply.removeHeader("connection");
    const { renderProblem: drawProblem } = request.routeOptions.config as RouteErrorPage;
    if (drawProblem) {
      const page = drawProblem(error, request);
      return reply.code(page.status).headers(page.headers).send(page.html);
    }
    const missing = error.code === "unknown_path" ? notFoundPage(request) : undefined;
    if (missing) return reply.code(404).headers(missing.headers).send(missing.html);
    return reply
      .code(error.status)
      .headers(error.headers)
      .type("application/json; charset=utf-8")
      .send(errorBody(error, request.id));
  };
}

/** A failure of an outside party is worth a line; a failure of ours, everything that is known about it. */
function logFailure(log: Logger, request: FastifyRequest, thrown: unknown, error: ApiError): void {
  const { status, code, message } = error;
  const { id } = request;
  if (isClientDisconnect(thrown, request)) log.info({ request_id: id }, "client disconnected");
  if (status < 500) return;
  if (code.startsWith("integration_") || code === "query_timeout" || isLockTimeout(thrown))
    log.warn({ request_id: id, code, reason: message }, "request failed");
  else log.error({ err: thrown, request_id: id, code }, "request failed");
}

function toApiError(thrown: unknown, request: FastifyRequest): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const { code, statusCode } = thrown as { code?: string; statusCode?: number };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return bodyTooLarge(request.routeOptions.bodyLimit);
  }
  if (isClientDisconnect(thrown, request)) {
    return new ApiError(
      422,
      "malformed_request",
      "The connection was closed before the whole request arrived.",
    );
  }
  if (code?.startsWith("FST_") && statusCode !== undefined && statusCode < 500) {
    return new ApiError(422, "malformed_request", "The request is not valid HTTP with a JSON body.");
  }
  if (thrown instanceof UnreadableSecretError) return secretUnreadable(thrown);
  if (isLockTimeout(thrown)) return lockedTooLong(thrown);
  if (thrown instanceof JobTooLong) return documentTooLong(thrown);
  return isConnectionFailure(thrown) ? databaseUnavailable(thrown) : internalError(thrown);
}

/** The caller closed the connection before the whole body had come; nobody is left to answer. */
const isClientDisconnect = (thrown: unknown, { raw }: FastifyRequest) =>
  raw.readableAborted && (thrown as { code?: string })?.code === "ECONNRESET";

export function bodyTooLarge(bytesMax: number): ApiError {
  const limit = bytesMax < mebibyte ? `${bytesMax / 1024} KiB` : `${bytesMax / mebibyte} MiB`;
  return new ApiError(
    413,
    "body_too_large",
    `The body is larger than ${limit}. Split it into smaller requests.`,
  );
}

const mebibyte = 1024 * 1024;

export const databaseUnavailable = (cause?: unknown) =>
  isDiskFull(cause)
    ? diskFull(cause)
    : unavailable(
        "database_unavailable",
        "The service is temporarily unavailable. Try again in a moment.",
        1,
        cause,
      );

/** Nothing was changed. Only the operator can help, so callers are asked to wait longer. */
const diskFull = (cause: unknown) =>
  unavailable(
    "database_unavailable",
    "The service's database has no disk space left, so nothing can be created or changed at the moment; reading works. Try again later. If the error persists, contact the operator, who has to free disk space.",
    10,
    cause,
  );

const lockedTooLong = (cause: unknown) =>
  unavailable(
    "database_unavailable",
    "The change waited too long for other changes of the same records, so nothing was changed. Try again in a moment.",
    1,
    cause,
  );

/** Nothing is wrong with the request: the machine was busy, or the computation hung. */
const documentTooLong = (cause: unknown) =>
  unavailable(
    "query_timeout",
    "The document took too long to create, and its creation was stopped. Try again in a moment. If the error persists, contact the operator.",
    30,
    cause,
  );

export const secretUnreadable = (cause?: unknown) =>
  unavailable(
    "secret_unreadable",
    "The service can't decrypt a secret of this company. Contact its operator, who can find the cause in the log.",
    300,
    cause,
  );

export const internalError = (cause?: unknown) =>
  new ApiError(
    500,
    "internal_error",
    "Something went wrong on our side. It is safe to retry with the same Idempotency-Key. If the error persists, contact the operator with the request id.",
    { cause },
  );

export function unknownPath(request: FastifyRequest): ApiError {
  return new ApiError(
    404,
    "unknown_path",
    `There is no operation ${request.method} ${pathOf(request)}. See the API reference at /docs/reference.`,
  );
}

// No path of ours is longer; what follows is neither shown nor logged.
const pathCharactersMax = 200;

/** For messages and the log: without the query, decoded, so that a secret is recognised, and masked. */
export function pathOf(request: FastifyRequest): string {
  const { url } = request;
  const end = url.indexOf("?");
  // Each decoding makes three characters one at best, and a secret must be recognised in what is cut off too.
  const piece = url.slice(0, Math.min(end < 0 ? url.length : end, pathPieceMax));
  return maskedStart(piece.includes("%") ? decoded(piece) : piece, pathCharactersMax);
}

const pathPieceMax = 10_000;

/**
 * Letters, digits and signs that were written as %70; again, if what comes out is encoded still. Other bytes stay
 * encoded, so that a line remains a line.
 */
function decoded(path: string): string {
  let text = path;
  for (let rounds = 0; rounds < 5; rounds += 1) {
    const next = text.replace(/%([2-7][0-9a-f])/gi, (code, hex: string) => {
      const sign = String.fromCharCode(Number.parseInt(hex, 16));
      return sign === "\x7f" || sign === " " ? code : sign;
    });
    if (next === text) break;
    text = next;
  }
  return text;
}
