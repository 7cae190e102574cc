import { randomUUID } from "node:crypto";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../service/src/platform/db/database.ts";

/** Creates a database in the cluster that all mutants share, so that rows left by one mutant do not fail the next. */
export default async function setup(project: TestProject): Promise<void> {
  const cluster = process.env.BILLFOLD_MUTATION_CLUSTER;
  if (!cluster) throw new Error("BILLFOLD_MUTATION_CLUSTER is missing. Start this by npm run test:mutation.");
  const name = `mutant_${randomUUID().replaceAll("-", "")}`;
  const db = openDatabase({ connectionString: cluster, connectionsMax: 1, onError: () => undefined });
  await db.query(`create database ${name} template migrated`).finally(() => db.close());
  project.provide("connectionString", new URL(`/${name}`, cluster).href);
  project.provide("migratedDatabase", "migrated");
}
