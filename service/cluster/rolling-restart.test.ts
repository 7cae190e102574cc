import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodes, serviceUrlOf, stop } from "../../deploy/cluster/trial-cluster.ts";
import { auditDeliveries, auditRecords, auditRegistrations } from "./audit.fixture.ts";
import { nginx, startNginx } from "./nginx.fixture.ts";
import { startProbes } from "./probes.fixture.ts";
import { type ClusterRun, missing, startClusterRun } from "./run.fixture.ts";
import { changesAround, clients, restartRounds, testTimeoutMs } from "./size.fixture.ts";

describe.skipIf(missing.length > 0)("nodes that are restarted one by one under load", () => {
  const open = new AsyncDisposableStack();
  let run: ClusterRun;
  beforeAll(async () => {
    run = await startClusterRun(open, { cables: false });
  }, testTimeoutMs);
  afterAll(() => open.disposeAsync(), testTimeoutMs);

  test(
    "no request fails behind HAProxy, without retries by the client",
    () => restartAll("HAProxy", serviceUrlOf(run.trial)),
    testTimeoutMs,
  );

  test.skipIf(!nginx)(
    "no request fails behind nginx, without retries by the client",
    async () => restartAll("nginx", await startNginx(open, run.trial)),
    testTimeoutMs,
  );

  async function restartAll(name: string, url: string): Promise<void> {
    const load = run.newLoad([url]);
    const probes = startProbes(run.trial);
    load.start(clients, { retries: false });
    await load.waitForChanges(changesAround);
    for (let round = 0; round < restartRounds; round++) {
      for (const node of nodes) {
        await stop(run.trial, `app${node}`);
        await run.startNode(node);
        await load.waitForChanges(changesAround);
      }
    }
    await load.stop();
    await probes.stop();

    const failed = load.answers.filter(({ status }) => status >= 300 || status === 0);
    const longest = Math.max(...load.answers.map(({ tookMs }) => tookMs));
    console.log(
      `${name}: ${restartRounds * nodes.length} restarts, ${load.answers.length} requests, ${failed.length} failed, ` +
        `longest ${Math.round(longest)} ms`,
    );
    expect(failed).toEqual([]);
    await auditRecords(run.context.db, load.acknowledged);
    await auditRegistrations(run.context.db, run.authority);
    await auditDeliveries(run.context.db, run.receiver, run.subjects);
    expect(probes.notAlive).toEqual([]);
    expect(run.internalErrors()).toEqual([]);
  }
});
