import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "../test/fresh-database.ts";
import { readConfig } from "./config/config.ts";
import { createLog } from "./platform/ops/log.ts";
import { openRuntime } from "./runtime.ts";

test("a start that fails half-way leaves no connection open, which would keep the process from ending", async () => {
  const database = await freshDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), "billfold-"));
  onTestFinished(async () => {
    rmSync(dataDir, { recursive: true });
    await database.drop();
  });
  writeFileSync(path.join(dataDir, "encryption.keys"), "not a key\n");
  const config = readConfig({ DATABASE_URL: database.connectionString, BILLFOLD_DATA_DIR: dataDir });
  const log = createLog({ level: "silent", write: () => undefined });
  await expect(openRuntime(config, { use: "serve", log })).rejects.toThrow("encryption.keys");
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  const connected = async () =>
    (
      await client.query(
        "select application_name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      )
    ).rows;
  await expect.poll(connected).toEqual([]);
});
