import { expect, test } from "vitest";
import { type Ended, keepRunning } from "./replacement.ts";

const died: Ended = { code: null, signal: "SIGKILL", wasReady: true };
const hasty = { firstPauseMs: 1, pauseMaxMs: 4, attemptsMax: 9 };
const failed: Ended = { code: 1, signal: null, wasReady: false };

/** Processes that end as the list says; the last one runs until the test stops. */
function replacing(ends: Ended[], othersRun = () => true, limits?: Parameters<typeof keepRunning>[1]) {
  const stopping = new AbortController();
  const pauses: number[] = [];
  let started = 0;
  const run = async () => {
    const ended = ends[started++];
    if (!ended) stopping.abort();
    return ended ?? died;
  };
  const onReplace = (_: Ended, pauseMs: number) => void pauses.push(pauseMs);
  const kept = keepRunning({ run, othersRun, onReplace, signal: stopping.signal }, limits);
  return { kept, pauses, started: () => started };
}

test("a process that dies is replaced at once, and one that dies again after a pause that grows", async () => {
  const { kept, pauses, started } = replacing([died, died, died]);
  await kept;
  expect(started()).toBe(4);
  expect(pauses[0]).toBe(0);
  expect(pauses[1]).toBeGreaterThanOrEqual(125);
  expect(pauses[2]).toBeGreaterThanOrEqual(250);
});

test("while another process serves, nothing is given up", async () => {
  const { kept, pauses, started } = replacing(Array(20).fill(failed), () => true, hasty);
  await kept;
  expect(started()).toBe(21);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(4);
});

test("when no process can be started, that is an error after nine attempts", async () => {
  const { kept, started } = replacing([died, ...Array(20).fill(failed)], () => false, hasty);
  await expect(kept).rejects.toThrow(/^No process can be started: 9 attempts failed, the last with code 1/);
  expect(started()).toBe(10);
});
