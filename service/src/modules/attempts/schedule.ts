import type { AttemptStatus } from "../links/schema.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** From a look to the next, in case the gateway's notification never comes. */
const spans: Partial<Record<AttemptStatus, readonly number[]>> = {
  starting: [minute],
  // The buyer is at the gateway's page: a notification is what usually ends it.
  open: [minute, 2 * minute, 5 * minute, 10 * minute, 30 * minute, hour],
  // Nothing more is asked of the buyer, who is probably waiting.
  processing: [5 * second, 10 * second, 30 * second, minute, 5 * minute, 15 * minute, hour],
  // Many gateways let the buyer try again on the same page.
  failed: [minute, 10 * minute, hour],
  closed: [5 * minute],
};

// Until this long after the link's end a page that nobody finished may still bring money; after it, only a notification.
const watchedAfterEnd = 24 * hour;
const unknownFor = 10 * minute;

/** When to ask the gateway again, if ever. */
export function nextLook(
  status: AttemptStatus,
  { looks, createdAt, linkEndsAt, now }: { looks: number; createdAt: Date; linkEndsAt: Date; now: Date },
): Date | null {
  const steps = spans[status];
  if (!steps) return null;
  if (status === "closed" && now.getTime() - createdAt.getTime() > unknownFor) return null;
  if (status !== "processing" && now.getTime() > linkEndsAt.getTime() + watchedAfterEnd) return null;
  return new Date(now.getTime() + (steps[Math.min(looks, steps.length - 1)] ?? hour));
}

/** A page that the gateway does not know, or that nobody will finish any more. */
export function isGivenUp(
  { createdAt, linkEndsAt, now }: { createdAt: Date; linkEndsAt: Date; now: Date },
  known: boolean,
) {
  if (!known) return now.getTime() - createdAt.getTime() > unknownFor;
  return now.getTime() > linkEndsAt.getTime() + watchedAfterEnd;
}
