import type { Principal } from "../../../contract/access.ts";
import { listResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { invalidCursor, type Page, pageLimitDefault, truncatePage } from "../../../platform/db/page.ts";
import { idMax, listEnvelope, PageQuery } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { findEventsBefore } from "./queries.ts";
import { Event, EventQuery, eventExample } from "./schema.ts";
import { shownTo } from "./visibility.ts";

const ActivityQuery = Type.Object({ ...PageQuery, type: EventQuery.properties.type });
type ActivityQuery = Type.Static<typeof ActivityQuery>;

/** Events newest first, for people; programs follow the feed from its beginning. */
export const activityRoutes: Route[] = [
  read({
    path: "/activity",
    operationId: "listActivity",
    summary: "List events, newest first",
    tag: "Events",
    scope: "webhooks:read",
    feature: "webhooks",
    query: ActivityQuery,
    responses: {
      200: {
        description: "A page of events, newest first.",
        schema: listEnvelope("events", Event),
        example: {
          success: true,
          events: [eventExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal, query }) =>
      listResponse("events", await readActivity(context.reads, principal, query)),
  }),
];

async function readActivity(db: Queryable, reader: Principal, query: ActivityQuery): Promise<Page> {
  const { limit = pageLimitDefault, cursor, type } = query;
  const before = cursor === undefined ? idMax : decodeCursor(cursor);
  const found = await findEventsBefore(db, reader.company.id, { before, type, count: limit + 1 });
  const { shown, pagination } = truncatePage(found, limit, {
    cursorOf: ({ sequence }) => encodeCursor(sequence),
    textOf: ({ body }) => body,
  });
  return { entries: shown.map(({ body }) => shownTo(reader, body)), pagination };
}

const encodeCursor = (sequence: number) => Buffer.from(`before ${sequence}`).toString("base64url");

function decodeCursor(cursor: string): number {
  const sequence = Number(/^before (\d{1,16})$/.exec(Buffer.from(cursor, "base64url").toString())?.[1]);
  if (!Number.isSafeInteger(sequence) || encodeCursor(sequence) !== cursor) {
    throw invalidCursor();
  }
  return sequence;
}
