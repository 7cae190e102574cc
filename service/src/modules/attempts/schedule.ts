import type { AttemptStatus } from "../links/schema.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** From a look to the next, in case the gateway's notification never comes. */
const spans: Record<Exclude<AttemptStatus, "paid">, readonly number[]> = {
  starting: [minute],
  // The buyer is at the gateway's page: a notification is what usually ends it.
  open: [minute, 2 * minute, 5 * minute, 10 * minute, 30 * minute, hour],
  // Nothing more is asked of the buyer, who is probably waiting.
  processing: [5 * second, 10 * second, 30 * second, minute, 5 * minute, 15 * minute, hour],
  // Gateways let the buyer try again on the same page, and a page that has given way to another may still be open.
  failed: [minute, 10 * minute, hour],
  closed: [minute, 10 * minute, hour],
};

// So long after the link's end a page may still bring money unasked for; after that, only a notification does.
const watchedAfterEnd = day;
const processingMax = 7 * day;
const unknownMax = 10 * minute;

export type Life = {
  createdAt: Date;
  linkEndsAt: Date;
  now: Date;
  /** Was the buyer ever sent to a page? Without one nothing can be paid. */
  hasPage: boolean;
};

/** When the pass asks the gateway again, if ever. */
export function nextLook(status: AttemptStatus, looks: number, life: Life): Date | null {
  if (status === "paid" || isOver(status, life)) return null;
  const steps = spans[status];
  return new Date(life.now.getTime() + (steps[Math.min(looks, steps.length - 1)] ?? hour));
}

/** Is nothing to be expected of it any more? */
export function isOver(status: AttemptStatus, { createdAt, linkEndsAt, now, hasPage }: Life): boolean {
  const age = now.getTime() - createdAt.getTime();
  if (status === "processing") return age > processingMax;
  if (!hasPage) return age > unknownMax;
  return now.getTime() > linkEndsAt.getTime() + watchedAfterEnd;
}
