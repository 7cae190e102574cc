const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pause before each attempt: the first is immediate, the tenth comes three days after it. */
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

/**
 * Each pause is randomly up to a fifth shorter or longer, so that endpoints that failed together are not retried
 * together.
 */
export const jitter = 0.2;

/** An endpoint with nothing but failures for this long is disabled. */
export const failingMaxMs = 5 * 24 * hour;

const retryAfterMaxMs = 24 * hour;

/** When to retry after the attempt at this step failed; undefined after the last step. */
export function nextAttemptAt(
  step: number,
  now: Date,
  random: () => number,
  retryAfterMs = 0,
): Date | undefined {
  const delay = attemptDelaysMs[step + 1];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 - jitter + 2 * jitter * random());
  return new Date(now.getTime() + Math.round(Math.max(jittered, retryAfterMs)));
}

/** `Retry-After` as seconds or as a date; anything else, or a time in the past, is ignored. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number {
  const text = [header].flat()[0]?.trim() ?? "";
  const wished = /^\d+$/.test(text) ? Number(text) * second : Date.parse(text) - now.getTime();
  return Number.isNaN(wished) ? 0 : Math.min(Math.max(wished, 0), retryAfterMaxMs);
}
