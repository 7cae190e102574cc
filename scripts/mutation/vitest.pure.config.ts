import { defineConfig } from "vitest/config";

/** For Stryker: tests that need no database, so nothing is started for them. */
export default defineConfig({
  test: {
    include: (process.env.BILLFOLD_PURE_TESTS ?? "").split(","),
    setupFiles: ["service/test/property-seed.ts"],
    testTimeout: 120_000,
  },
});
