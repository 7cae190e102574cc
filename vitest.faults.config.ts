import { defineConfig } from "vitest/config";

/** Long runs with real processes that are killed; `BILLFOLD_FAULTS=short` is a short form of them. */
export default defineConfig({
  test: {
    include: ["service/faults/*.test.ts"],
    hookTimeout: 60_000,
    // Each is a database and two workers already; the short form waits for leases most of the time.
    maxWorkers: process.env.BILLFOLD_FAULTS === "short" ? 2 : 1,
  },
});
