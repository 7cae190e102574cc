import { describe, expect, test } from "vitest";
import { addDays, dateIn, isCalendarDate, isTimeZone, manualClock } from "./clock.ts";

describe("manualClock", () => {
  test("does not move until it is set", () => {
    const clock = manualClock(new Date("2026-11-15T11:00:00.000Z"));
    expect(clock.now()).toEqual(new Date("2026-11-15T11:00:00.000Z"));
    clock.advance(1500);
    expect(clock.now()).toEqual(new Date("2026-11-15T11:00:01.500Z"));
    clock.set(new Date("2020-01-01T00:00:00.000Z"));
    expect(clock.now()).toEqual(new Date("2020-01-01T00:00:00.000Z"));
  });

  test("returns a date that the caller may change without moving the clock", () => {
    const clock = manualClock(new Date(0));
    clock.now().setFullYear(1999);
    expect(clock.now()).toEqual(new Date(0));
  });
});

describe("dateIn", () => {
  test.each([
    ["Africa/Lagos", "2026-11-15T22:59:59.999Z", "2026-11-15"],
    ["Africa/Lagos", "2026-11-15T23:00:00.000Z", "2026-11-16"],
    ["UTC", "2026-11-15T23:59:59.999Z", "2026-11-15"],
    ["America/New_York", "2026-11-16T04:59:59.999Z", "2026-11-15"],
    ["Pacific/Kiritimati", "2026-12-31T10:00:00.000Z", "2027-01-01"],
    ["Asia/Kathmandu", "2026-11-15T18:15:00.000Z", "2026-11-16"],
  ])("in %s the moment %s is on %s", (zone, moment, date) => {
    expect(dateIn(zone, new Date(moment))).toBe(date);
  });
});

describe("addDays", () => {
  test.each([
    ["2026-11-15", 30, "2026-12-15"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2026-12-31", 1, "2027-01-01"],
    ["2026-11-15", 0, "2026-11-15"],
    ["9998-12-31", 365, "9999-12-31"],
  ])("%s and %i days is %s", (date, days, sum) => {
    expect(addDays(date, days)).toBe(sum);
  });
});

describe("isCalendarDate", () => {
  test.each(["2026-11-15", "2028-02-29", "1900-01-01", "9998-12-31"])("%s is one", (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  test.each([
    "2026-02-30",
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-11-31",
    "2026-11-00",
    "1899-12-31",
    "9999-01-01",
    "2026-1-5",
    "15-11-2026",
    "2026-11-15T00:00:00Z",
    "2026-11-15\n",
    " 2026-11-15",
    "20261115",
    "today",
    "",
  ])("%j is not one", (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});

describe("isTimeZone", () => {
  test.each(["Africa/Lagos", "UTC", "America/Argentina/Buenos_Aires"])("%s is one", (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  // PostgreSQL reads an offset in the POSIX way, with the opposite sign, so a company would have two values for today.
  test.each(["", "Lagos", "Africa/Atlantis", "+01:00", "-05", "GMT+1 "])("%j is not one", (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});
