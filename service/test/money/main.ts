import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import type { ChunkResult } from "./chunk.ts";

const usage = `npm run test:money -- [options]
  --documents N   how many random documents; 1000000 without it
  --seed N        which ones; another in each run without it
  --jobs N        how many threads; as many as there are cores without it`;

/** So many documents have a seed of their own: a chunk that fails is repeated without those before it. */
const chunkSize = 5_000;

const { values: options } = parseArgs({
  options: {
    documents: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Date.now() % 2 ** 30) },
    jobs: { type: "string", default: String(availableParallelism()) },
    help: { type: "boolean", default: false },
  },
});
const [documents, seed, jobs] = [options.documents, options.seed, options.jobs].map(Number) as [
  number,
  number,
  number,
];
const isCount = (value: number) => Number.isSafeInteger(value) && value > 0;

if (options.help) console.log(usage);
else if (![documents, jobs, seed + 1].every(isCount)) {
  console.error(`Documents and jobs are whole numbers from 1, and a seed is one from 0.\n${usage}`);
  process.exitCode = 2;
} else await run();

async function run(): Promise<void> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const results: ChunkResult[] = [];
  let next = 0;
  let reportedAt = 0;
  const takeChunk = () => {
    const first = next * chunkSize;
    if (first >= documents) return undefined;
    next += 1;
    return { seed: seed + next - 1, documents: Math.min(chunkSize, documents - first) };
  };
  console.log(`${documents} documents, seed ${seed}, ${jobs} threads`);
  await Promise.all(
    Array.from({ length: jobs }, () =>
      workThrough(takeChunk, (result) => {
        results.push(result);
        if (result.failure)
          console.log(`FAILED with --seed ${result.seed} --documents ${chunkSize}\n${result.failure}`);
        if (seconds() - reportedAt < 30) return;
        reportedAt = seconds();
        console.log(`${checked(results)} documents after ${reportedAt} s`);
      }),
    ),
  );
  for (const [name, count] of Object.entries(contentsOf(results))) console.log(`  ${name}: ${count}`);
  const failures = results.filter(({ failure }) => failure !== undefined).length;
  console.log(`${checked(results)} documents, seed ${seed}, ${seconds()} seconds, ${failures} failures`);
  if (failures > 0) process.exitCode = 1;
}

function checked(results: readonly ChunkResult[]): number {
  return results.reduce((sum, result) => sum + result.checked, 0);
}

function contentsOf(results: readonly ChunkResult[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { contents } of results)
    for (const [name, count] of Object.entries(contents)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** One thread, which gets its next chunk when it has finished one. */
function workThrough(
  takeChunk: () => { seed: number; documents: number } | undefined,
  finished: (result: ChunkResult) => void,
): Promise<void> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url));
  return new Promise((resolve, reject) => {
    const proceed = () => {
      const chunk = takeChunk();
      if (chunk) worker.postMessage(chunk);
      else worker.terminate().then(() => resolve(), reject);
    };
    worker.on("error", reject);
    worker.on("message", (result: ChunkResult) => {
      finished(result);
      proceed();
    });
    proceed();
  });
}
