import { randomUUID } from "node:crypto";
import path from "node:path";
import { createVitest } from "vitest/node";
import { openDatabase } from "../../service/src/platform/db/database.ts";
import type { Answer, Question, TestFailure } from "./trial.ts";

/**
 * Keeps one Vitest for all mutants of a copy of the tree: what is not changed is transformed once. Each run has a
 * database of its own and a new worker.
 */
const cluster = process.env.BILLFOLD_MUTATION_CLUSTER;
if (!cluster) throw new Error("BILLFOLD_MUTATION_CLUSTER is missing. Start this by npm run test:mutation.");

const vitest = await createVitest("test", {
  config: "scripts/mutation/vitest.config.ts",
  reporters: [{}],
  watch: false,
});
const [project] = vitest.projects;
if (!project) throw new Error("Vitest found no project");
const specifications = new Map(
  (await vitest.globTestSpecifications()).map((found) => [
    path.relative(process.cwd(), found.moduleId),
    found,
  ]),
);

async function inNewDatabase<T>(work: () => Promise<T>): Promise<T> {
  const db = openDatabase({ connectionString: cluster!, connectionsMax: 1, onError: () => undefined });
  const name = `mutant_${randomUUID().replaceAll("-", "")}`;
  try {
    await db.query(`create database ${name} template migrated`);
    project!.provide("connectionString", new URL(`/${name}`, cluster).href);
    project!.provide("migratedDatabase", "migrated");
    return await work();
  } finally {
    await db.query(`drop database if exists ${name} with (force)`).finally(() => db.close());
  }
}

/** Of the run before: they have been restored since, and what was transformed of them still has the mutant. */
let changedBefore: readonly string[] = [];

async function answer({ tests: asked, changed }: Question): Promise<Answer> {
  for (const file of [...changedBefore, ...changed]) vitest.invalidateFile(path.resolve(file));
  changedBefore = changed;
  process.env.BILLFOLD_MUTATION_ORDER = asked.map(({ file }) => file).join(",");
  // Vitest reports what earlier runs found beside this run's: a test that failed for an earlier mutant would fail for all.
  vitest.state.filesMap.clear();
  const wanted = asked.flatMap(({ file, names }) => {
    const found = specifications.get(file);
    return found ? [project!.createSpecification(found.moduleId, { testNames: names && [...names] })] : [];
  });
  const { testModules, unhandledErrors } = await inNewDatabase(() => vitest.rerunTestSpecifications(wanted));
  const failures: TestFailure[] = unhandledErrors.map((error) => ({ test: "", message: messageOf(error) }));
  let tests = 0;
  for (const module of testModules) {
    const file = path.relative(process.cwd(), module.moduleId);
    for (const error of module.errors()) failures.push({ test: file, message: messageOf(error) });
    for (const suite of module.children.allSuites())
      for (const error of suite.errors()) failures.push({ test: file, message: messageOf(error) });
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state !== "skipped") tests += 1;
      if (state === "failed")
        failures.push({ test: `${file} > ${test.fullName}`, message: errors.map(messageOf).join("\n") });
    }
  }
  return { failures, tests };
}

const messageOf = (error: unknown) => {
  const { message, stack } = error as Partial<Error>;
  return `${message ?? String(error)}\n${stack ?? ""}`;
};

process.on("message", (question: Question) => {
  answer(question).then(
    (found) => process.send!(found),
    (error: unknown) => process.send!({ failures: [{ test: "", message: messageOf(error) }], tests: 0 }),
  );
});
process.on("disconnect", () => process.exit());
process.send!("ready");
