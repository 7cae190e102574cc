import { addDays, isCalendarDate } from "../../../service/src/platform/values/clock.ts";
import { texts } from "../texts/dates.ts";

/** Dates are ISO texts (`2026-11-16`), as in the API; a time zone never shifts them. */
const pad = (value: number, length = 2) => String(value).padStart(length, "0");
const utc = (date: string) => new Date(`${date}T00:00:00Z`);

/** The same day of another month, or its last day: a month after 31 January is 28 February. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return isoDate(first.getUTCFullYear(), first.getUTCMonth() + 1, Math.min(day, last));
}

const isoDate = (year: number, month: number, day: number) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`;

/** Monday is 1 and Sunday is 7, as in `Intl.Locale`. */
export const weekdayOf = (date: string): number => utc(date).getUTCDay() || 7;

export function firstWeekday(locale: string): number {
  const info = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return info.getWeekInfo?.().firstDay ?? 1;
}

/** The weeks that show the month of a date, with the days of the months around it. */
export function weeksOf(date: string, firstDay: number): string[][] {
  const first = `${date.slice(0, 7)}-01`;
  const start = addDays(first, -((weekdayOf(first) - firstDay + 7) % 7));
  const weeks: string[][] = [];
  for (let day = start; day.slice(0, 7) <= date.slice(0, 7); day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, offset) => addDays(day, offset)));
  return weeks;
}

/**
 * Reads a date as people type it: `2026-11-16`, `16/11/2026` in the order of the locale, `16.11.26`, `16 Nov`,
 * `November 16, 2026`, `today`. Without a year it is the current one. Undefined if it is none of these.
 */
export function parseDate(typed: string, locale: string, today: string): string | undefined {
  const text = simplified(typed);
  const word = wordDates(today)[text];
  if (word) return word;
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return existing(iso[1]!, Number(iso[2]), iso[3]!, today);
  const numeric = /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d{2}))?\.?$/.exec(text);
  if (numeric) {
    const [, one, two, year] = numeric;
    const [day, month] = isMonthFirst(locale) ? [two!, one!] : [one!, two!];
    return existing(year, Number(month), day, today);
  }
  return parseNamed(text, locale, today);
}

/** A day, the name of a month and possibly a year, in any order and with any punctuation. */
function parseNamed(text: string, locale: string, today: string): string | undefined {
  const name = /\p{L}[\p{L}.]*/u.exec(text)?.[0].replace(/\.$/, "");
  const month = name && monthOf(name, locale);
  if (!month) return undefined;
  const numbers = text.match(/\d+/g) ?? [];
  const [day, year] = numbers[0]?.length === 4 ? [numbers[1], numbers[0]] : numbers;
  if (!day || numbers.length > 2 || /\p{L}/u.test(text.replace(name, ""))) return undefined;
  return existing(year, month, day, today);
}

function existing(year: string | undefined, month: number, day: string, today: string): string | undefined {
  const full = year === undefined ? today.slice(0, 4) : year.length === 2 ? `20${year}` : year;
  const date = isoDate(Number(full), month, Number(day));
  return isCalendarDate(date) ? date : undefined;
}

function wordDates(today: string): Readonly<Record<string, string>> {
  const { words } = texts;
  return {
    [simplified(words.today)]: today,
    [simplified(words.tomorrow)]: addDays(today, 1),
    [simplified(words.yesterday)]: addDays(today, -1),
  };
}

/** Names in the language of the page and in English, from three letters on: `nov`, `nove`, `november`. */
function monthOf(name: string, locale: string): number | undefined {
  for (const language of [locale, "en"]) {
    for (const style of ["long", "short"] as const) {
      const written = new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" });
      for (let month = 1; month <= 12; month++) {
        const full = simplified(written.format(utc(isoDate(2026, month, 1)))).replace(/\.$/, "");
        if (full === name || (name.length >= 3 && full.startsWith(name))) return month;
      }
    }
  }
  return undefined;
}

function isMonthFirst(locale: string): boolean {
  const order = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type);
  return order.indexOf("month") < order.indexOf("day");
}

/** Lower case, without diacritics, apostrophes and repeated spaces, and with Latin digits. */
const simplified = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .trim();
