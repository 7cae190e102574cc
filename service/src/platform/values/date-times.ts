import { addDays, dateIn, isCalendarDate } from "./clock.ts";

/**
 * Both ends are inclusive; a bare date means that whole day in the company's time zone. The end is returned as
 * exclusive.
 */
export function createdRange(
  timeZone: string,
  query: { created_from?: string | undefined; created_to?: string | undefined },
): { created_from: Date | undefined; created_to: Date | undefined } {
  const { created_from: from, created_to: to } = query;
  return {
    created_from: from === undefined ? undefined : momentOf(timeZone, from),
    created_to: to === undefined ? undefined : endOf(timeZone, to),
  };
}

export function momentOf(timeZone: string, text: string): Date {
  return isCalendarDate(text) ? startOfDay(timeZone, text) : new Date(text);
}

/** The first moment after a date or timestamp. Moments are stored to the millisecond. */
export function endOf(timeZone: string, text: string): Date {
  return isCalendarDate(text)
    ? startOfDay(timeZone, addDays(text, 1))
    : new Date(new Date(text).getTime() + 1);
}

/** Midnight of a date in a time zone: UTC midnight, corrected by the zone's offset at that very moment. */
function startOfDay(timeZone: string, date: string): Date {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const guess = utc - offsetAt(timeZone, utc);
  const midnight = utc - offsetAt(timeZone, guess);
  // Where clocks are set back to midnight or beyond it, there are two: the day begins at the first.
  const offsetBefore = offsetAt(timeZone, midnight - dayMs);
  const earlier = utc - offsetBefore;
  if (earlier < midnight && offsetAt(timeZone, earlier) === offsetBefore) return new Date(earlier);
  // Where daylight saving time starts at midnight there is no midnight: the day begins at one.
  return new Date(dateIn(timeZone, new Date(midnight)) < date ? guess : midnight);
}

const dayMs = 86_400_000;

function offsetAt(timeZone: string, moment: number): number {
  const written = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const local = Date.parse(`${written.format(moment).replace(" ", "T")}Z`);
  return local - Math.floor(moment / 1000) * 1000;
}

/** When the current calendar month ends, in the company's time zone. */
export function startOfNextMonth(timeZone: string, now: Date): Date {
  const firstDay = `${dateIn(timeZone, now).slice(0, 7)}-01`;
  return startOfDay(timeZone, `${addDays(firstDay, 31).slice(0, 7)}-01`);
}
