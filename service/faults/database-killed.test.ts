import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { endpoints, startFaultRun } from "./run.fixture.ts";
import { newSeed, randomMoments, seededChance, size } from "./size.fixture.ts";

let open = new AsyncDisposableStack();
afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
});

test(
  `${size.crashes} crashes of the database lose none of ${size.eventsAcrossCrashes} events for ${endpoints} endpoints`,
  async () => {
    const seed = newSeed();
    const chance = seededChance(seed);
    const startedAt = performance.now();
    const run = await startFaultRun(open, size.eventsAcrossCrashes, {
      refuseOneIn: 50,
      // Slow ones have attempts under way across the whole crash, whose outcome is recorded after it.
      answerAfterMs: (endpoint) => (endpoint % 4 === 0 ? 150 : 0),
    });
    const { cluster, workers, ledger, writers } = run;

    for (const [index, moment] of randomMoments(size.crashes, chance).entries()) {
      await new Promise<void>((resolve) =>
        ledger.whenArrived(Math.floor(moment * size.eventsAcrossCrashes * endpoints), resolve),
      );
      await delay(chance() * 50);
      await cluster.crash(index % 2 === 0 ? "SIGKILL" : "SIGQUIT");
      await cluster.restart();
    }
    await run.verify(size.timeoutMs / 2);
    expect(await workers.stop()).toEqual([0, 0]);

    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(
      `seed ${seed}: ${size.crashes} crashes, ${writers.failures()} changes to be made again, ` +
        `${ledger.arrived()} deliveries, ${ledger.duplicates()} more than once, ${seconds} s`,
    );
  },
  size.timeoutMs,
);
