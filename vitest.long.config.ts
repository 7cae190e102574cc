import { defineConfig } from "vitest/config";
import usual, { longFiles } from "./vitest.config.ts";

/** Sweeps over the whole contract, commands as processes, large databases and many random cases. */
export default defineConfig({
  test: { ...usual.test, include: [longFiles], exclude: ["**/node_modules/**"] },
});
