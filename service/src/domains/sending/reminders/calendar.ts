import { addDays, dateIn } from "../../../platform/values/clock.ts";
import { momentOf } from "../../../platform/values/date-times.ts";

/** The hours in which reminders are sent, where the company is. */
export type SendingHours = { send_from_hour: number; send_until_hour: number; weekdays_only: boolean };

/**
 * A step that is longer past than this is not sent any more: who switches reminders on, resumes them, or issues an old
 * invoice does not want buyers to get what would have been sent months ago.
 */
export const lateDaysMax = 7;

/** The step to send where it is that date: the newest that has come, unless it is long past. Others are skipped. */
export function stepOn<Step extends { days: number }>(
  steps: readonly Step[],
  dueDate: string,
  today: string,
): Step | undefined {
  const come = steps.filter(({ days }) => addDays(dueDate, days) <= today);
  const newest = come.sort((one, other) => other.days - one.days)[0];
  return newest && addDays(dueDate, newest.days + lateDaysMax) >= today ? newest : undefined;
}

/** The moment from which reminders may be sent: now, if it is one of the hours, or else when they next begin. */
export function nextOpening(timeZone: string, hours: SendingHours, now: Date): Date {
  const today = dateIn(timeZone, now);
  for (let days = 0; ; days += 1) {
    const date = addDays(today, days);
    if (hours.weekdays_only && isWeekend(date)) continue;
    const [opens, closes] = [hours.send_from_hour, hours.send_until_hour].map((hour) =>
      momentAt(timeZone, date, hour),
    ) as [Date, Date];
    if (now < opens) return opens;
    if (now < closes) return now;
  }
}

const isWeekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

const hourMs = 3_600_000;

/** A full hour of a date. On a day when clocks are changed, midnight is not that many hours before. */
function momentAt(timeZone: string, date: string, hour: number): Date {
  if (hour === 24) return momentOf(timeZone, addDays(date, 1));
  const guess = new Date(momentOf(timeZone, date).getTime() + hour * hourMs);
  const shown = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" }).format(
    guess,
  );
  return new Date(guess.getTime() + (hour - Number(shown)) * hourMs);
}
