import { defineConfig } from "vitest/config";

/** Used by Stryker for tests that need no database, so none is started. */
export default defineConfig({
  test: {
    include: (process.env.BILLFOLD_PURE_TESTS ?? "").split(","),
    setupFiles: ["service/test/property-seed.ts"],
    testTimeout: 120_000,
  },
});
