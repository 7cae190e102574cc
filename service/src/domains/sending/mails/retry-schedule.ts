const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** A mail that could not be sent for this long expires, and so does a mail whose link has expired. */
export const lifetimeHours = 48;

/**
 * The pause after each failed attempt; the last one repeats. The short ones pass greylisting, which asks for another
 * attempt after some minutes.
 */
export const retryDelaysMs: readonly number[] = [
  10 * second,
  minute,
  5 * minute,
  15 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
];

/** Each pause is randomly up to a fifth shorter or longer, so that mails that failed together are not retried together. */
export const jitter = 0.2;

/** How long to wait after this attempt, counted from 1. */
export function retryDelayMs(attempt: number, random: () => number): number {
  const delay = retryDelaysMs[Math.min(attempt, retryDelaysMs.length) - 1]!;
  return Math.round(delay * (1 - jitter + 2 * jitter * random()));
}
