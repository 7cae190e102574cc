import { ApiError, TooManyRequestsError, UnavailableError } from "billfold-sdk";
import { describe, expect, test } from "vitest";
import { createPace, GaveUp, isTransient } from "./polling.ts";

const busy = (retryAfterSeconds?: number) =>
  new TooManyRequestsError({ status: 429, code: "rate_limited", message: "Too many.", retryAfterSeconds });
const away = () =>
  new UnavailableError({ status: 503, code: "integration_unavailable", message: "Not now." });

/** A pace on a clock that advances only during waits. */
function open({ concurrency = 8, giveUpAfterMs = 600_000 } = {}) {
  let now = 0;
  const waits: number[] = [];
  const stop = new AbortController();
  const pace = createPace({
    concurrency,
    giveUpAfterMs,
    random: () => 1,
    stopping: stop.signal,
    time: {
      now: () => now,
      sleep: async (ms) => {
        const until = now + ms;
        await Promise.resolve();
        now = Math.max(now, until);
      },
    },
    onWait: ({ ms }) => waits.push(ms),
  });
  const turns = async (asked: number) => {
    let given = 0;
    for (let turn = 0; turn < asked; turn += 1) void pace.enter().then((may) => (given += may ? 1 : 0));
    await new Promise((resolve) => setImmediate(resolve));
    return given;
  };
  return { pace, waits, stop, turns, at: () => now };
}

describe("the pace", () => {
  test("lets so many in at once, and the next when one leaves", async () => {
    const { pace, turns } = open({ concurrency: 2 });
    expect(await turns(2)).toBe(2);
    const third = pace.enter();
    pace.leave();
    expect(await third).toBe(true);
    expect(pace.inFlight()).toBe(2);
  });

  test("makes all wait as long as one is told to, however many were under way, then lets one go first", async () => {
    const { pace, waits, turns, at } = open();
    await turns(8);
    for (let turn = 0; turn < 8; turn += 1) {
      pace.held(busy(3));
      pace.leave();
    }
    expect(waits).toEqual([3000]);
    expect(pace.waiting()).toEqual({ ms: 3000, reason: "too many requests" });
    expect(await turns(8)).toBe(1);
    expect(at()).toBe(3000);
  });

  test("doubles with each success", async () => {
    const { pace, turns } = open();
    pace.held(busy(1));
    expect(await turns(1)).toBe(1);
    pace.succeeded();
    pace.leave();
    expect(await turns(8)).toBe(2);
  });

  test("without Retry-After waits twice as long each time, up to half a minute", async () => {
    const { pace, waits } = open();
    for (let time = 0; time < 7; time += 1) {
      pace.held(away());
      await pace.enter();
      pace.leave();
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    pace.succeeded();
    pace.held(away());
    expect(waits.at(-1)).toBe(1000);
  });

  test("gives up at once when it is told to wait longer than patience lasts, and lets everybody go", async () => {
    const { pace } = open({ giveUpAfterMs: 60_000 });
    expect(() => pace.held(busy(86_400))).toThrow(GaveUp);
    expect(await pace.enter()).toBe(false);
  });

  test("ends all waiting when it is stopped", async () => {
    const { pace, stop } = open({ concurrency: 1 });
    await pace.enter();
    const waiting = pace.enter();
    stop.abort();
    expect(await waiting).toBe(false);
  });
});

test.each([
  [0, true],
  [404, false],
  [422, false],
  [429, true],
  [500, true],
  [503, true],
])("status %i passes by itself: %s", (status, passes) => {
  expect(isTransient(new ApiError({ status, code: "x", message: "x" }))).toBe(passes);
});
