import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { openEmbeddedCluster } from "../../dev/embedded-postgres/embedded-postgres.ts";
import type { Config } from "../config/config.ts";
import { writeBackup } from "../platform/backup/file.ts";
import { connectForBackup, takeSnapshot } from "../platform/backup/snapshot.ts";
import { readSchemaState } from "../platform/db/migrations/migration-state.ts";
import { fingerprintOf } from "../platform/security/secrets.ts";
import { version } from "../version.ts";
import { notice } from "./command-runtime.ts";
import { keysOf } from "./doctor/open-database.ts";
import { type Options, print, UsageError } from "./options.ts";

/** Writes everything in the database to one file, while the service goes on. */
export async function backup(config: Config, options: Options): Promise<void> {
  const file = fileFor(String(options.words?.[0]));
  const source = await openSource(config);
  try {
    const db = await connectForBackup(source.connectionString);
    try {
      const { applied } = await readSchemaState(db);
      if (applied === 0) throw new UsageError("The database is empty: there is nothing to back up");
      const keyFingerprints = (keysOf(config) ?? []).map(fingerprintOf);
      const written = await writeBackup(file, takeSnapshot(db, { version, keyFingerprints }));
      print(options, written);
    } finally {
      await db.close();
    }
  } finally {
    await source.stop();
  }
  notice(
    config.encryptionKeys
      ? "The file does not contain BILLFOLD_ENCRYPTION_KEYS. Keep them too, elsewhere: without them the stored secrets can't be read."
      : `The file does not contain the encryption keys. Keep ${path.join(config.dataDir, "encryption.keys")} too, elsewhere: without it the stored secrets can't be read.`,
  );
}

/** A folder gets a file that is named after the time. */
function fileFor(given: string): string {
  const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() === true;
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  const file = isFolder ? path.join(given, `billfold-${time}Z.backup`) : given;
  if (existsSync(file)) throw new UsageError(`${file} exists already. Give another name, or a folder`);
  if (!existsSync(path.dirname(file)))
    throw new UsageError(`There is no folder ${path.dirname(file)}. Create it first`);
  return file;
}

async function openSource({ databaseUrl, dataDir }: Config) {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl, stop: async () => undefined };
  if (!existsSync(path.join(dataDir, "postgres"))) {
    throw new UsageError(
      `There is no database in ${path.resolve(dataDir)}. Set BILLFOLD_DATA_DIR or DATABASE_URL to that of the service`,
    );
  }
  return openEmbeddedCluster({ dataDir, use: "command", notice });
}
