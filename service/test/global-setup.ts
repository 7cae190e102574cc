import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { openEmbeddedCluster } from "../src/foundation/cluster/embedded-postgres.ts";
import { openDatabase } from "../src/foundation/database.ts";
import { migrate } from "../src/foundation/migrate.ts";

declare module "vitest" {
  export interface ProvidedContext {
    connectionString: string;
  }
}

/**
 * One real PostgreSQL for the whole run. Tests share its database safely, because every test makes its own
 * company: tenancy is the isolation, and so every test is a tenancy test.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "billfold-test-"));
  chmodSync(dataDir, 0o755);
  // Nothing here outlives the run, so nothing need survive a power cut.
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "200",
  };
  const cluster = await openEmbeddedCluster({ dataDir, use: "serve", settings });
  const db = openDatabase({
    connectionString: cluster.connectionString,
    connectionsMax: 1,
    onError: () => undefined,
  });
  await migrate(db);
  await db.close();
  project.provide("connectionString", cluster.connectionString);
  return async () => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
