import type { CodeOf, ErrorCode, StatusAndCode } from "./error-codes.ts";

/** One invalid field, named the way the caller wrote it: `lines[0].quantity`. */
export type FieldError = { field: string; message: string };

type Details = {
  errors?: FieldError[];
  headers?: Record<string, string>;
  /** Further members of the error body, such as a quota's limit and usage. */
  extra?: Record<string, unknown>;
  cause?: unknown;
};

/** The only error a caller is meant to see. Anything else that is thrown is a bug and answers 500. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly headers: Record<string, string>;
  readonly extra: Record<string, unknown>;

  constructor(
    ...[status, code, message, details = {}]: [...StatusAndCode, message: string, details?: Details]
  ) {
    super(message, { cause: details.cause });
    this.status = status;
    this.code = code;
    this.errors = details.errors;
    this.headers = details.headers ?? {};
    this.extra = details.extra ?? {};
  }
}

// One text for every cause: distinguishing "unknown key" from "wrong secret" would only help somebody who is guessing.
export const unauthenticated = () =>
  new ApiError(
    401,
    "unauthenticated",
    "The API key or secret is missing, wrong, expired or revoked, or may not be used from this address. Send both, as KEY:SECRET after 'Authorization: Bearer', or as X-API-Key and X-API-Secret.",
    { headers: { "www-authenticate": 'Bearer realm="billfold"' } },
  );

export const forbidden = (code: CodeOf<403>, message: string, extra: Record<string, unknown> = {}) =>
  new ApiError(403, code, message, { extra });

export const notFound = (what: string) =>
  new ApiError(404, "not_found", `${what} was not found in this company's records.`);

/** For operators, who see all companies. */
export const noSuch = (what: string) => new ApiError(404, "not_found", `There is no ${what}.`);

export const invalid = (errors: FieldError[], message?: string) =>
  new ApiError(422, "invalid_request", message ?? summarise(errors), { errors });

export const invalidField = (field: string, message: string) => invalid([{ field, message }]);

/** The request is well formed, but the record is not in a state that allows it. */
export const wrongState = (message: string, code: CodeOf<422> = "invalid_state") =>
  new ApiError(422, code, message);

export const tooMany = (
  code: CodeOf<429>,
  message: string,
  retryAfterSeconds: number,
  extra: Record<string, unknown> = {},
) => new ApiError(429, code, message, { headers: { "retry-after": String(retryAfterSeconds) }, extra });

export const unavailable = (code: CodeOf<503>, message: string, retryAfterSeconds: number, cause?: unknown) =>
  new ApiError(503, code, message, { headers: { "retry-after": String(retryAfterSeconds) }, cause });

export const queryTimeout = (cause?: unknown) =>
  unavailable(
    "query_timeout",
    "The query took too long and was cancelled. Request less data, for example a shorter period, or try again in a moment.",
    5,
    cause,
  );

/** The filters of a list match too little of what would have to be read for them. A `period` of the list's makes that less. */
export const queryTooBroad = (
  filters: readonly string[] = [],
  sort?: string,
  period: readonly [from: string, to: string] = ["created_from", "created_to"],
) => {
  const [from, to] = period;
  const missing = period.filter((name) => !filters.includes(name));
  const errors =
    missing.length > 0
      ? missing.map((field) => ({ field, message: "add this filter, so that a shorter period is searched" }))
      : [
          {
            field: from,
            message: `must be closer to ${to}, so that a shorter period is searched`,
          },
        ];
  const [order, or] = sort
    ? [
        ", the newest first",
        `Add sort=${sort}: an index has them in this order. Or ${missing.length > 0 ? "add" : "choose"}`,
      ]
    : ["", missing.length > 0 ? "Add" : "Choose"];
  const limits = missing.length > 0 ? missing.join(" and ") : `a shorter period between ${from} and ${to}`;
  return new ApiError(
    422,
    "query_too_broad",
    `Too many records would have to be read to find those that match all filters${order}. ${or} ${limits}, or filters that fewer records match.`,
    {
      errors: [
        ...(sort
          ? [{ field: "sort", message: `add sort=${sort}: an index has the range in this order` }]
          : []),
        ...errors,
      ],
    },
  );
};

/** More records match than a list sorts where no index has the order. */
export const tooManyToSort = (
  sort: string,
  max: number,
  filters: readonly string[],
  advice?: { field: string; message: string },
) => {
  const missing = ["created_from", "created_to"].filter((name) => !filters.includes(name));
  const limit = `${max.toLocaleString("en")} records`;
  const period = missing.length > 0 ? `Add ${missing.join(" and ")}` : "Choose a shorter period";
  return new ApiError(
    422,
    "query_too_broad",
    `More than ${limit} match, and no index has them in the order of ${sort}. ${period}, add filters that fewer records match, or leave out sort.`,
    {
      errors: [
        { field: "sort", message: `sorts up to ${limit} with these filters; add others, or leave it out` },
        ...(advice ? [advice] : []),
        ...missing.map((field) => ({ field, message: "add this filter, so that fewer records are sorted" })),
      ],
    },
  );
};

/** An outside party failed us. `who` is the gateway or authority by the name that people know. */
export const integrationNotConfigured = (what: string, cure: string) =>
  new ApiError(503, "integration_not_configured", `${what} is not configured for this company. ${cure}`);

export const integrationRefusedKey = (who: string) =>
  new ApiError(
    502,
    "integration_auth_failed",
    `${who} rejected this company's credentials. Check them and enter them again.`,
  );

export const integrationFailed = (who: string, what: string, cause?: unknown) =>
  new ApiError(502, "integration_error", `${who} ${what}.`, { cause });

export const integrationUnavailable = (who: string, why: string, retryAfterSeconds = 30) =>
  unavailable(
    "integration_unavailable",
    `${who} can't be reached right now (${why}). Try again later.`,
    retryAfterSeconds,
  );

/** Introduces a long list of values in a field's message; the summary of the errors leaves the list out. */
export const knownValues = ". Known values: ";

function summarise(errors: FieldError[]): string {
  const [first, ...others] = errors;
  if (!first) return "The request is invalid.";
  const more =
    others.length > 0 ? ` (and ${others.length} more ${others.length === 1 ? "error" : "errors"})` : "";
  return `${first.field}: ${first.message.split(knownValues, 1)[0]}${more}`;
}
