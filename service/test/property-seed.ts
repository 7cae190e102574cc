import fc from "fast-check";

// Properties are tested with other values in each run, and vitest.config.ts chooses the seed, which a failure prints.
// BILLFOLD_TEST_SEED=… npm test repeats that run. Mutation testing of pure files has little time for each mutant.
const limit = Number(process.env.BILLFOLD_PROPERTY_MS ?? 0);
fc.configureGlobal({
  seed: Number(process.env.BILLFOLD_TEST_SEED),
  ...(limit > 0 && { interruptAfterTimeLimit: limit, endOnFailure: true }),
});
