import type { Company } from "../../../contract/access.ts";
import { invalidField } from "../../../contract/errors.ts";
import { addDays } from "../../../platform/values/clock.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import type { OverviewQuery } from "./schema.ts";

export type Days = { from: string; to: string };

/** Days in the company's time zone; `since` and `until` are the same period as instants, the end excluded. */
export type Period = Days & { since: Date; until: Date };

const daysDefault = 90;
const daysMax = 366;

export function periodOf({ timeZone }: Company, today: string, query: OverviewQuery): Period {
  const to = query.to ?? today;
  const from = query.from ?? addDays(to, 1 - daysDefault);
  if (from > to) throw invalidField("from", `must not be after to (${to})`);
  if (addDays(from, daysMax) <= to) {
    throw invalidField(
      "from",
      `must be at most ${daysMax - 1} days before to (${to}); ask for less at a time`,
    );
  }
  return periodIn(timeZone, { from, to });
}

export function periodIn(timeZone: string, { from, to }: Days): Period {
  const { created_from, created_to } = createdRange(timeZone, { created_from: from, created_to: to });
  return { from, to, since: created_from!, until: created_to! };
}

/**
 * The days to compare with. Whole months are compared with as many whole months, a month or year so far with the same
 * days of the month or year before, and anything else with as many days right before.
 */
export function daysBefore({ from, to }: Days): Days {
  if (!from.endsWith("-01")) {
    const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
    return { from: addDays(from, -count), to: addDays(from, -1) };
  }
  const months = monthsBetween(from, to) + 1;
  if (addDays(to, 1).endsWith("-01")) return { from: monthsEarlier(from, months), to: addDays(from, -1) };
  const back = from.endsWith("-01-01") && months > 1 ? 12 : months;
  return { from: monthsEarlier(from, back), to: monthsEarlier(to, back) };
}

const dayMs = 86_400_000;

function monthsBetween(from: string, to: string): number {
  const [year, month] = from.split("-").map(Number) as [number, number];
  const [lastYear, lastMonth] = to.split("-").map(Number) as [number, number];
  return (lastYear - year) * 12 + lastMonth - month;
}

/** The same day of an earlier month, or its last day where it is shorter. */
function monthsEarlier(date: string, months: number): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, last));
  return first.toISOString().slice(0, 10);
}

export function everyDay({ from, to }: Days): string[] {
  const days = [from];
  while (days.at(-1)! < to) days.push(addDays(days.at(-1)!, 1));
  return days;
}
