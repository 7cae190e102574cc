import { describe, expect, test } from "vitest";
import { type AttemptTiming, isOver, nextPoll } from "./schedule.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const created = new Date("2026-11-15T11:00:00.000Z");
const linkEndsAt = new Date(created.getTime() + 30 * day);
const at = (age: number, timing: Partial<AttemptTiming> = {}): AttemptTiming => ({
  createdAt: created,
  linkEndsAt,
  now: new Date(created.getTime() + age),
  hasPage: true,
  ...timing,
});
const waits = (status: Parameters<typeof nextPoll>[0], count: number) =>
  Array.from({ length: count }, (_, pollCount) => {
    const timing = at(0);
    return (nextPoll(status, pollCount, timing)!.getTime() - timing.now.getTime()) / second;
  });

describe("the gateway is asked again", () => {
  test("after pauses that grow, and at last every hour", () => {
    expect(waits("starting", 2)).toEqual([60, 60]);
    expect(waits("open", 8)).toEqual([60, 120, 300, 600, 1800, 3600, 3600, 3600]);
    expect(waits("processing", 9)).toEqual([5, 10, 30, 60, 300, 900, 3600, 3600, 3600]);
    for (const status of ["failed", "closed"] as const) {
      expect(waits(status, 5)).toEqual([60, 600, 3600, 3600, 3600]);
    }
  });

  test("never about what is paid", () => expect(nextPoll("paid", 0, at(0))).toBeNull());

  test("never about what is over", () => {
    expect(nextPoll("open", 0, at(31 * day + 1))).toBeNull();
    expect(nextPoll("processing", 0, at(7 * day + 1))).toBeNull();
  });
});

describe("nothing more is expected", () => {
  test.each(["starting", "open", "failed", "closed"] as const)(
    "of an attempt that is %s, a day after its link ended; without a page, ten minutes after it began",
    (status) => {
      expect([isOver(status, at(31 * day)), isOver(status, at(31 * day + 1))]).toEqual([false, true]);
      const unseen = { hasPage: false };
      expect(isOver(status, at(10 * minute, unseen))).toBe(false);
      expect(isOver(status, at(10 * minute + 1, unseen))).toBe(true);
    },
  );

  test("of one that is processed after seven days, whatever its link and its page", () => {
    for (const timing of [{}, { hasPage: false }, { linkEndsAt: created }]) {
      expect(isOver("processing", at(7 * day, timing))).toBe(false);
      expect(isOver("processing", at(7 * day + 1, timing))).toBe(true);
    }
  });
});
