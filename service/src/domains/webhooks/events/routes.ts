import { jsonResponse, listResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { envelope, listEnvelope } from "../../../platform/values/schema.ts";
import { eventIdPattern, sequenceOf } from "./event-id.ts";
import { eventExists, eventPage, feedPositionAhead, getEvent, readEvents, requireReached } from "./feed.ts";
import { Event, EventQuery, eventExample } from "./schema.ts";
import type { WaitForEvents } from "./wait.ts";

/** Reads the page; a position ahead of the feed is refused at once, not after the wait. */
function readAfterPosition(db: Queryable, companyId: number, query: EventQuery) {
  let reached = false;
  return async () => {
    const found = await readEvents(db, companyId, query);
    if (found.length === 0 && !reached) await requireReached(db, companyId, query);
    reached = true;
    return found;
  };
}

const access = { tag: "Events", feature: "webhooks", scope: "webhooks:read" } as const;

export const eventRoutes = (waitForEvents: WaitForEvents): Route[] => [
  read({
    ...access,
    path: "/events",
    operationId: "listEvents",
    summary: "List events, or wait for new ones",
    description:
      "Oldest first. An event includes its record only if the key has the scope to read it; otherwise `data` is omitted and `data_withheld` is true. To follow the feed, pass the sequence of your last event as `after`, and use `wait` for long polling. A sequence that the feed has not reached is refused with `feed_position_ahead`, because it belongs to an event that no longer exists.",
    query: EventQuery,
    refusals: [feedPositionAhead(1200, 1042)],
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
      const found = await waitForEvents(
        company.id,
        query.wait ?? 0,
        readAfterPosition(reads, company.id, query),
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
        description: "The event as delivered; without `data` if the key may not read the record.",
        schema: envelope({ event: Event }),
        example: { success: true, event: eventExample },
      },
    },
    handle: async ({ context, principal, idText }) =>
      jsonResponse(200, { event: await getEvent(context.reads, principal.company.id, principal, idText) }),
  }),
];
