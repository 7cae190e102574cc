import { type ErrorCode, errorCodes } from "../../contract/error-codes.ts";
import type { ApiError } from "../../contract/errors.ts";
import { errorBody } from "../error-handler.ts";
import type { Route } from "../route.ts";
import { errorHeaders } from "./headers.ts";
import { refusalsOf } from "./refusals.ts";

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
        ? errorCodes[codes[0]!].reason
        : `One of ${codes.map((code) => `\`${code}\``).join(", ")}.`,
    headers: errorHeaders(errors),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** Keeps the error as an example, and gives its name; what was said before is not said twice. */
function exampleOf(route: Route, error: ApiError, { examples }: Shared): string {
  const value = JSON.parse(errorBody(error, "req_6f1c")) as Schema;
  const text = JSON.stringify(value);
  const known = Object.keys(examples).find((name) => JSON.stringify(examples[name]!.value) === text);
  if (known) return known;
  const name = [error.code, variantOf(route, error)].filter(Boolean).join("_").replace(/\W+/g, "_");
  if (examples[name]) throw new Error(`${route.operationId}: ${name} has been said in other words`);
  examples[name] = { summary: errorCodes[error.code].reason, value };
  return name;
}

/** What tells examples of one code apart; nothing where all routes say the same. */
function variantOf({ operationId, tag, isBatch, refusals = [] }: Route, error: ApiError): string | undefined {
  const { code, extra, message } = error;
  const word = extra.scope ?? extra.feature ?? extra.quota ?? extra.budget;
  if (word !== undefined) return String(word);
  if (code === "body_too_large") return isBatch ? "batch" : undefined;
  if (code === "batch_failed") return undefined;
  if (code === "not_found") return /^(?:The|A) (.+?) was not found/.exec(message)?.[1] ?? tag.toLowerCase();
  if (code.startsWith("integration_")) return tag.toLowerCase();
  const isOwn = code === "invalid_request" || (error.status === 422 && refusals.includes(error));
  return isOwn ? operationId : undefined;
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
  "rate_limited_key",
  "internal_error",
  "database_unavailable",
];
const named = [
  "scope_missing",
  "feature_disabled",
  "not_found",
  "body_too_large",
  "rate_limited",
  "quota_exceeded",
];

function sharedResponse(
  status: number,
  names: ReadonlyMap<ErrorCode, string>,
  response: Schema,
  { responses }: Shared,
): Schema {
  const parts = [...names].filter(([, example]) => !usual.includes(example));
  const reported = parts.map(([code, example]) =>
    named.includes(code) ? example.slice(code.length + 1) : example,
  );
  const name = [responseNames[status], ...reported].join("_");
  responses[name] ??= response;
  if (JSON.stringify(responses[name]) !== JSON.stringify(response)) {
    throw new Error(`two answers would be called ${name}`);
  }
  return { $ref: `#/components/responses/${name}` };
}
