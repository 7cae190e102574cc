import { jsonResponse, listResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { envelope, listEnvelope } from "../../../platform/values/schema.ts";
import { eventExists, eventPage, getEvent, readEvents, sequenceOf } from "./feed.ts";
import { Event, EventQuery, eventExample, eventIdPattern } from "./schema.ts";
import type { WaitForEvents } from "./wait.ts";

const access = { tag: "Events", feature: "webhooks", scope: "webhooks:read" } as const;

export const eventRoutes = (waitForEvents: WaitForEvents): Route[] => [
  read({
    ...access,
    path: "/events",
    operationId: "listEvents",
    summary: "List events, or wait for the next",
    description:
      "Oldest first. An event brings its record only to a key with the scope that reads it; to others it comes without `data`, and with `data_withheld`. To follow the feed, pass the sequence of the last event you have as `after`, and `wait` to be answered as soon as there is another.",
    query: EventQuery,
    responses: {
      200: {
        description: "A page of events, oldest first.",
        schema: listEnvelope("events", Event),
        example: {
          success: true,
          events: [eventExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context: { reads }, principal, query }) => {
      const { company } = principal;
      const found = await waitForEvents(company.id, query.wait ?? 0, () =>
        readEvents(reads, company.id, query),
      );
      return listResponse("events", await eventPage(reads, company.id, principal, query, found));
    },
  }),
  read({
    ...access,
    path: "/events/{id}",
    operationId: "getEvent",
    summary: "Get one event",
    record: {
      noun: "The event",
      exists: eventExists,
      textId: { pattern: eventIdPattern, example: eventExample.id, numberOf: sequenceOf },
    },
    responses: {
      200: {
        description: "The event, as it is delivered; without `data` where the key may not read the record.",
        schema: envelope({ event: Event }),
        example: { success: true, event: eventExample },
      },
    },
    handle: async ({ context, principal, id }) =>
      jsonResponse(200, { event: await getEvent(context.reads, principal.company.id, principal, id) }),
  }),
];
