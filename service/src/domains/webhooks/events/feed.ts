import { notFound } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import {
  countMax,
  invalidCursor,
  type Page,
  pageLimitDefault,
  truncatePage,
} from "../../../platform/db/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { countEvents, type EventRow, findEvent, findEventsAfter } from "./queries.ts";
import type { EventQuery } from "./schema.ts";
import { type Reader, shownTo } from "./visibility.ts";

/**
 * The feed is a company's events oldest first, each as the text that was stored, so that a client can follow it. An event
 * whose record the reader may not read comes without it: the feed has no gaps for anybody.
 */
export { eventExists } from "./queries.ts";

/** The events of one page, plus one where there are more. */
export function readEvents(db: Queryable, companyId: number, query: EventQuery): Promise<EventRow[]> {
  const after = query.cursor === undefined ? (query.after ?? 0) : decodeCursor(query.cursor);
  return findEventsAfter(db, companyId, { after, type: query.type, count: limitOf(query) + 1 });
}

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
  const { shown, pagination } = truncatePage(found, limitOf(query), cut, count);
  return { entries: shown.map(({ body }) => shownTo(reader, body)), pagination };
}

export async function getEvent(
  db: Queryable,
  companyId: number,
  reader: Reader,
  sequence: number,
): Promise<Json> {
  const event = await findEvent(db, companyId, sequence);
  if (event === undefined) throw notFound("The event");
  return shownTo(reader, event);
}

/** `evt_12_31` is event 31 of company 12; for any other company it names nothing. */
export function sequenceOf(eventId: string, companyId: number): number | undefined {
  const [, company, sequence] = /^evt_([1-9]\d{0,15})_([1-9]\d{0,15})$/.exec(eventId) ?? [];
  if (company !== String(companyId) || !Number.isSafeInteger(Number(sequence))) return undefined;
  return Number(sequence);
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
