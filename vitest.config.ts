import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "service/{src,test,scripts}/**/*.test.ts",
      "bench/**/*.test.ts",
      "scripts/**/*.test.ts",
      "{sdk,consumer,embed,site,examples}/**/*.test.ts",
    ],
    globalSetup: ["service/test/global-setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Of the guides, each of which is a service and a shell.
    maxConcurrency: 3,
    // Loading the program anew for each file took a quarter of the time; tests share nothing that they change.
    isolate: false,
  },
});
