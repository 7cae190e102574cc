/** Time is handed in, so that a test can move it instead of sleeping. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export type ManualClock = Clock & { set(to: Date): void; advance(milliseconds: number): void };

export function manualClock(start: Date): ManualClock {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    set: (to) => {
      current = to.getTime();
    },
    advance: (milliseconds) => {
      current += milliseconds;
    },
  };
}

// Making a formatter costs a hundred times as much as using it, and using it more than all else in a request:
// offsets are whole minutes everywhere, so within one minute the date cannot change.
type Zone = { formatter: Intl.DateTimeFormat; minute: number; date: string };
const zones = new Map<string, Zone>();

/** The calendar date (YYYY-MM-DD) in a time zone: Lagos is already in tomorrow while UTC is not. */
export function dateIn(timeZone: string, moment: Date): string {
  const minute = Math.floor(moment.getTime() / 60_000);
  let zone = zones.get(timeZone);
  if (!zone) {
    // The Swedish locale writes dates the ISO way.
    const options = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
    zone = { formatter: new Intl.DateTimeFormat("sv-SE", options), minute: Number.NaN, date: "" };
    zones.set(timeZone, zone);
  }
  if (zone.minute !== minute) {
    zone.minute = minute;
    zone.date = zone.formatter.format(moment);
  }
  return zone.date;
}

let lastMoment = Number.NaN;
let lastText = "";

/** A moment as the wire wants it. Many things happen in one millisecond, and writing it out is not cheap. */
export function isoText(moment: Date): string {
  const time = moment.getTime();
  if (time !== lastMoment) {
    lastMoment = time;
    lastText = moment.toISOString();
  }
  return lastText;
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A date that exists: 2026-02-30 has the right shape and is still refused. So is 9999, which leaves no day after. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < "1900" || text >= "9999") return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && !isLeap ? 28 : (monthDays[month - 1] ?? 0);
  return day >= 1 && day <= last;
}

/** By name only: an offset such as +01:00 means the opposite to PostgreSQL. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
