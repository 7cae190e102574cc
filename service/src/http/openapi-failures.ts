import { type ErrorCode, errorCodes } from "../error-codes.ts";
import type { ApiError } from "../foundation/errors.ts";
import { errorBody } from "./error-handler.ts";
import { refusalsOf } from "./openapi-refusals.ts";
import type { Route } from "./route.ts";

type Schema = Record<string, unknown>;

/** What operations share, by name, as the contract's components. */
export type Shared = { examples: Record<string, Schema>; responses: Record<string, Schema> };

/** The error answers of an operation: by status, each with an example for every code that it can carry. */
export function failures(route: Route, shared: Shared): Schema {
  const answers: Schema = {};
  for (const [status, errors] of Map.groupBy(refusalsOf(route), (error) => error.status)) {
    const names = new Map(errors.map((error) => [error.code, exampleOf(route, error, shared)]));
    const response = responseOf(errors, names);
    // What is invalid differs from operation to operation; the rest is said by many in the same words.
    answers[status] = status === 422 ? response : sharedResponse(status, names, response, shared);
  }
  return answers;
}

function responseOf(errors: readonly ApiError[], names: ReadonlyMap<ErrorCode, string>): Schema {
  const codes = [...names.keys()];
  const examples = [...names].map(([code, name]) => [code, { $ref: `#/components/examples/${name}` }]);
  return {
    description:
      codes.length === 1
        ? errorCodes[codes[0]!].cause
        : `One of ${codes.map((code) => `\`${code}\``).join(", ")}.`,
    headers: headersOf(errors),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function headersOf(errors: readonly ApiError[]): Schema {
  const waits = errors.filter(({ headers }) => "retry-after" in headers).length;
  const names = { "X-Request-Id": "RequestId" };
  if (errors[0]!.status === 401) Object.assign(names, { "WWW-Authenticate": "WwwAuthenticate" });
  if (errors[0]!.status === 429) Object.assign(names, rateHeaders);
  if (waits > 0) {
    const name = waits === errors.length ? "RetryAfter" : "RetryAfterWhereItHelps";
    Object.assign(names, { "Retry-After": name });
  }
  return headerReferences(names);
}

export const headerReferences = (names: Record<string, string>): Schema =>
  Object.fromEntries(
    Object.entries(names).map(([header, name]) => [header, { $ref: `#/components/headers/${name}` }]),
  );

const rateHeaders = {
  "RateLimit-Limit": "RateLimitLimit",
  "RateLimit-Remaining": "RateLimitRemaining",
  "RateLimit-Reset": "RateLimitReset",
};

/** Keeps the error as an example, and gives its name; what was said before is not said twice. */
function exampleOf(route: Route, error: ApiError, { examples }: Shared): string {
  const value = JSON.parse(errorBody(error, "req_6f1c")) as Schema;
  const text = JSON.stringify(value);
  const known = Object.keys(examples).find((name) => JSON.stringify(examples[name]!.value) === text);
  if (known) return known;
  const name = [error.code, variantOf(route, error)].filter(Boolean).join("_").replace(/\W+/g, "_");
  if (examples[name]) throw new Error(`${route.operationId}: ${name} has been said in other words`);
  examples[name] = { summary: errorCodes[error.code].cause, value };
  return name;
}

/** What tells examples of one code apart; nothing where all routes say the same. */
function variantOf({ operationId, tag, refusals = [] }: Route, error: ApiError): string | undefined {
  const { code, extra, message } = error;
  const word = extra.scope ?? extra.feature ?? extra.quota;
  if (word !== undefined) return String(word);
  if (code === "not_found") return /^(?:The|A) (.+?) was not found/.exec(message)?.[1];
  if (code.startsWith("integration_")) return tag.toLowerCase();
  return code === "invalid_request" || refusals.includes(error) ? operationId : undefined;
}

const responseNames: Record<number, string> = {
  401: "Unauthenticated",
  403: "Forbidden",
  404: "NotFound",
  413: "BodyTooLarge",
  429: "TooManyRequests",
  500: "InternalError",
  502: "BadGateway",
  503: "Unavailable",
};
// What the status says already, and what the variant alone says as well.
const usual = [
  "unauthenticated",
  "subscription_inactive",
  "body_too_large",
  "rate_limited",
  "internal_error",
  "database_unavailable",
];
const named = ["scope_missing", "feature_disabled", "not_found", "quota_exceeded"];

function sharedResponse(
  status: number,
  names: ReadonlyMap<ErrorCode, string>,
  response: Schema,
  { responses }: Shared,
): Schema {
  const parts = [...names].filter(([code]) => !usual.includes(code));
  const told = parts.map(([code, example]) =>
    named.includes(code) ? example.slice(code.length + 1) : example,
  );
  const name = [responseNames[status], ...told].join("_");
  responses[name] ??= response;
  if (JSON.stringify(responses[name]) !== JSON.stringify(response)) {
    throw new Error(`two answers would be called ${name}`);
  }
  return { $ref: `#/components/responses/${name}` };
}

const wholeNumber = { type: "integer", minimum: 0 };

export const headerComponents: Record<string, Schema> = {
  RequestId: {
    required: true,
    description: "Names the request in our log.",
    schema: { type: "string" },
    example: "req_6f1c",
  },
  RetryAfter: { required: true, description: "Seconds to wait.", schema: wholeNumber, example: 1 },
  RetryAfterWhereItHelps: {
    description: "Seconds to wait. Not with `integration_not_configured`, where waiting does not help.",
    schema: wholeNumber,
    example: 30,
  },
  WwwAuthenticate: {
    required: true,
    description: "How to authenticate.",
    schema: { type: "string" },
    example: 'Bearer realm="billfold"',
  },
  RateLimitLimit: {
    required: true,
    description: "How many POST requests can be sent in a burst.",
    schema: wholeNumber,
    example: 120,
  },
  RateLimitRemaining: {
    required: true,
    description: "How many of them are left.",
    schema: wholeNumber,
    example: 0,
  },
  RateLimitReset: {
    required: true,
    description: "Seconds until all of them are there again.",
    schema: wholeNumber,
    example: 5,
  },
  ETag: {
    required: true,
    description: "Names this state of the record: send it in If-None-Match to hear only of changes.",
    schema: { type: "string" },
    example: '"0pSx3kqZx9sYV1nTtU0s5lMUkzE"',
  },
};
