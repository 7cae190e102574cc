import { expect, test } from "vitest";
import { createBreaker } from "./breaker.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 15) + seconds * 1000);

function broken() {
  const breaker = createBreaker();
  for (const _ of "12345") breaker.record("a", at(0), false);
  return breaker;
}

test("the breaker opens after five failures in a row, for half a minute, and for that authority alone", () => {
  const breaker = createBreaker();
  for (const _ of "1234") breaker.record("a", at(0), false);
  expect(breaker.enter("a", at(0))).toBe(0);
  breaker.record("a", at(0), true);
  for (const _ of "1234") breaker.record("a", at(0), false);
  expect(breaker.enter("a", at(0))).toBe(0);
  breaker.record("a", at(0), false);
  expect([breaker.waitMs("a", at(0)), breaker.waitMs("a", at(29))]).toEqual([30_000, 1_000]);
  expect(breaker.enter("b", at(0))).toBe(0);
});

test("the breaker lets one call through after the pause, and the others wait for its outcome", () => {
  const breaker = broken();
  expect([breaker.enter("a", at(30)), breaker.enter("a", at(30)), breaker.enter("a", at(31))]).toEqual([
    0, 30_000, 29_000,
  ]);
  breaker.record("a", at(32), false);
  expect(breaker.enter("a", at(33))).toBe(29_000);
});

test("the breaker stays closed before the fifth failure, and refused callers do not prolong a pause", () => {
  const breaker = createBreaker();
  for (const _ of "1234") breaker.record("a", at(0), false);
  expect([breaker.enter("a", at(0)), breaker.enter("a", at(0))]).toEqual([0, 0]);
  breaker.record("a", at(0), false);
  expect([breaker.enter("a", at(10)), breaker.enter("a", at(20)), breaker.enter("a", at(30))]).toEqual([
    20_000, 10_000, 0,
  ]);
});

test("the breaker stays open for as long as the other side asked, and only for that authority", () => {
  const breaker = createBreaker();
  breaker.holdOpen("a", at(0), 7_000);
  expect([breaker.enter("a", at(2)), breaker.enter("b", at(2)), breaker.enter("a", at(7))]).toEqual([
    5_000, 0, 0,
  ]);
});

test("the breaker stays open until the later of two requested moments, whichever came first", () => {
  const breaker = createBreaker();
  breaker.holdOpen("a", at(0), 7_000);
  breaker.holdOpen("a", at(1), 2_000);
  expect([breaker.waitMs("a", at(2)), breaker.waitMs("a", at(2))]).toEqual([5_000, 5_000]);
  breaker.holdOpen("a", at(2), 9_000);
  expect(breaker.waitMs("a", at(2))).toBe(9_000);
});

test("the breaker closes with the first response", () => {
  const breaker = broken();
  breaker.enter("a", at(30));
  breaker.record("a", at(31), true);
  expect([breaker.enter("a", at(31)), breaker.enter("a", at(31))]).toEqual([0, 0]);
});
