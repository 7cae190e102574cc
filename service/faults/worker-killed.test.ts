import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { laneJobsMax } from "../src/modules/deliveries/lane.ts";
import { endpoints, startFaultRun } from "./run.fixture.ts";
import { newSeed, randomMoments, seededChance, size } from "./size.fixture.ts";

let open = new AsyncDisposableStack();
afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
});

test(
  `${size.kills} kills of a worker at random moments lose none of ${size.events} events for ${endpoints} endpoints`,
  async () => {
    const seed = newSeed();
    const chance = seededChance(seed);
    const startedAt = performance.now();
    const run = await startFaultRun(open, size.events, { refuseOneIn: 50, answerAfterMs: () => 0 });
    const { workers, ledger } = run;

    for (const [index, moment] of randomMoments(size.kills, chance).entries()) {
      await new Promise<void>((resolve) =>
        ledger.whenArrived(Math.floor(moment * size.events * endpoints), resolve),
      );
      await delay(chance() * 50);
      await workers.replace(index % 2);
    }
    await run.verify(size.timeoutMs / 2);
    expect(await workers.stop()).toEqual([0, 0]);

    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(
      `seed ${seed}: ${size.kills} kills, ${ledger.arrived()} deliveries, ${ledger.duplicates()} more than once, ${seconds} s`,
    );
    // A kill costs at most what the worker had in hand: twice the lanes' fill, for those that were just refilled.
    expect(ledger.duplicates()).toBeLessThanOrEqual(size.kills * endpoints * 2 * laneJobsMax);
  },
  size.timeoutMs,
);
