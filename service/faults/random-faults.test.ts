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
    }
    expect(progress.faults).toBeGreaterThanOrEqual(faultsWanted);
  },
  simulationTimeoutMs,
);

/** A fresh database, faults, an audit. What was wrong is kept with the seed, so that a long run can go on behind it. */
async function runChunk(progress: Progress, seed: number, faults: number): Promise<void> {
  await using open = new AsyncDisposableStack();
  let since = performance.now();
  const took = (part: string) => {
    addCounts(progress.seconds, { [part]: Math.round((performance.now() - since) / 1000) });
    since = performance.now();
  };
  const simulation = await startSimulation(open, seed);
  for (const skipped of new Set(skippedFaults(simulation))) console.log(`skipped: ${skipped}`);
  took("start");
  const clients = startClients(simulation, seed, clientsAtOnce);
  const { acknowledged } = clients;
  const counts: FaultCounts = {};
  const successes = () =>
    Object.entries(acknowledged.counts.byStatus)
      .filter(([status]) => status.startsWith("2"))
      .reduce((sum, [, count]) => sum + count, 0);
  const plan = planFaults(simulation, seed, faults);
  const failure = await injectFaults(simulation, plan, counts, successes).then(
    () => [],
    (error: unknown) => [`a fault could not be injected: ${String(error)}`],
  );
  await clients.stop();
  took("faults");
  simulation.gateway.faults.clear();
  simulation.authority.faults.clear();
  const stuck = await settle(simulation);
  took("settle");
  const audited = await audit(simulation, acknowledged);
  took("audit");
  const { surprises } = acknowledged;
  const wrong = [...failure, ...stuck, ...audited, ...surprises, ...simulation.services.crashed()];

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
  if (wrong.length > 0) progress.violations.push({ seed, wrong: wrong.map((text) => text.slice(0, 2000)) });
  saveProgress(progress);
  console.log(summary(progress));
  expect(wrong).toEqual([]);
}

function summary({
  faults,
  chunksDone,
  seconds,
  totals,
  byStatus,
  faultCounts,
  violations,
}: Progress): string {
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
    `${faults} faults in ${chunksDone} chunks, ${violations.length} of them with something wrong; ${listed(totals)}`,
    `seconds: ${listed(seconds)}`,
    `responses: ${listed(byStatus)}`,
    ...kinds,
  ].join("\n");
}
