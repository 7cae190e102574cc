import { ApiError, notFound } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { invalidCursor } from "../../../platform/db/lists/list-order.ts";
import { countMax, type Page, pageLimitDefault, truncatePage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { countEvents, type EventRow, findEvent, findEventsAfter, findLastSequence } from "./queries.ts";
import type { EventQuery } from "./schema.ts";
import { type Reader, shownWithHashes } from "./visibility.ts";

/**
 * The feed is a company's events oldest first, each as the text that was stored, so that a client can follow it. An event
 * whose record the reader may not read comes without it: the feed has no gaps for anybody.
 */
export { eventExists } from "./queries.ts";

/** The events of one page, plus one where there are more. */
export function readEvents(db: Queryable, companyId: number, query: EventQuery): Promise<EventRow[]> {
  return findEventsAfter(db, companyId, {
    after: positionOf(query),
    type: query.type,
    count: limitOf(query) + 1,
  });
}

/**
 * Throws if the caller's position is ahead of the feed, which would otherwise look like a feed without new events. It
 * happens when the database went back in time, and the caller has events that no longer exist.
 */
export async function requireReached(db: Queryable, companyId: number, query: EventQuery): Promise<void> {
  const after = positionOf(query);
  if (after === 0) return;
  const last = await findLastSequence(db, companyId);
  if (after > last) throw feedPositionAhead(after, last);
}

export const feedPositionAhead = (after: number, last: number) =>
  new ApiError(
    422,
    "feed_position_ahead",
    `There is no event ${after}: the newest event has sequence ${last}. If you have received events after ${last}, the service was restored to an earlier time and they no longer exist. Fetch the records that you keep again, then continue with after=${last}.`,
    { extra: { last_sequence: last } },
  );

const positionOf = ({ cursor, after = 0 }: EventQuery) =>
  cursor === undefined ? after : decodeCursor(cursor);

export async function eventPage(
  db: Queryable,
  companyId: number,
  reader: Reader,
  query: EventQuery,
  found: readonly EventRow[],
): Promise<Page> {
  const count =
    query.include === undefined ? undefined : await countEvents(db, companyId, query.type, countMax + 1);
  const cut = {
    cursorOf: ({ sequence }: EventRow) => encodeCursor(sequence),
    textOf: ({ body }: EventRow) => body,
  };
  const { shown, pagination } = truncatePage(
    found,
    limitOf(query),
    cut,
    count === undefined ? undefined : { count, more: count > countMax },
  );
  return { entries: shown.map((event) => shownWithHashes(reader, event)), pagination };
}

export async function getEvent(db: Queryable, companyId: number, reader: Reader, id: string): Promise<Json> {
  const event = await findEvent(db, companyId, id);
  if (event === undefined) throw notFound("The event");
  return shownWithHashes(reader, event);
}

const limitOf = (query: EventQuery) => query.limit ?? pageLimitDefault;

const encodeCursor = (sequence: number) => Buffer.from(`after ${sequence}`).toString("base64url");

function decodeCursor(cursor: string): number {
  const sequence = Number(/^after (\d{1,16})$/.exec(Buffer.from(cursor, "base64url").toString())?.[1]);
  if (!Number.isSafeInteger(sequence) || encodeCursor(sequence) !== cursor) {
    throw invalidCursor();
  }
  return sequence;
}
