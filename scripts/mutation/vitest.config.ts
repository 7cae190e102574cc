import { defineConfig, mergeConfig } from "vitest/config";
import usual from "../../vitest.config.ts";

/** The usual tests for one mutant at a time, on a PostgreSQL that is there already. */
const { globalSetup: _, ...test } = usual.test ?? {};
export default mergeConfig(
  defineConfig({ test }),
  defineConfig({
    test: {
      root: ".",
      globalSetup: ["scripts/mutation/global-setup.ts"],
      maxWorkers: 1,
      bail: 1,
      watch: false,
    },
  }),
);
