import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints, type FaultRun, startFaultRun } from "./run.fixture.ts";
import { newChance, patienceMs, randomMoments, size } from "./size.fixture.ts";

const open = new AsyncDisposableStack();
let run: FaultRun;
beforeAll(async () => {
  run = await startFaultRun(open, 4);
});
afterAll(() => open.disposeAsync());

test(
  `answers that come after a crash of the database, ${size.lateAnswers} times, count for the delivery they belong to`,
  async () => {
    const { cluster, workers, ledger, writers } = run;
    for (let round = 0; round < size.lateAnswers; round++) {
      await run.rest();
      ledger.hold();
      workers.freeze();
      await writers.write(10);
      workers.thaw();
      await expect.poll(ledger.held, { timeout: patienceMs, interval: 5 }).toBeGreaterThanOrEqual(endpoints);
      const held = ledger.held();
      // What the workers noted just now did not wait for the disk, and is lost; those that they called do not know.
      await cluster.crash("SIGKILL");
      await cluster.restart();
      await expect.poll(ledger.held, { timeout: patienceMs }).toBeGreaterThan(held + endpoints / 2);
      ledger.letGo();
      await run.verify();
    }
  },
  size.timeoutMs,
);

test(
  `${size.crashes} crashes of the database lose none of ${size.eventsAcrossCrashes} events for ${endpoints} endpoints`,
  async () => {
    const { cluster, workers, ledger, writers } = run;
    const { seed, chance } = newChance();
    console.log(`seed ${seed}`);
    const startedAt = performance.now();
    const before = ledger.arrived();
    const writing = writers.write(size.eventsAcrossCrashes);

    for (const [index, moment] of randomMoments(size.crashes, chance).entries()) {
      await ledger.reach(before + Math.floor(moment * size.eventsAcrossCrashes * endpoints), patienceMs);
      await delay(chance() * 50);
      await cluster.crash(index % 2 === 0 ? "SIGQUIT" : "SIGKILL");
      await cluster.restart();
    }
    await writing;
    await run.verify();

    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(
      `${size.crashes} crashes, ${writers.failures()} changes made again, ` +
        `${ledger.arrived() - before} deliveries, ${ledger.duplicates()} once more, ${seconds} s`,
    );
    expect(await workers.stop()).toEqual(Array.from({ length: workers.count }, () => 0));
  },
  size.timeoutMs,
);
