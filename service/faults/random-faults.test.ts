import { expect, test } from "vitest";
import { audit, settle } from "./simulation-auditor.fixture.ts";
import {
  addCounts,
  addFaults,
  chunkFaults,
  clientsAtOnce,
  faultsWanted,
  loadProgress,
  type Progress,
  saveProgress,
  simulationTimeoutMs,
} from "./simulation-chunks.fixture.ts";
import { startClients } from "./simulation-clients.fixture.ts";
import { type FaultCounts, injectFaults, planFaults, skippedFaults } from "./simulation-faults.fixture.ts";
import { startSimulation } from "./simulation-run.fixture.ts";

test(
  `after ${faultsWanted} random faults nothing is lost, doubled, unbalanced, undelivered or stuck`,
  async () => {
    const progress = loadProgress();
    while (progress.faults < faultsWanted) {
      const chunkSeed = progress.seed + progress.chunksDone;
      console.log(`seed ${chunkSeed} (BILLFOLD_FAULTS_SEED=${chunkSeed} repeats this chunk)`);
      await runChunk(progress, chunkSeed, Math.min(chunkFaults, faultsWanted - progress.faults));
      saveProgress(progress);
    }
    expect(progress.faults).toBeGreaterThanOrEqual(faultsWanted);
  },
  simulationTimeoutMs,
);

/** A fresh database, faults, an audit. */
async function runChunk(progress: Progress, seed: number, faults: number): Promise<void> {
  await using open = new AsyncDisposableStack();
  const startedAt = performance.now();
  const simulation = await startSimulation(open, seed);
  for (const skipped of new Set(skippedFaults(simulation))) console.log(`skipped: ${skipped}`);
  const clients = startClients(simulation, seed, clientsAtOnce);
  const { acknowledged } = clients;
  const counts: FaultCounts = {};
  const failure = await injectFaults(simulation, planFaults(simulation, seed), faults, counts).then(
    () => [],
    (error: unknown) => [`a fault could not be injected: ${String(error)}`],
  );
  await clients.stop();
  simulation.gateway.faults.clear();
  simulation.authority.faults.clear();
  const stuck = await settle(simulation);
  const findings = [...failure, ...stuck, ...(await audit(simulation, acknowledged))];

  const { operations, requests, retries, refused, byStatus } = acknowledged.counts;
  addCounts(progress.totals, {
    operations,
    requests,
    retries,
    refused,
    records: acknowledged.records.size,
    tokens: acknowledged.tokens.size,
    deliveries: [...simulation.receiver.received.values()].reduce((sum, { size }) => sum + size, 0),
    "duplicate deliveries": simulation.receiver.duplicates(),
    "gateway payments": simulation.gateway.transactions().filter(({ status }) => status === "success").length,
    registrations: simulation.authority.documents().length,
    "postmaster restarts": simulation.cluster.restarts(),
  });
  addCounts(progress.byStatus, byStatus);
  progress.faults += addFaults(progress.faultCounts, counts);
  progress.chunksDone += 1;
  progress.audits += 1;
  progress.seconds += Math.round((performance.now() - startedAt) / 1000);
  console.log(summary(progress));
  expect(findings).toEqual([]);
  expect(acknowledged.surprises).toEqual([]);
  expect(simulation.services.crashed()).toEqual([]);
}

function summary({ faults, chunksDone, seconds, totals, byStatus, faultCounts }: Progress): string {
  const listed = (counts: object) =>
    Object.entries(counts)
      .map(([name, value]) => `${value} ${name}`)
      .join(", ");
  const kinds = Object.entries(faultCounts)
    .sort(([, a], [, b]) => b.effective - a.effective)
    .map(
      ([name, { effective, ineffective }]) =>
        `  ${effective} × ${name}${ineffective ? ` (and ${ineffective} without effect)` : ""}`,
    );
  return [
    `${faults} faults in ${chunksDone} chunks, ${seconds} s; ${listed(totals)}`,
    `responses: ${listed(byStatus)}`,
    ...kinds,
  ].join("\n");
}
