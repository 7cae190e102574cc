import { defineConfig } from "vitest/config";

/** A whole cluster with failovers under load; `BILLFOLD_CLUSTER=short` is a short form of it. */
export default defineConfig({
  test: {
    include: ["service/cluster/*.test.ts"],
    // Each is three databases and three nodes already.
    maxWorkers: 1,
    expect: { poll: { timeout: 60_000 } },
  },
});
