import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const program = (prelude: string) => `
  ${prelude}
  const { PerformanceObserver } = await import("node:perf_hooks");
  let collections = 0;
  new PerformanceObserver((list) => {
    collections += list.getEntries().filter(({ detail }) => detail.kind === 4).length;
  }).observe({ entryTypes: ["gc"] });
  const kept = Array.from({ length: 40 }, () => Array.from({ length: 131072 }, (_, index) => index));
  const recent = [];
  for (let round = 0; round < 4000; round++) {
    recent.push(new Array(20000).fill(round));
    if (recent.length > 20) recent.shift();
  }
  setTimeout(() => console.log(collections, kept.length), 50);`;

const fullCollections = (prelude: string) => {
  const run = spawnSync(process.execPath, [
    "--max-semi-space-size=8",
    "--input-type=module",
    "--eval",
    program(prelude),
  ]);
  return Number.parseInt(run.stdout.toString(), 10);
};

test("flags that are set while a process runs keep its heap from growing between collections", () => {
  const module = JSON.stringify(new URL("./heap-growth.ts", import.meta.url).href);
  const limited = fullCollections(`(await import(${module})).limitHeapGrowth();`);
  expect(limited).toBeGreaterThan(2 * fullCollections(""));
});
