import type { Route } from "./route.ts";

type Schema = Record<string, unknown>;

/** Everything that can go wrong with a route follows from what it declares. */
export function failures(route: Route): Schema {
  const fails = (meaning: string, code: string, error: string, extra: object = {}, headers: object = {}) => ({
    description: meaning,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        example: { success: false, error, code, ...extra, request_id: "req_6f1c" },
      },
    },
  });
  const retryAfter = { "Retry-After": { schema: { type: "integer" }, description: "Seconds to wait." } };
  const answers: Schema = {
    401: fails(
      "Missing, invalid or revoked credential.",
      "unauthenticated",
      "The API key or secret is missing, wrong or revoked.",
    ),
  };
  if (route.scope !== "any") {
    answers[403] = fails(
      "Missing scope (`scope_missing`), disabled feature (`feature_disabled`) or inactive subscription (`subscription_inactive`).",
      "scope_missing",
      `This key lacks the scope ${route.scope}.`,
      { scope: route.scope },
    );
  }
  if (route.record)
    answers[404] = fails(
      "Not among this company's records.",
      "not_found",
      `${route.record.noun} was not found among this company's records.`,
    );
  if (route.body)
    answers[413] = fails(
      "The body is over 1 MiB.",
      "body_too_large",
      "The body is larger than 1 MiB. Send less at once.",
    );
  if (route.body || route.query || route.mayRefuse || route.method === "POST" || route.method === "DELETE") {
    answers[422] = fails(
      "Invalid data, or the record's state does not allow it.",
      "invalid_request",
      "limit: must be at most 100",
      {
        errors: [{ field: "limit", message: "must be at most 100" }],
      },
    );
  }
  if (route.method === "POST") {
    answers[429] = fails(
      "Too many requests (`rate_limited`) or the monthly quota is used up (`quota_exceeded`).",
      "rate_limited",
      "Too many POST requests with this key.",
      {},
      retryAfter,
    );
  }
  answers[500] = fails(
    "A fault on our side; a retry with the same Idempotency-Key is safe.",
    "internal_error",
    "Something went wrong on our side.",
  );
  if (route.callsOutside) {
    answers[502] = fails(
      "The outside party does not take our credentials (`integration_auth_failed`), or failed (`integration_error`).",
      "integration_error",
      "FIRS MBS answered with an error. Try again later.",
    );
  }
  answers[503] = fails(
    "Briefly unavailable.",
    "database_unavailable",
    "The service is briefly unavailable. Try again in a moment.",
    {},
    retryAfter,
  );
  return answers;
}

export const errorSchema: Schema = {
  title: "Error",
  type: "object",
  required: ["success", "error", "code", "request_id"],
  properties: {
    success: { const: false },
    error: { type: "string", description: "A sentence for people: what happened and what to do." },
    code: { type: "string", description: "A word for programs." },
    errors: {
      type: "array",
      description: "All fields at fault, at once.",
      items: {
        type: "object",
        required: ["field", "message"],
        properties: {
          field: { type: "string", examples: ["lines[0].quantity"] },
          message: { type: "string" },
        },
      },
    },
    request_id: { type: "string" },
    warnings: { type: "array", items: { type: "string" } },
    scope: { type: "string", description: "With scope_missing." },
    feature: { type: "string", description: "With feature_disabled." },
    quota: { type: "string", description: "With quota_exceeded, and so the following." },
    limit: { type: "integer" },
    used: { type: "integer" },
    resets_at: { type: "string", format: "date-time" },
  },
};
