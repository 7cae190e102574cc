import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../src/platform/db/database.ts";
import { isConnectionFailure } from "../src/platform/db/failures.ts";
import { endpoints, type FaultRun, startFaultRun } from "./run.fixture.ts";
import { giveUpAfterMs, newRandom, randomMoments, size } from "./size.fixture.ts";

const open = new AsyncDisposableStack();
let run: FaultRun;
beforeAll(async () => {
  run = await startFaultRun(open, 4);
});
afterAll(() => open.disposeAsync());

test("a connection that breaks between two statements fails its transaction but not the process", async () => {
  const { db } = run.context;
  const work = inTransaction(db, async (tx) => {
    const [own] = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
    await db.query("select pg_terminate_backend($1)", [own!.pid]);
    // The connection's error must arrive while no query is running.
    await delay(200);
    await tx.query("select 1");
  });
  const failure = await work.catch((error: unknown) => error);
  expect(isConnectionFailure(failure), String(failure)).toBe(true);
  expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
});

test(
  `responses after a crash of the database are recorded for the right deliveries, ${size.lateAnswers} times`,
  async () => {
    const { cluster, workers, receiver, writers } = run;
    for (let round = 0; round < size.lateAnswers; round++) {
      await run.rest();
      receiver.hold();
      workers.freeze();
      await writers.write(10);
      workers.thaw();
      await expect
        .poll(receiver.held, { timeout: giveUpAfterMs, interval: 5 })
        .toBeGreaterThanOrEqual(endpoints);
      // The workers' latest writes did not wait for the disk. They are lost, and made again in another order.
      workers.freeze();
      await cluster.crash("SIGKILL");
      await cluster.restart();
      await run.borrowEndpoint();
      const held = receiver.held();
      workers.thaw();
      await expect.poll(receiver.held, { timeout: giveUpAfterMs }).toBeGreaterThan(held);
      receiver.release();
      await run.verify();
    }
  },
  size.timeoutMs,
);

test(
  `${size.crashes} crashes of the database lose none of ${size.eventsAcrossCrashes} events for ${endpoints} endpoints`,
  async () => {
    const { cluster, workers, receiver, writers } = run;
    const { seed, random } = newRandom();
    console.log(`seed ${seed}`);
    const startedAt = performance.now();
    const before = receiver.arrived();
    const writing = writers.write(size.eventsAcrossCrashes);

    for (const [index, moment] of randomMoments(size.crashes, random).entries()) {
      await receiver.reach(before + Math.floor(moment * size.eventsAcrossCrashes * endpoints), giveUpAfterMs);
      await delay(random() * 50);
      // SIGQUIT notifies the connections, SIGKILL does not. A process that could not handle that would end: the
      // workers, and this process, in which the writers run.
      await cluster.crash(index % 2 === 0 ? "SIGKILL" : "SIGQUIT");
      await cluster.restart();
    }
    await writing;
    await run.verify();

    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(
      `${size.crashes} crashes, ${writers.failures()} changes made again, ` +
        `${receiver.arrived() - before} deliveries, ${receiver.duplicates()} once more, ${seconds} s`,
    );
    expect(await workers.stop()).toEqual(Array.from({ length: workers.count }, () => 0));
  },
  size.timeoutMs,
);
