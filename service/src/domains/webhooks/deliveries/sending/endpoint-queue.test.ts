import { describe, expect, test } from "vitest";
import type { DeliveryJob } from "./attempt.ts";
import {
  createEndpointQueue,
  emptyQueue,
  finishJob,
  finishTaking,
  isIdle,
  isUnhealthy,
  type Moment,
  msUntilNextStart,
  msUntilNextTake,
  queueJob,
  startJob,
} from "./endpoint-queue.ts";

const start = Date.parse("2026-11-15T11:00:00.000Z");
const at = (ms: number, processIsBusy = false): Moment => ({
  now: new Date(start + ms),
  monotonicMs: ms,
  processIsBusy,
});
const job = (sequence: number): DeliveryJob => ({
  deliveryId: sequence,
  eventId: `evt_1_${sequence}`,
  sequence,
  step: 0,
  number: 1,
  cause: "first",
  leaseNumber: 1,
  waitingSince: new Date(start),
  body: "{}",
});

/** A queue with these jobs, of which the first are in flight since the given moments. */
function queueWith(sequences: readonly number[], startedAt: readonly number[] = []) {
  const queue = createEndpointQueue({ company_id: 1, endpoint_id: 2 }, at(0));
  queue.target = { url: "https://hooks.example/", current: "whsec_x", previous: undefined };
  for (const sequence of sequences) queueJob(queue, job(sequence));
  for (const ms of startedAt) startJob(queue, queue.jobs.shift()!, at(ms));
  return queue;
}

describe("the next job may start", () => {
  test("at once where nothing is in flight, and never without a job, a target or the lease", () => {
    expect(msUntilNextStart(queueWith([1]), 250, at(0))).toBe(0);
    expect(msUntilNextStart(queueWith([]), 250, at(0))).toBeUndefined();
    expect(msUntilNextStart({ ...queueWith([1]), target: undefined }, 250, at(0))).toBeUndefined();
    expect(msUntilNextStart({ ...queueWith([1]), active: false }, 250, at(0))).toBeUndefined();
  });

  test("beside the newest in flight when that is slow, and sooner where the endpoint is behind", () => {
    const queue = queueWith([1, 2, 3], [0, 100]);
    expect([100, 200, 349, 350, 900].map((ms) => msUntilNextStart(queue, 250, at(ms)))).toEqual([
      250, 150, 1, 0, 0,
    ]);
    const behind = queueWith([1, 2], [2500]);
    expect([2500, 2510, 2520].map((ms) => msUntilNextStart(behind, 250, at(ms)))).toEqual([20, 10, 0]);
  });

  test("after a gap where it is for the service's own receiver and the process is busy", () => {
    const queue = { ...queueWith([1, 2], [1000]), isOwnReceiver: true };
    queue.inFlight.clear();
    expect(msUntilNextStart(queue, 250, at(1100))).toBe(0);
    expect(msUntilNextStart(queue, 250, at(1100, true))).toBe(150);
    expect(msUntilNextStart(queue, 250, at(1250, true))).toBe(0);
  });

  test("at once beside others where it is for the service's own receiver, and while the process is busy only with those of the same moment", () => {
    const queue = { ...queueWith([1, 2, 3], [1000]), isOwnReceiver: true };
    expect(msUntilNextStart(queue, 250, at(1001))).toBe(0);
    expect(msUntilNextStart(queue, 250, at(1000, true))).toBe(0);
    expect(msUntilNextStart(queue, 250, at(1001, true))).toBe(249);
    expect(msUntilNextStart({ ...queue, failingSince: new Date(start) }, 250, at(1001))).toBe(0);
    startJob(queue, queue.jobs.shift()!, at(1001));
    expect(msUntilNextStart({ ...queue, failingSince: new Date(start) }, 250, at(1001))).toBeUndefined();
  });
});

test("an endpoint is unhealthy while it fails, or once it has left an attempt without a response for a second", () => {
  const queue = queueWith([1], [0]);
  expect([isUnhealthy(queue, at(1000)), isUnhealthy(queue, at(1001))]).toEqual([false, true]);
  expect(isUnhealthy({ ...queueWith([]), failingSince: new Date(start) }, at(0))).toBe(true);
});

describe("a job", () => {
  test("is queued once, and held until it is finished", () => {
    const queue = queueWith([1, 1, 2], [0]);
    expect(queue.jobs.map(({ sequence }) => sequence)).toEqual([2]);
    queueJob(queue, job(1));
    expect(queue.jobs).toHaveLength(1);
    finishJob(queue, job(1));
    queueJob(queue, job(1));
    expect(queue.jobs.map(({ sequence }) => sequence)).toEqual([2, 1]);
  });

  test("that finishes while work is being taken stays held until that has arrived", () => {
    const queue = queueWith([1], [0]);
    queue.taking = true;
    finishJob(queue, job(1));
    queueJob(queue, job(1));
    expect([queue.jobs, isIdle(queue)]).toEqual([[], false]);
    finishTaking(queue);
    expect(isIdle(queue)).toBe(true);
  });

  test("that is dropped is asked for again: the next take makes room for it", () => {
    const queue = queueWith([1, 2, 3], [0]);
    emptyQueue(queue);
    expect([queue.jobs, queue.dropped, [...queue.held]]).toEqual([[], 2, [1]]);
    finishTaking(queue);
    expect(queue.dropped).toBe(0);
  });
});

test("more work is taken while the queue is half empty, ours, and not being filled", () => {
  const queue = queueWith([1, 2, 3]);
  expect(msUntilNextTake(queue, at(0))).toBe(0);
  for (const changes of [{ more: false }, { taking: true }, { active: false }]) {
    expect(msUntilNextTake({ ...queue, ...changes }, at(0))).toBeUndefined();
  }
  expect(msUntilNextTake(queueWith([1, 2, 3, 4, 5, 6, 7, 8]), at(0))).toBeUndefined();
});

test("work is not taken before the time that was set for it", () => {
  const queue = { ...queueWith([1]), takeNotBefore: 50 };
  expect([at(0), at(49), at(50), at(51)].map((moment) => msUntilNextTake(queue, moment))).toEqual([
    50, 1, 0, 0,
  ]);
});
