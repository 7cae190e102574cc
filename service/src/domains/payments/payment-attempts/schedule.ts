import type { PaymentAttemptStatus } from "../links/schema.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The delays between polls, in case the gateway's notification never arrives. */
const pollDelays: Record<Exclude<PaymentAttemptStatus, "paid">, readonly number[]> = {
  starting: [minute],
  // The buyer is on the gateway's page; usually a notification ends this status.
  open: [minute, 2 * minute, 5 * minute, 10 * minute, 30 * minute, hour],
  // The buyer has paid and is probably waiting.
  processing: [5 * second, 10 * second, 30 * second, minute, 5 * minute, 15 * minute, hour],
  // Gateways let buyers retry on the same page, and a superseded page may still be open.
  failed: [minute, 10 * minute, hour],
  closed: [minute, 10 * minute, hour],
};

// An open page may still be paid for this long after the link has expired; later only a notification is handled.
const polledAfterEnd = day;
const processingMax = 7 * day;
const unknownMax = 10 * minute;

export type AttemptTiming = {
  createdAt: Date;
  linkEndsAt: Date;
  now: Date;
  /** Whether a page was ever opened; without one nothing can be paid. */
  hasPage: boolean;
};

/** When the background pass polls the gateway next; null means never again. */
export function nextPoll(
  status: PaymentAttemptStatus,
  pollCount: number,
  timing: AttemptTiming,
): Date | null {
  if (status === "paid" || isOver(status, timing)) return null;
  const steps = pollDelays[status];
  return new Date(timing.now.getTime() + (steps[Math.min(pollCount, steps.length - 1)] ?? hour));
}

/** Whether the attempt can no longer be paid, so that polling stops. */
export function isOver(
  status: PaymentAttemptStatus,
  { createdAt, linkEndsAt, now, hasPage }: AttemptTiming,
): boolean {
  const age = now.getTime() - createdAt.getTime();
  if (status === "processing") return age > processingMax;
  if (!hasPage) return age > unknownMax;
  return now.getTime() > linkEndsAt.getTime() + polledAfterEnd;
}
