import { queryTooBroad } from "../../../contract/errors.ts";
import { jsonResponse, listResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, listEnvelope } from "../../../platform/values/schema.ts";
import { disabledByHand, endpointRefusals } from "../endpoints/service.ts";
import { deliveredExample, Event } from "../events/schema.ts";
import {
  attemptExample,
  Delivery,
  DeliveryQuery,
  DeliveryWithAttempts,
  deliveryExample,
  Replay,
  ReplayRequest,
  TestRequest,
} from "./schema.ts";
import {
  deliveryExists,
  getDelivery,
  listDeliveries,
  replayDelivery,
  replayMany,
  sendTest,
} from "./service.ts";

const toDisabled = endpointRefusals.disabled(12, disabledByHand);
const access = { tag: "Webhooks", feature: "webhooks" } as const;
const record = { noun: "The delivery", exists: deliveryExists };
const fullExample = { ...deliveryExample, attempts: [attemptExample] };
const one = {
  description: "The delivery with its attempts.",
  schema: envelope({ delivery: DeliveryWithAttempts }),
  example: { success: true, delivery: fullExample },
};
const untried = {
  ...fullExample,
  attempt_count: 0,
  last_attempt_at: null,
  last_status_code: null,
  last_error: null,
  attempts: [],
};

export const deliveryRoutes: Route[] = [
  read({
    ...access,
    path: "/webhooks/deliveries",
    operationId: "listDeliveries",
    summary: "List deliveries",
    scope: "webhooks:read",
    query: DeliveryQuery,
    refusals: [queryTooBroad()],
    responses: {
      200: {
        description: "A page of deliveries, newest first.",
        schema: listEnvelope("deliveries", Delivery),
        example: {
          success: true,
          deliveries: [deliveryExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal: { company }, query }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      return listResponse("deliveries", await listDeliveries(context.reads, company, today, query));
    },
  }),
  read({
    ...access,
    path: "/webhooks/deliveries/{id}",
    operationId: "getDelivery",
    summary: "Get one delivery with its attempts",
    scope: "webhooks:read",
    record,
    responses: { 200: one },
    handle: async ({ context, principal, id }) =>
      jsonResponse(200, { delivery: await getDelivery(context.reads, principal.company.id, principal, id) }),
  }),
  change("POST", {
    ...access,
    path: "/webhooks/deliveries/{id}/replay",
    operationId: "replayDelivery",
    summary: "Replay a delivery",
    description:
      "Works for successful deliveries too. The retry schedule starts again. The key must be able to read the event's record.",
    scope: "webhooks:write",
    record,
    refusals: [toDisabled],
    responses: { 200: { ...one, description: "The delivery, pending." } },
    handle: async (made, { context, principal, id }) =>
      jsonResponse(200, { delivery: await replayDelivery(made, context.config, principal, id) }),
  }),
  change("POST", {
    ...access,
    path: "/webhooks/replay",
    operationId: "replayDeliveries",
    summary: "Replay many deliveries",
    description:
      "Replays all failed deliveries, or every event since a given time, to one endpoint or to all enabled ones. The key must be able to read the records of the replayed event types.",
    scope: "webhooks:write",
    body: ReplayRequest,
    bodyExample: { since: "2026-11-14T00:00:00Z" },
    refusals: [toDisabled],
    responses: {
      200: {
        description: "The number of deliveries.",
        schema: envelope({ replay: Replay }),
        example: { success: true, replay: { endpoint_ids: [12], count: 318, has_more: false } },
      },
    },
    handle: async (made, { context, principal, body }) =>
      jsonResponse(200, { replay: JSON.stringify(await replayMany(made, context.config, principal, body)) }),
  }),
  change("POST", {
    ...access,
    path: "/webhooks/test",
    operationId: "testWebhook",
    summary: "Send a test event",
    description:
      "Sends a `webhook.test` event to one endpoint, regardless of its filter. The delivery shows the result.",
    scope: "webhooks:write",
    body: TestRequest,
    bodyIsOptional: true,
    bodyExample: {},
    refusals: [endpointRefusals.none()],
    responses: {
      200: {
        description: "The event and its pending delivery.",
        schema: envelope({ event: Event, delivery: DeliveryWithAttempts }),
        example: { success: true, event: deliveredExample, delivery: untried },
      },
    },
    handle: async (made, { context, principal, body }) =>
      jsonResponse(200, await sendTest(made, context.config, principal, body)),
  }),
];
