import { addDays } from "../../../platform/values/clock.ts";

/** When a schedule has its dates. Pure, so that the dashboard shows the same dates as the service will use. */
export type Rule = {
  interval: "day" | "week" | "month" | "year";
  /** Every so many days, weeks, months or years. */
  interval_count: number;
  start_date: string;
  /** In months that are shorter, their last day is meant. Null: the day of `start_date`. */
  day_of_month: number | null;
};

/** The first date of the rule after a date, or its very first. Undefined beyond the last year that dates may have. */
export function dateAfter(rule: Rule, date: string | null): string | undefined {
  const found =
    rule.interval === "day" || rule.interval === "week" ? byDays(rule, date) : byMonths(rule, date);
  return found < "9999" ? found : undefined;
}

/** At most so many dates, from one on. */
export function datesFrom(rule: Rule, first: string, max: number, last?: string | null): string[] {
  const dates: string[] = [];
  for (let date: string | undefined = first; date && dates.length < max; date = dateAfter(rule, date)) {
    if (last && date > last) break;
    dates.push(date);
  }
  return dates;
}

const dayMs = 86_400_000;
const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`);

function byDays({ interval, interval_count, start_date }: Rule, date: string | null): string {
  if (date === null || date < start_date) return start_date;
  const step = interval_count * (interval === "week" ? 7 : 1);
  const steps = Math.floor((timeOf(date) - timeOf(start_date)) / dayMs / step) + 1;
  return withinYears(addDays(start_date, steps * step));
}

function byMonths(rule: Rule, date: string | null): string {
  const step = rule.interval_count * (rule.interval === "year" ? 12 : 1);
  const day = rule.day_of_month ?? Number(rule.start_date.slice(8));
  const startMonth = monthOf(rule.start_date);
  // With a day that is over in the month of the start, the first date is in the month after it.
  const first = dayIn(startMonth, day) < rule.start_date ? startMonth + 1 : startMonth;
  if (date === null || monthOf(date) < first) return dayIn(first, day);
  const month = first + Math.floor((monthOf(date) - first) / step) * step;
  const found = dayIn(month, day);
  return found > date ? found : dayIn(month + step, day);
}

/** Months are counted from the year 0. */
const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

/** Counted from the first of the month each time, so that after a short month the day is again what it was. */
function dayIn(month: number, day: number): string {
  const [year, index] = [Math.floor(month / 12), month % 12];
  const lastDay = new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
  return withinYears(new Date(Date.UTC(year, index, Math.min(day, lastDay))).toISOString().slice(0, 10));
}

/** Years of five digits are written with a sign. */
const withinYears = (date: string) => (date.startsWith("+") ? "9999" : date);
