import path from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import usual, { longFiles } from "../../vitest.config.ts";

/** Keeps the given order: Vitest would begin with the slowest file, but a run ends with the first failure. */
class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = (process.env.BILLFOLD_MUTATION_ORDER ?? "").split(",");
    const place = ({ moduleId }: TestSpecification) => order.indexOf(path.relative(process.cwd(), moduleId));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

/** Runs the usual tests and the long ones for one mutant at a time, on a PostgreSQL that is already running. */
const { globalSetup: _, exclude = [], ...usually } = usual.test ?? {};
const test = { ...usually, exclude: exclude.filter((files) => files !== longFiles) };
export default mergeConfig(
  defineConfig({ test }),
  defineConfig({
    test: {
      root: ".",
      setupFiles: ["scripts/mutation/reach-setup.ts"],
      maxWorkers: 1,
      sequence: { sequencer: GivenOrder },
      bail: process.env.BILLFOLD_MUTATION_RECORDING ? 0 : 1,
      watch: false,
    },
  }),
);
