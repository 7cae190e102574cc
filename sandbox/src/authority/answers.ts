import { randomUUID } from "node:crypto";
import type { ErrorFormat } from "./calls.ts";
import { type Answer, json } from "./exchange.ts";
import type { Issue } from "./field-checks.ts";

export function success(status: 200 | 201 | 202, data: object): Answer {
  return json(status, { code: status, data: { ok: true, ...data } });
}

/** The body of every error response: `details` lists the fields, and `public_message` is for people. */
export function refusal(
  status: number,
  handler: string,
  sentence: string,
  details: readonly Issue[] = [],
  headers: Record<string, string> = {},
): Answer {
  const error = { id: randomUUID(), handler, details, public_message: sentence };
  return json(status, { code: status, data: null, message: messages[status] ?? "error", error }, headers);
}

const messages: Readonly<Record<number, string>> = {
  400: "validation failed",
  401: "unauthorized",
  403: "forbidden",
  404: "not found",
  409: "conflict",
  413: "too large",
  429: "too many requests",
};

export function invalid(handler: string, issues: readonly Issue[]): Answer {
  const fields = issues.length === 1 ? "One field is" : `${issues.length} fields are`;
  return refusal(400, handler, `${fields} wrong. Correct what the details name and send it again.`, issues);
}

export function malformed(handler: string): Answer {
  const issue = { field: "", code: "malformed_json", message: "must be a JSON object" };
  return refusal(400, handler, "The body is not a JSON object.", [issue]);
}

export function notFound(handler: string, field: string): Answer {
  const issue = { field, code: "not_found", message: "is unknown to the authority" };
  return refusal(404, handler, "There is no such document of this business.", [issue]);
}

export const errorFormat: ErrorFormat = {
  failure: (status, headers) =>
    refusal(status, "gateway", "The authority can't answer at the moment. Try again later.", [], headers),
  unauthorized: () =>
    refusal(401, "authentication", "The API key and secret are not those of an active business.", [
      {
        field: "x-api-key",
        code: "unauthorized",
        message: "is unknown, revoked, or sent with the wrong secret",
      },
    ]),
};
