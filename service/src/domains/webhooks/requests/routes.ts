import { findStoredOutcome, findStoredOutcomeOfRequest } from "../../../http/idempotency/stored-outcome.ts";
import { requestIdPattern, timeOfRequest } from "../../../http/request.ts";
import { jsonResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import {
  KeyQuery,
  keyedExample,
  RequestOutcome,
  RequestQuery,
  requestExample,
  requestIdSchema,
} from "./schema.ts";
import { findKeyedRequest, findRequest, noEffect } from "./service.ts";

const access = { tag: "Requests", feature: "any", scope: "any" } as const;

const one = (description: string, request: object) => ({
  description,
  schema: envelope({ request: RequestOutcome }),
  example: { success: true, request },
});

export const requestRoutes: Route[] = [
  read({
    ...access,
    path: "/requests",
    operationId: "findRequest",
    summary: "Find out by its Idempotency-Key whether a request took effect",
    description:
      "For a POST whose response you did not get. The response is known for 24 hours; after that, and for a key that was never used, this is 404.",
    readsSlowly: true,
    cost: 5,
    query: KeyQuery,
    refusals: [noEffect()],
    responses: { 200: one("What became of the request.", keyedExample) },
    handle: async ({ context, principal, query: { idempotency_key: key } }) => {
      const stored = await findStoredOutcome(context.reads, principal.company.id, key, context.clock.now());
      if (!stored) throw noEffect();
      const request = await findKeyedRequest(context.reads, principal, key, stored);
      return jsonResponse(200, { request: JSON.stringify(request) });
    },
  }),
  read({
    ...access,
    path: "/requests/{request_id}",
    operationId: "getRequest",
    summary: "Find out by its id whether a request took effect",
    description:
      "For any request that changes something: by the `X-Request-Id` that you sent, or that the response had. A request that changed nothing, or that only reads, is 404, unless it had an Idempotency-Key: then its response is known for 24 hours, also if it was an error. An id of ours contains the time, so it is found however old it is; one of yours among the latest 20,000 events, or with `sent_at`. What changed money, keys, users or settings is found by any id.",
    readsSlowly: true,
    cost: 5,
    pathText: {
      description: "The request's id, with `/`, `+` and `=` percent-encoded.",
      schema: requestIdSchema,
      example: requestExample.request_id,
    },
    query: RequestQuery,
    refusals: [noEffect()],
    responses: { 200: one("What the request changed.", requestExample) },
    handle: async ({ context, principal, idText, query: { sent_at } }) => {
      if (!requestIdPattern.test(idText)) throw noEffect();
      const time = sent_at === undefined ? timeOfRequest(idText) : new Date(sent_at);
      const { id: companyId } = principal.company;
      const now = context.clock.now();
      const stored = await findStoredOutcomeOfRequest(context.reads, companyId, idText, now);
      const request = await findRequest(context.reads, principal, idText, time, stored);
      if (!request) throw noEffect();
      return jsonResponse(200, { request: JSON.stringify(request) });
    },
  }),
];
