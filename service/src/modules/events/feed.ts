import type { Queryable } from "../../foundation/database.ts";
import { invalidField, notFound } from "../../foundation/errors.ts";
import { type Page, pageLimitDefault } from "../../foundation/page.ts";
import type { Json } from "../../foundation/sql.ts";
import { countEvents, type EventRow, findEvent, findEventsAfter } from "./queries.ts";
import type { EventQuery } from "./schema.ts";

/** The feed is a company's events oldest first, each as the text that was stored, so that a reader can follow it. */
export { eventExists } from "./queries.ts";

const countMax = 10_000;

/** The events of one page, and one more where there are more. */
export function readEvents(db: Queryable, companyId: number, query: EventQuery): Promise<EventRow[]> {
  const after = query.cursor === undefined ? (query.after ?? 0) : decodeCursor(query.cursor);
  return findEventsAfter(db, companyId, { after, type: query.type, count: limitOf(query) + 1 });
}

export async function eventPage(
  db: Queryable,
  companyId: number,
  query: EventQuery,
  found: readonly EventRow[],
): Promise<Page> {
  const limit = limitOf(query);
  const shown = found.slice(0, limit);
  const hasMore = found.length > limit;
  const pagination: Record<string, unknown> = {
    limit,
    has_more: hasMore,
    next_cursor: hasMore ? encodeCursor(shown.at(-1)!.sequence) : null,
  };
  if (query.include !== undefined) {
    const count = await countEvents(db, companyId, query.type, countMax + 1);
    pagination.total_count = Math.min(count, countMax);
    pagination.total_count_capped = count > countMax;
  }
  return { entries: shown.map(({ body }) => body), pagination: JSON.stringify(pagination) };
}

export async function getEvent(db: Queryable, companyId: number, sequence: number): Promise<Json> {
  const event = await findEvent(db, companyId, sequence);
  if (event === undefined) throw notFound("The event");
  return event;
}

/** `evt_12_31` is event 31 of company 12; to any other company it is nothing. */
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
    throw invalidField("cursor", "is not a cursor of this list; pass pagination.next_cursor unchanged");
  }
  return sequence;
}
