import type { Principal } from "../../../contract/access.ts";
import { listResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { invalidCursor } from "../../../platform/db/lists/list-order.ts";
import { type Page, pageLimitDefault, truncatePage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { CreatedRange, idMax, listEnvelope, nullable, PageQuery } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { findUserNames } from "../../tenancy/users/service.ts";
import { type EventRow, findEventsBefore } from "./queries.ts";
import { Event, EventQuery, eventExample } from "./schema.ts";
import { shownWithHashes } from "./visibility.ts";

const ActivityQuery = Type.Object({
  ...PageQuery,
  type: EventQuery.properties.type,
  created_from: CreatedRange.created_from,
});
type ActivityQuery = Type.Static<typeof ActivityQuery>;

/** An event with the name of the person who caused it. */
const NamedEvent = Type.Object(
  { ...Event.properties, actor_name: nullable(Type.String()) },
  { title: "ActivityEvent" },
);

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
        schema: listEnvelope("events", NamedEvent),
        example: {
          success: true,
          events: [{ ...eventExample, actor_name: null }],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal, query }) =>
      listResponse("events", await readActivity(context.reads, principal, query)),
  }),
];

async function readActivity(db: Queryable, reader: Principal, query: ActivityQuery): Promise<Page> {
  const { company } = reader;
  const { limit = pageLimitDefault, cursor, type } = query;
  const before = cursor === undefined ? idMax : decodeCursor(cursor);
  const { created_from: since } = createdRange(company.timeZone, query);
  const found = await findEventsBefore(db, company.id, { before, type, count: limit + 1 });
  // Events are in the order of their commits, which is nearly that of their times: an event that began earlier and was
  // committed later than one before the moment is on the page before it.
  const end = since === undefined ? -1 : found.findIndex((event) => timeOf(event) < since);
  const { shown, pagination } = truncatePage(end < 0 ? found : found.slice(0, end), limit, {
    cursorOf: ({ sequence }) => encodeCursor(sequence),
    textOf: ({ body }) => body,
  });
  return { entries: await shownWithNames(db, reader, shown), pagination };
}

/** The company's newest events as the reader may see them, with the names of the people who caused them. */
export async function readNewestEvents(db: Queryable, reader: Principal, count: number): Promise<Json[]> {
  const found = await findEventsBefore(db, reader.company.id, { before: idMax, type: undefined, count });
  return shownWithNames(db, reader, found);
}

async function shownWithNames(db: Queryable, reader: Principal, events: readonly EventRow[]) {
  const people = events.map(({ body }) => personOf(body));
  const names = await findUserNames(db, people);
  return events.map((event, index) => {
    const name = names.get(people[index] ?? "") ?? null;
    return `${shownWithHashes(reader, event).slice(0, -1)},"actor_name":${JSON.stringify(name)}}`;
  });
}

// The head of the stored text has a fixed form, so that an event need not be parsed for it.
const personOf = (event: Json) =>
  /"actor":\{"type":"(?:user|operator)","id":"(\d{1,15})"\}/.exec(event.slice(0, headMax))?.[1] ?? null;
const timeOf = ({ body }: EventRow) =>
  new Date(/"created_at":"([^"]{1,30})"/.exec(body.slice(0, headMax))?.[1] ?? 0);
const headMax = 500;

const encodeCursor = (sequence: number) => Buffer.from(`before ${sequence}`).toString("base64url");

function decodeCursor(cursor: string): number {
  const sequence = Number(/^before (\d{1,16})$/.exec(Buffer.from(cursor, "base64url").toString())?.[1]);
  if (!Number.isSafeInteger(sequence) || encodeCursor(sequence) !== cursor) {
    throw invalidCursor();
  }
  return sequence;
}
