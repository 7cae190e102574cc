import { describe, expect, test } from "vitest";
import { manualClock } from "../../platform/values/clock.ts";
import { createTokenBuckets, createVisitCounter, createVisitorLimit, networkOf } from "./visitor-limit.ts";

const start = new Date("2026-11-15T11:00:00.000Z");

describe("a visitor", () => {
  test("may ask 60 times of a company at once, and then five times a second", async () => {
    const clock = manualClock(start);
    const limit = createVisitorLimit(createVisitCounter({ clock }));
    for (let count = 0; count < 60; count++) await limit("192.0.2.7", 1);
    await expect(limit("192.0.2.7", 1)).rejects.toThrow("Wait 1 s");
    clock.advance(1000);
    for (let count = 0; count < 5; count++) await limit("192.0.2.7", 1);
    await expect(limit("192.0.2.7", 1)).rejects.toThrow("Too many requests");
  });

  test("is not held to account for others, nor at other companies", async () => {
    const limit = createVisitorLimit(createVisitCounter({ clock: manualClock(start) }));
    for (let count = 0; count < 60; count++) await limit("192.0.2.7", 1);
    await limit("192.0.2.8", 1);
    await limit("192.0.2.7", 2);
    await expect(limit("192.0.2.7", 1)).rejects.toThrow("Too many requests");
  });

  test("who tries company after company is stopped all the same", async () => {
    const limit = createVisitorLimit(createVisitCounter({ clock: manualClock(start) }));
    for (let companyId = 0; companyId < 300; companyId++) await limit("192.0.2.7", companyId);
    await expect(limit("192.0.2.7", 300)).rejects.toThrow("Too many requests");
  });
});

describe("addresses of one visitor", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::9", "2001:db8:1:2"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
  ])("%s counts as %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe("token buckets", () => {
  const times = (count: number) => Array.from({ length: count });

  test("an address may send so many at once, and then gets the time to wait", () => {
    const clock = manualClock(start);
    const take = createTokenBuckets({ rate: 2, burst: 5 }, clock);
    expect(times(7).map(() => take("a"))).toEqual([0, 0, 0, 0, 0, 1, 1]);
  });

  test("after that time it may send one more, and not before", () => {
    const clock = manualClock(start);
    const take = createTokenBuckets({ rate: 0.1, burst: 3 }, clock);
    expect(times(4).map(() => take("a"))).toEqual([0, 0, 0, 10]);
    clock.advance(9_999);
    expect(take("a")).toBe(1);
    clock.advance(1);
    expect([take("a"), take("a")]).toEqual([0, 10]);
  });

  test("what is not used is saved up to the burst and no further", () => {
    const clock = manualClock(start);
    const take = createTokenBuckets({ rate: 2, burst: 5 }, clock);
    times(5).forEach(() => void take("a"));
    clock.advance(24 * 3600 * 1000);
    expect(times(6).map(() => take("a"))).toEqual([0, 0, 0, 0, 0, 1]);
  });

  test("names do not share", () => {
    const take = createTokenBuckets({ rate: 1, burst: 1 }, manualClock(start));
    expect([take("a"), take("b"), take("a"), take("b")]).toEqual([0, 0, 1, 1]);
  });

  test("of more names than are kept, the one that asked longest ago starts afresh", () => {
    const take = createTokenBuckets({ rate: 1, burst: 1 }, manualClock(start), 2);
    expect([take("a"), take("b"), take("c")]).toEqual([0, 0, 0]);
    expect([take("b"), take("c"), take("a")]).toEqual([1, 1, 0]);
  });
});
