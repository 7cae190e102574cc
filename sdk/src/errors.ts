import type { Error as ErrorBody } from "./api-types.ts";

/** An invalid field, named as in the request: `lines[0].quantity`. */
export type FieldError = { field: string; message: string };

/**
 * Additional members of some codes: `scope`, `feature`, `last_sequence`, or `quota` with `limit`, `used` and
 * `resets_at`.
 */
export type ErrorDetails = Omit<
  ErrorBody,
  "success" | "error" | "code" | "errors" | "request_id" | "warnings"
>;

export type Failure = {
  /** The status of the response; 0 if there was none. */
  status: number;
  code: string;
  message: string;
  errors?: readonly FieldError[];
  details?: ErrorDetails;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
};

/** Any failure of a call. The subclasses give its kind; `code` identifies it for programs. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  declare readonly status: number;
  declare readonly code: string;
  /** All invalid fields, if any. */
  declare readonly errors: readonly FieldError[];
  declare readonly details: ErrorDetails;
  /** Identifies the request in the service's log. */
  declare readonly requestId: string | undefined;
  declare readonly retryAfterSeconds: number | undefined;

  constructor({ message, ...failure }: Failure) {
    super(message);
    Object.assign(this, { errors: [], details: {}, ...failure });
  }
}

/** 401: the key or its secret is missing, wrong, expired or revoked. */
export class UnauthenticatedError extends ApiError {
  override readonly name = "UnauthenticatedError";
}

/** 403: the key does not have a scope, or the subscription a feature. */
export class ForbiddenError extends ApiError {
  override readonly name = "ForbiddenError";
}

/** 404: this company has no such record. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}

/** 422: the request is invalid, or the state of the record does not allow it. */
export class InvalidError extends ApiError {
  override readonly name = "InvalidError";
}

/** 429: too many requests, or a quota is used up. */
export class TooManyRequestsError extends ApiError {
  override readonly name = "TooManyRequestsError";
}

/** 502 and 503: the service, or an external system that it needs, is unavailable or not configured. */
export class UnavailableError extends ApiError {
  override readonly name = "UnavailableError";
}

/** Any other 5xx. */
export class ServerError extends ApiError {
  override readonly name = "ServerError";
}

/** The response was missing or incomplete, so the request may or may not have been carried out. */
export class ConnectionError extends ApiError {
  override readonly name = "ConnectionError";
}

/** The response took too long, so the request may or may not have been carried out. */
export class TimeoutError extends ApiError {
  override readonly name = "TimeoutError";
}

const kinds: Record<number, typeof ApiError> = {
  401: UnauthenticatedError,
  403: ForbiddenError,
  404: NotFoundError,
  422: InvalidError,
  429: TooManyRequestsError,
  502: UnavailableError,
  503: UnavailableError,
};

export function errorFor(failure: Failure): ApiError {
  const Kind = kinds[failure.status] ?? (failure.status >= 500 ? ServerError : ApiError);
  return new Kind(failure);
}
