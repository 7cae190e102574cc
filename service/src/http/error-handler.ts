import type { FastifyReply, FastifyRequest } from "fastify";
import { isConnectionFailure } from "../foundation/database.ts";
import { ApiError, unavailable } from "../foundation/errors.ts";
import { type Logger, maskCredentials } from "../foundation/log.ts";
import type { Metrics } from "../foundation/metrics.ts";
import { UnreadableSecretError } from "../foundation/secrets.ts";

/** A route for people can draw its errors as pages; routes for programs need not. */
export type RouteDrawing = {
  drawProblem?: (
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

/** Where every throw ends. Only an ApiError speaks to the caller; the rest is for our log. */
export function createErrorHandler(log: Logger, metrics: Metrics) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const error = toApiError(thrown);
    logFailure(log, request, thrown, error);
    metrics.refusals.inc({ code: error.code });
    const { drawProblem } = request.routeOptions.config as RouteDrawing;
    if (drawProblem) {
      const page = drawProblem(error, request);
      return reply.code(page.status).headers(page.headers).send(page.html);
    }
    return reply
      .code(error.status)
      .headers(error.headers)
      .type("application/json; charset=utf-8")
      .send(errorBody(error, request.id));
  };
}

/** A failure of an outside party is worth a line; a failure of ours, everything that is known about it. */
function logFailure(log: Logger, { id }: FastifyRequest, thrown: unknown, error: ApiError): void {
  const { status, code, message } = error;
  if (status < 500) return;
  if (code.startsWith("integration_")) log.warn({ request_id: id, code, reason: message }, "request failed");
  else log.error({ err: thrown, request_id: id, code }, "request failed");
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const { code, statusCode } = thrown as { code?: string; statusCode?: number };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return bodyTooLarge();
  }
  if (code?.startsWith("FST_") && statusCode !== undefined && statusCode < 500) {
    return new ApiError(422, "malformed_request", "The request could not be read as HTTP with a JSON body.");
  }
  if (thrown instanceof UnreadableSecretError) return secretUnreadable(thrown);
  return isConnectionFailure(thrown) ? databaseUnavailable(thrown) : internalError(thrown);
}

export const bodyTooLarge = () =>
  new ApiError(413, "body_too_large", "The body is larger than 1 MiB. Send less at once.");

export const databaseUnavailable = (cause?: unknown) =>
  unavailable("database_unavailable", "The service is briefly unavailable. Try again in a moment.", 1, cause);

export const secretUnreadable = (cause?: unknown) =>
  unavailable(
    "secret_unreadable",
    "This needs a secret of the company that the service can't open at present. Its operator finds the reason in the log, and has to mend it.",
    300,
    cause,
  );

export const internalError = (cause?: unknown) =>
  new ApiError(
    500,
    "internal_error",
    "Something went wrong on our side. The request id names it in our log; a retry with the same Idempotency-Key is safe.",
    { cause },
  );

export function unknownPath(request: FastifyRequest): ApiError {
  return new ApiError(
    404,
    "unknown_path",
    `There is no ${request.method} ${pathOf(request)} here. The list of operations is at /docs/reference.`,
  );
}

/** For messages and the log: without the query, and masked before it is cut, so that no half of a secret remains. */
export function pathOf(request: FastifyRequest): string {
  return maskCredentials(request.url.split("?", 1)[0]!.replace(/%5f/gi, "_")).slice(0, 200);
}
