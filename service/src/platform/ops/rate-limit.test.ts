import { expect, test } from "vitest";
import { manualClock } from "../values/clock.ts";
import { createRateLimiter } from "./rate-limit.ts";

const start = new Date("2026-11-15T11:00:00.000Z");
const times = (count: number) => Array.from({ length: count });

test("a name may have so many at once, and is then told how long to wait", () => {
  const clock = manualClock(start);
  const take = createRateLimiter({ rate: 2, burst: 5 }, clock);
  expect(times(7).map(() => take("a"))).toEqual([0, 0, 0, 0, 0, 1, 1]);
});

test("after the time it was told, it has one more, and not before", () => {
  const clock = manualClock(start);
  const take = createRateLimiter({ rate: 0.1, burst: 3 }, clock);
  expect(times(4).map(() => take("a"))).toEqual([0, 0, 0, 10]);
  clock.advance(9_999);
  expect(take("a")).toBe(1);
  clock.advance(1);
  expect([take("a"), take("a")]).toEqual([0, 10]);
});

test("what is not used is saved up to the burst and no further", () => {
  const clock = manualClock(start);
  const take = createRateLimiter({ rate: 2, burst: 5 }, clock);
  times(5).forEach(() => void take("a"));
  clock.advance(24 * 3600 * 1000);
  expect(times(6).map(() => take("a"))).toEqual([0, 0, 0, 0, 0, 1]);
});

test("names do not share", () => {
  const take = createRateLimiter({ rate: 1, burst: 1 }, manualClock(start));
  expect([take("a"), take("b"), take("a"), take("b")]).toEqual([0, 0, 1, 1]);
});

test("of more names than are kept, the one that asked longest ago starts afresh", () => {
  const take = createRateLimiter({ rate: 1, burst: 1 }, manualClock(start), 2);
  expect([take("a"), take("b"), take("c")]).toEqual([0, 0, 0]);
  expect([take("b"), take("c"), take("a")]).toEqual([1, 1, 0]);
});
