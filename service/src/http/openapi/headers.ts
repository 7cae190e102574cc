import type { ApiError } from "../../contract/errors.ts";
import type { Route } from "../route.ts";

type Schema = Record<string, unknown>;

/** The headers of an operation's success. */
export function successHeaders(route: Route): Schema {
  return referencesTo([
    "X-Request-Id",
    ...(isConditional(route) ? (["ETag"] as const) : []),
    ...rate,
    ...(route.method === "POST" ? (["Idempotency-Replayed"] as const) : []),
  ]);
}

/** Those of its errors with one status. */
export function errorHeaders(errors: readonly ApiError[]): Schema {
  const [{ status }] = errors as [ApiError];
  const waits = errors.filter(({ headers }) => "retry-after" in headers).length;
  return {
    ...referencesTo([
      "X-Request-Id",
      ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
      ...(status === 429 ? rate : []),
    ]),
    ...(waits === errors.length && referencesTo(["Retry-After"])),
    ...(waits > 0 && waits < errors.length && { "Retry-After": referenceTo("RetryAfterWhereItHelps") }),
  };
}

/** A GET of one record: a client that has it already asks only whether it changed. */
export const isConditional = (route: Route) => route.kind === "read" && route.record !== undefined;

export const unchanged = (): Schema => ({
  description: "Not changed since the ETag in If-None-Match.",
  headers: referencesTo(["X-Request-Id", "ETag"]),
});

const rate = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const;

const wholeNumber = { type: "integer", minimum: 0 };
const text = { type: "string" };
const always = (description: string, schema: Schema, example: unknown): Schema => ({
  required: true,
  description,
  schema,
  example,
});

/** An operator may lift a limit; then there is nothing to tell. */
const whereLimited = (description: string, example: number): Schema => ({
  description,
  schema: wholeNumber,
  example,
});

const headers = {
  "X-Request-Id": always("Identifies the request in our log.", text, "req_6f1c"),
  "WWW-Authenticate": always("How to authenticate.", text, 'Bearer realm="billfold"'),
  ETag: always(
    "Identifies this version of the record. Send it in If-None-Match to get 304 while nothing has changed.",
    text,
    '"0pSx3kqZx9sYV1nTtU0s5lMUkzE"',
  ),
  "Retry-After": always("Seconds to wait.", wholeNumber, 1),
  "RateLimit-Limit": whereLimited("Maximum number of units in a burst.", 120),
  "RateLimit-Remaining": whereLimited("Units left.", 119),
  "RateLimit-Reset": whereLimited("Seconds until all units are available again.", 1),
  "Idempotency-Replayed": {
    description: "`true`: this is the stored response of the first request with this Idempotency-Key.",
    schema: text,
    example: "true",
  },
};

const componentName = (header: string) => header.replaceAll("-", "");
const referenceTo = (name: string) => ({ $ref: `#/components/headers/${name}` });

function referencesTo(names: readonly (keyof typeof headers)[]): Schema {
  return Object.fromEntries(names.map((name) => [name, referenceTo(componentName(name))]));
}

export const headerComponents: Record<string, Schema> = {
  ...Object.fromEntries(Object.entries(headers).map(([name, header]) => [componentName(name), header])),
  RetryAfterWhereItHelps: {
    description: "Seconds to wait. Not with `integration_not_configured`, where waiting does not help.",
    schema: wholeNumber,
    example: 30,
  },
};
