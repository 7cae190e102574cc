import { realTimeOf } from "../../../context.ts";
import { secretUnreadable } from "../../../http/error-handler.ts";
import { jsonResponse, listResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, listEnvelope } from "../../../platform/values/schema.ts";
import {
  Endpoint,
  EndpointCreate,
  EndpointPatch,
  EndpointQuery,
  endpointExample,
  SecretRotation,
  WebhookSecret,
} from "./schema.ts";
import {
  changesUrl,
  createEndpoint,
  deleteEndpoint,
  endpointExists,
  endpointRefusals,
  endpointsMax,
  getEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from "./service.ts";

const access = { tag: "Webhooks", feature: "webhooks" } as const;
const record = { noun: "The endpoint", exists: endpointExists };
const one = {
  description: "The endpoint.",
  schema: envelope({ endpoint: Endpoint }),
  example: { success: true, endpoint: endpointExample },
};
const withSecret = {
  description: "The endpoint and its secret, which is shown only here.",
  schema: envelope({ endpoint: Endpoint, webhook_secret: WebhookSecret }),
  example: {
    success: true,
    endpoint: endpointExample,
    webhook_secret: "whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxl",
  },
};

/**
 * An answer that contains a secret is encrypted when an Idempotency-Key keeps it, and must be decrypted to be given
 * again.
 */
const secretAnswer = (status: number, made: { endpoint: string; secret: string }) => ({
  ...jsonResponse(status, { endpoint: made.endpoint, webhook_secret: JSON.stringify(made.secret) }),
  containsSecret: true,
});

export const endpointRoutes: Route[] = [
  read({
    ...access,
    path: "/webhooks/endpoints",
    operationId: "listEndpoints",
    summary: "List webhook endpoints",
    scope: "webhooks:read",
    orScope: "webhooks:write",
    query: EndpointQuery,
    responses: {
      200: {
        description: "A page of endpoints, newest first.",
        schema: listEnvelope("endpoints", Endpoint),
        example: {
          success: true,
          endpoints: [endpointExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal: { company }, query }) => {
      const view = { config: context.config, now: context.clock.now() };
      const today = dateIn(company.timeZone, view.now);
      return listResponse("endpoints", await listEndpoints(context.reads, view, company, today, query));
    },
  }),
  change("POST", {
    ...access,
    path: "/webhooks/endpoints",
    operationId: "createEndpoint",
    summary: "Add a webhook endpoint",
    description:
      "An additional endpoint beside the company's webhook URL, with its own secret. It receives events from now on. The key must be able to read the records of the subscribed event types.",
    scope: "webhooks:write",
    body: EndpointCreate,
    bodyExample: {
      url: endpointExample.url,
      description: endpointExample.description,
      events: endpointExample.events,
    },
    stepUp: "webhook.created",
    refusals: [endpointRefusals.tooMany(endpointsMax), secretUnreadable()],
    responses: { 201: withSecret },
    handle: async (made, { context, principal, body }) => ({
      ...secretAnswer(201, await createEndpoint(made, context, principal, body)),
      about: body.url,
    }),
  }),
  read({
    ...access,
    path: "/webhooks/endpoints/{id}",
    operationId: "getEndpoint",
    summary: "Get one webhook endpoint",
    scope: "webhooks:read",
    orScope: "webhooks:write",
    record,
    responses: { 200: one },
    handle: async ({ context, principal, id }) => {
      const view = { config: context.config, now: context.clock.now() };
      return jsonResponse(200, {
        endpoint: await getEndpoint(context.reads, view, principal.company.id, id),
      });
    },
  }),
  change("PATCH", {
    ...access,
    path: "/webhooks/endpoints/{id}",
    operationId: "updateEndpoint",
    summary: "Change a webhook endpoint",
    description:
      "Changes the URL, the filter, or whether the endpoint is enabled. Pending deliveries go to the new URL. The key must be able to read the records that the endpoint receives, unless it only disables or describes the endpoint.",
    scope: "webhooks:write",
    record,
    body: EndpointPatch,
    bodyExample: { events: ["invoice.paid"] },
    stepUp: "webhook.url_set",
    stepUpIf: async (db, { principal, id, body }) =>
      body.url !== undefined && (await changesUrl(db, principal.company.id, id, body.url)),
    responses: { 200: { ...one, description: "The updated endpoint." } },
    handle: async (made, { context, principal, id, body }) => ({
      ...jsonResponse(200, { endpoint: await updateEndpoint(made, context, principal, id, body) }),
      about: body.url ?? "the service's own receiver",
    }),
  }),
  change("DELETE", {
    ...access,
    path: "/webhooks/endpoints/{id}",
    operationId: "deleteEndpoint",
    summary: "Remove a webhook endpoint",
    description:
      "Its deliveries are deleted too; the events stay in the feed. The primary endpoint can't be removed.",
    scope: "webhooks:write",
    record,
    refusals: [endpointRefusals.primaryStays()],
    responses: {
      200: { description: "The record was deleted.", schema: envelope({}), example: { success: true } },
    },
    handle: async (made, { id }) => {
      await deleteEndpoint(made, id);
      return jsonResponse(200);
    },
  }),
  change("POST", {
    ...access,
    path: "/webhooks/endpoints/{id}/rotate_secret",
    operationId: "rotateEndpointSecret",
    summary: "Rotate the secret of a webhook endpoint",
    description:
      "During the overlap each delivery is signed with both secrets, the new one first. Without an overlap the old secret ends immediately.",
    scope: "webhooks:write",
    record,
    body: SecretRotation,
    bodyIsOptional: true,
    bodyExample: { overlap_seconds: 86_400 },
    stepUp: "webhook.secret_rotated",
    refusals: [endpointRefusals.rotating("2026-11-16T09:30:00.000Z"), secretUnreadable()],
    responses: { 200: withSecret },
    handle: async (made, { context, principal, id, body }) => {
      const overlap = body.overlap_seconds ?? 0;
      const rotated = await rotateSecret(
        { ...made, now: realTimeOf(made) },
        context,
        principal,
        made.company.id,
        id,
        overlap,
      );
      return { ...secretAnswer(200, rotated), about: (JSON.parse(rotated.endpoint) as { url: string }).url };
    },
  }),
];
