const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long each attempt waits after the one before: the first at once, the tenth after three days in all. */
export const attemptDelaysMs: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Endpoints that failed together do not come back together: each wait is a fifth shorter or longer, by chance. */
export const jitter = 0.2;

/** An endpoint that had nothing but failures for so long is disabled. */
export const failingMaxMs = 5 * 24 * hour;

const retryAfterMaxMs = 24 * hour;

/** When to try again after the attempt at this step failed; undefined when that was the last. */
export function nextAttemptAt(
  step: number,
  now: Date,
  chance: () => number,
  retryAfterMs = 0,
): Date | undefined {
  const delay = attemptDelaysMs[step + 1];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 - jitter + 2 * jitter * chance());
  return new Date(now.getTime() + Math.round(Math.max(jittered, retryAfterMs)));
}

/** `Retry-After` as seconds or as a date; anything else, or a wish for the past, is no wish. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number {
  const text = [header].flat()[0]?.trim() ?? "";
  const wished = /^\d+$/.test(text) ? Number(text) * second : Date.parse(text) - now.getTime();
  return Number.isNaN(wished) ? 0 : Math.min(Math.max(wished, 0), retryAfterMaxMs);
}
