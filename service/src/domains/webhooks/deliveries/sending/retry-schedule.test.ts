import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attemptDelaysMs, failingMaxMs, nextAttemptAt, retryAfterMs } from "./retry-schedule.ts";

const now = new Date("2026-11-15T11:00:00.000Z");
const hour = 3_600_000;
const day = 24 * hour;
/** As the contract has it, in seconds. */
const promised = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const waitAfter = (step: number, random: number, wish?: number) => {
  const next = nextAttemptAt(step, now, () => random, wish);
  return next && next.getTime() - now.getTime();
};

describe("the wait for the next attempt", () => {
  test("is as promised where random has no say, and there are ten attempts", () => {
    expect(attemptDelaysMs).toEqual([0, ...promised.map((seconds) => seconds * 1000)]);
    expect(promised.map((_, step) => waitAfter(step, 0.5))).toEqual(
      promised.map((seconds) => seconds * 1000),
    );
    expect(waitAfter(9, 0.5)).toBeUndefined();
  });

  test("is up to a fifth shorter or longer by random, and reaches both ends", () => {
    fc.assert(
      fc.property(fc.nat(8), chances, (step, random) => {
        const usual = promised[step]! * 1000;
        const wait = waitAfter(step, random)!;
        expect(wait).toBeGreaterThanOrEqual(usual * 0.8);
        expect(wait).toBeLessThanOrEqual(usual * 1.2);
        expect(Math.abs(wait - usual * (0.8 + 0.4 * random))).toBeLessThanOrEqual(0.5);
      }),
    );
    expect([waitAfter(0, 0), waitAfter(0, 0.999_999_9)]).toEqual([4000, 6000]);
  });

  test("is never shorter than was asked for, and never longer because less was asked for", () => {
    fc.assert(
      fc.property(fc.nat(8), chances, fc.nat(day), (step, random, wish) => {
        expect(waitAfter(step, random, wish)).toBe(Math.max(waitAfter(step, random)!, wish));
      }),
    );
    expect(waitAfter(9, 0.5, hour)).toBeUndefined();
  });
});

describe("Retry-After", () => {
  test("in seconds is taken at its word, up to a day", () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.constantFrom("", " ", "\t"), (seconds, space) => {
        expect(retryAfterMs(`${space}${seconds}${space}`, now)).toBe(Math.min(seconds * 1000, day));
      }),
    );
  });

  test("as a date is the time until then, up to a day; the past is no wish", () => {
    fc.assert(
      fc.property(fc.integer({ min: -400_000, max: 400_000 }), (seconds) => {
        const date = new Date(now.getTime() + seconds * 1000).toUTCString();
        expect(retryAfterMs(date, now)).toBe(Math.min(Math.max(seconds * 1000, 0), day));
      }),
    );
  });

  test.each([
    undefined,
    "",
    " ",
    "soon",
    "-5",
    "1.5",
    "+5",
    "0x10",
    "5 s",
    "NaN",
    "Infinity",
    "Sun, 99 Nov 2026 11:00:00 GMT",
  ])("%j is no wish", (header) => expect(retryAfterMs(header, now)).toBe(0));

  test("that is more seconds than anybody would write is a day at most", () => {
    for (const seconds of ["86401", "999999999", "9999999999", "99999999999999999999"]) {
      expect([seconds, retryAfterMs(seconds, now)]).toEqual([seconds, day]);
    }
  });

  test("can ask for nothing but a wait of up to a day, whatever it says", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(fc.string())), (header) => {
        const wait = retryAfterMs(header, now);
        expect(wait >= 0 && wait <= day).toBe(true);
      }),
    );
    expect(retryAfterMs(["7", "9"], now)).toBe(7000);
  });
});

test("five days of nothing but failures are too many", () => expect(failingMaxMs).toBe(5 * day));
