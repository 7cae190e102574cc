import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queuedJobsMax } from "../src/domains/webhooks/deliveries/sending/endpoint-queue.ts";
import { endpoints, type FaultRun, startFaultRun } from "./run.fixture.ts";
import { giveUpAfterMs, newRandom, randomMoments, size } from "./size.fixture.ts";

const open = new AsyncDisposableStack();
let run: FaultRun;
beforeAll(async () => {
  run = await startFaultRun(open, 50);
});
afterAll(() => open.disposeAsync());

test(
  `${size.kills} kills of a worker at random moments lose none of ${size.events} events for ${endpoints} endpoints`,
  async () => {
    const { workers, receiver, writers } = run;
    const { seed, random } = newRandom();
    console.log(`seed ${seed}`);
    const startedAt = performance.now();
    const writing = writers.write(size.events);

    for (const [index, moment] of randomMoments(size.kills, random).entries()) {
      await receiver.reach(Math.floor(moment * size.events * endpoints), giveUpAfterMs);
      await delay(random() * 50);
      await workers.replace(index % workers.count);
    }
    await writing;
    await run.verify();

    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(
      `${size.kills} kills, ${receiver.arrived()} deliveries, ${receiver.duplicates()} once more, ${seconds} s`,
    );
    expect(workers.errors()).toEqual([]);
    expect(writers.failures()).toBe(0);
    // A kill repeats at most the worker's queued jobs, and a queue that was just refilled has half of that again.
    expect(receiver.duplicates()).toBeLessThanOrEqual(size.kills * endpoints * 1.5 * queuedJobsMax);
    expect(await workers.stop()).toEqual(Array.from({ length: workers.count }, () => 0));
  },
  size.timeoutMs,
);
