import { defineConfig } from "vitest/config";

/** Files that take more than ten seconds on two free cores: npm run test:long. */
export const longFiles = "**/*.long.test.ts";

export default defineConfig({
  test: {
    include: [
      "service/{src,dev,test,scripts}/**/*.test.ts",
      "bench/**/*.test.ts",
      "scripts/**/*.test.ts",
      "{sdk,consumer,embed,site,examples}/**/*.test.ts",
    ],
    // These take a minute of their own: npm run test:guides and test:package.
    exclude: [
      "**/node_modules/**",
      longFiles,
      "service/test/guides/guides.test.ts",
      "scripts/mutation/command.test.ts",
    ],
    globalSetup: ["service/test/global-setup.ts"],
    setupFiles: ["service/test/property-seed.ts"],
    env: { BILLFOLD_TEST_SEED: process.env.BILLFOLD_TEST_SEED ?? String(Date.now() % 2 ** 31) },
    // A busy machine is slow, not wrong.
    expect: { poll: { timeout: 30_000 } },
    // More than any needs on a machine of its own: one that is busy with something else is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One more than the two cores of a small machine: much of a test is waiting for a process or a pause.
    maxWorkers: 3,
    // Loading the program anew for each file took a quarter of the time; tests share nothing that they change.
    isolate: false,
  },
});
