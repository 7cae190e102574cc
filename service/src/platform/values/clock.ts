/** Time is passed in, so that a test can move it instead of sleeping. */
export type Clock = {
  now(): Date;
  /** Set where a test moves the time: then nothing may follow another clock, the database's own included. */
  moved?: true;
  /** Where this is the time of a company that moved its clock: the clock that it is ahead of. */
  real?: Clock;
};

export const systemClock: Clock = { now: () => new Date() };

export type ManualClock = Clock & { set(to: Date): void; advance(milliseconds: number): void };

export function manualClock(start: Date): ManualClock {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    moved: true,
    set: (to) => {
      current = to.getTime();
    },
    advance: (milliseconds) => {
      current += milliseconds;
    },
  };
}

/** The clock that leases, signatures, limits and outside parties go by, whatever time it is for a company. */
export const realClock = (clock: Clock): Clock => clock.real ?? clock;

/** A company's clock, which is ahead of the real one by so much; given a company's clock, that is replaced. */
export function clockAhead(clock: Clock, offsetMs: number): Clock {
  const real = realClock(clock);
  return offsetMs === 0 ? real : { now: () => new Date(real.now().getTime() + offsetMs), real };
}

/** Milliseconds for telling how long ago something was: they go forward evenly, also while the machine's clock is set. */
export function elapsedMs(clock: Clock): number {
  const real = realClock(clock);
  return real.moved ? real.now().getTime() : performance.now();
}

/** For statements that go by the database's own clock, which all nodes share: null, except where a test moves the time. */
export function databaseMoment(clock: Clock): Date | null {
  const real = realClock(clock);
  return real.moved ? real.now() : null;
}

// Creating a formatter costs a hundred times as much as using one, and even using one costs more than the rest of a
// request. Offsets are whole minutes everywhere, so the date cannot change within a minute.
type Zone = { formatter: Intl.DateTimeFormat; minute: number; date: string };
const zones = new Map<string, Zone>();

/** The calendar date (YYYY-MM-DD) in a time zone: it may already be tomorrow in Lagos when it is not in UTC. */
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

/**
 * A moment in the format of the API. Cached, because many things happen in one millisecond and formatting is not
 * cheap.
 */
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

/**
 * Whether the date exists: 2026-02-30 has the right shape and is still refused. So is the year 9999, which leaves no
 * day after its last.
 */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < "1900" || text >= "9999") return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && !isLeap ? 28 : (monthDays[month - 1] ?? 0);
  return day >= 1 && day <= last;
}

/** By name only: PostgreSQL reads an offset such as +01:00 with the opposite sign. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
