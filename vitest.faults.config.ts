import { defineConfig } from "vitest/config";

/** Long runs with real processes that are killed; `BILLFOLD_FAULTS=short` is a short form of them. */
export default defineConfig({
  test: {
    include: ["service/faults/*.test.ts"],
    hookTimeout: 60_000,
    // One run is two workers, a database and a receiver already.
    maxWorkers: 1,
    fileParallelism: false,
  },
});
