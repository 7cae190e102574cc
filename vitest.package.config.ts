import { defineConfig } from "vitest/config";

/** The service as people get it: packed, installed by npm into an empty folder, and run there; and the mutation command. */
export default defineConfig({
  test: {
    include: ["service/packed/*.test.ts", "scripts/mutation/command.test.ts"],
    testTimeout: 60_000,
    // npm fetches a Node and a PostgreSQL, which a slow line has its time with.
    hookTimeout: 600_000,
  },
});
