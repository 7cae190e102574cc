import { type Finding, median } from "./report.ts";
import { freshDataDir, removeDataDir, startService } from "./service-process.ts";

/** The time from `npm start` to the first 200, once with an empty folder and once again. */
export async function measureStartup(rounds: number): Promise<Finding[]> {
  const first: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const dataDir = freshDataDir();
    for (const times of [first, again]) {
      const service = await startService(dataDir);
      times.push(service.startedInMs / 1000);
      await service.stop();
    }
    removeDataDir(dataDir);
  }
  const finding = (name: string, seconds: number, max: number): Finding => ({
    name,
    measured: seconds,
    unit: "s",
    target: `≤ ${max}`,
    holds: seconds <= max,
  });
  return [
    finding("npm start, empty data folder, to the first 200", median(first), 2),
    finding("npm start again, to the first 200", median(again), 1),
  ];
}
