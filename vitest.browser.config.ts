import { defineConfig } from "vitest/config";

/** A real browser pays at a real service. `BILLFOLD_SHOTS` names a folder for pictures of every page. */
export default defineConfig({
  test: {
    include: ["service/browser/*.test.ts"],
    globalSetup: ["service/browser/global-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine draws slowly.
    expect: { poll: { timeout: 30_000 } },
    // Each is a database, a service and a browser already.
    maxWorkers: 2,
  },
});
