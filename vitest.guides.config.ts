import { defineConfig } from "vitest/config";

/** What the README and the guides tell their readers to do, done: each is a service and a shell. */
export default defineConfig({
  test: {
    include: ["service/test/guides/guides.test.ts"],
    globalSetup: ["service/test/global-setup.ts"],
    maxConcurrency: 3,
  },
});
