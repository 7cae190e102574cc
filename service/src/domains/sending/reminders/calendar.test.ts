import { describe, expect, test } from "vitest";
import { nextOpening, stepOn } from "./calendar.ts";

const steps = [{ days: -3 }, { days: 1 }, { days: 7 }, { days: 14 }];
const due = "2026-11-20";

describe("the step of a day", () => {
  test.each([
    ["2026-11-16", undefined],
    ["2026-11-17", -3],
    ["2026-11-20", -3],
    ["2026-11-21", 1],
    ["2026-11-26", 1],
    ["2026-11-27", 7],
    ["2026-12-04", 14],
    ["2026-12-11", 14],
    // A week after the last one nothing comes any more.
    ["2026-12-12", undefined],
  ])("on %s it is %s", (today, days) => {
    expect(stepOn(steps, due, today)?.days).toBe(days);
  });

  test("is the newest one in whatever order they are given, and long past ones are skipped", () => {
    expect(stepOn([...steps].reverse(), due, "2026-11-28")?.days).toBe(7);
    expect(stepOn([{ days: -60 }, { days: 180 }], due, "2026-11-28")).toBeUndefined();
  });
});

describe("reminders are sent", () => {
  const hours = { send_from_hour: 9, send_until_hour: 17, weekdays_only: true };
  const opening = (timeZone: string, now: string, given = hours) =>
    nextOpening(timeZone, given, new Date(now)).toISOString();

  test.each([
    // 2026-11-17 is a Tuesday, and Lagos is an hour ahead of UTC.
    ["before the hours, when they begin", "2026-11-17T07:59:59.999Z", "2026-11-17T08:00:00.000Z"],
    ["in the hours, at once", "2026-11-17T08:00:00.000Z", "2026-11-17T08:00:00.000Z"],
    ["until the last moment", "2026-11-17T15:59:59.999Z", "2026-11-17T15:59:59.999Z"],
    ["after the hours, on the next day", "2026-11-17T16:00:00.000Z", "2026-11-18T08:00:00.000Z"],
    ["after those of Friday, on Monday", "2026-11-20T16:00:00.000Z", "2026-11-23T08:00:00.000Z"],
    ["on Saturday, on Monday", "2026-11-21T10:00:00.000Z", "2026-11-23T08:00:00.000Z"],
  ])("%s", (_when, now, expected) => {
    expect(opening("Africa/Lagos", now)).toBe(expected);
  });

  test("at weekends too, and around the clock, where the company wants that", () => {
    const always = { send_from_hour: 0, send_until_hour: 24, weekdays_only: false };
    expect(opening("Africa/Lagos", "2026-11-21T22:59:59.999Z", always)).toBe("2026-11-21T22:59:59.999Z");
    expect(opening("Africa/Lagos", "2026-11-21T23:00:00.000Z", always)).toBe("2026-11-21T23:00:00.000Z");
  });

  test.each([
    ["clocks go forward", "2026-03-29T00:30:00.000Z", "2026-03-29T07:00:00.000Z"],
    ["clocks go back", "2026-10-25T00:30:00.000Z", "2026-10-25T08:00:00.000Z"],
  ])("at nine by the clock on the day when %s", (_what, now, expected) => {
    expect(opening("Europe/Paris", now, { ...hours, weekdays_only: false })).toBe(expected);
  });
});
