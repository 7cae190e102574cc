import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { openEmbeddedCluster } from "../../dev/embedded-postgres/embedded-postgres.ts";
import type { Config } from "../config/config.ts";
import type { Start } from "../platform/backup/archive.ts";
import { readBackup, verifyBackup } from "../platform/backup/file.ts";
import { isEmpty, loadBackup } from "../platform/backup/load.ts";
import { type BackupConnection, connectForBackup } from "../platform/backup/snapshot.ts";
import { type Database, openDatabase } from "../platform/db/database.ts";
import { migrate } from "../platform/db/migrations/migrate.ts";
import { markRestored } from "../platform/ops/installation.ts";
import { type EncryptionKeys, fingerprintOf } from "../platform/security/secrets.ts";
import { checkEveryCompany } from "./books-check.ts";
import { notice } from "./command-runtime.ts";
import { keysOf } from "./doctor/open-database.ts";
import { type Options, print, UsageError } from "./options.ts";

/**
 * Restores a backup into an empty database or data folder, verifies it, and marks it as a copy: the service then sends
 * nothing until it is activated. With `--check` the restored database is temporary.
 */
export async function restore(config: Config, options: Options): Promise<void> {
  const file = String(options.words?.[0]);
  const isCheck = options.check === true;
  if (!isCheck) requireEmptyFolder(config);
  const { start } = await verifyBackup(file);
  const restored = await (isCheck || config.databaseUrl === undefined
    ? intoFolder(config, file, isCheck)
    : intoDatabase(config, config.databaseUrl, file));
  print(options, { file, ...(isCheck && { checked: true }), ...restored });
  for (const text of missingKeys(config, start)) notice(text);
  if (isCheck)
    return notice("The backup is complete and can be restored. The temporary database was deleted.");
  notice(
    "The restored database is a copy: the service can be read, but sends and changes nothing, until you run 'billfold activate'.",
  );
}

type Result = Record<string, unknown>;

function requireEmptyFolder({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || !existsSync(path.join(dataDir, "postgres"))) return;
  throw new UsageError(
    `${path.resolve(dataDir)} already has a database. Set BILLFOLD_DATA_DIR to an empty folder, or move that database away first`,
  );
}

async function intoDatabase(config: Config, connectionString: string, file: string): Promise<Result> {
  const db = await connectForBackup(connectionString);
  try {
    if (!(await isEmpty(db))) {
      throw new UsageError(
        "The database in DATABASE_URL is not empty. Create a new one (createdb --encoding=UTF8 …) and set DATABASE_URL to it",
      );
    }
    return await load(config, db, connectionString, file);
  } finally {
    await db.close();
  }
}

const draftPrefix = "restore-";

/** The database is created in a folder of its own and moved into place when it is complete. */
async function intoFolder(config: Config, file: string, isCheck: boolean): Promise<Result> {
  const { dataDir } = config;
  mkdirSync(dataDir, { recursive: true });
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(draftPrefix)) rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
  const draft = mkdtempSync(path.join(dataDir, draftPrefix));
  try {
    const cluster = await openEmbeddedCluster({ dataDir: draft, use: "command" });
    const result = await intoDatabase(config, cluster.connectionString, file).finally(() => cluster.stop());
    if (!isCheck) {
      renameSync(path.join(draft, "postgres.password"), path.join(dataDir, "postgres.password"));
      renameSync(path.join(draft, "postgres"), path.join(dataDir, "postgres"));
    }
    return result;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function load(
  config: Config,
  db: BackupConnection,
  connectionString: string,
  file: string,
): Promise<Result> {
  const { start, end } = await readBackup(file, (bytes) =>
    loadBackup(db, bytes, async ({ taken_at }) => {
      if (await hasInstallation(db)) await markRestored(db, new Date(taken_at));
    }),
  );
  await db.query("analyze");
  const { migrations, audit } = await upgrade(config, connectionString, start);
  return {
    taken_at: start.taken_at,
    billfold_version: start.billfold_version,
    tables: end.tables,
    rows: end.rows,
    schema_version: start.schema_version,
    migrations,
    audit,
  };
}

async function hasInstallation(db: BackupConnection): Promise<boolean> {
  const [row] = await db.query<{ exists: boolean }>(
    "select to_regclass('installation') is not null as exists",
  );
  return row!.exists;
}

/** A backup of an older version is brought up to this one, so that the service can start on it. */
async function upgrade(config: Config, connectionString: string, start: Start) {
  const { taken_at, schema_version } = start;
  const db = openDatabase({ connectionString, connectionsMax: 2, onError: () => undefined });
  try {
    const migrations = await migrate(db);
    if (migrations.length > 0) {
      notice(
        `The backup has schema version ${schema_version}; ${migrations.length} migrations were applied.`,
      );
      await markRestored(db, new Date(taken_at));
    }
    return { migrations: migrations.length, audit: await auditBooks(db, sealKeys(config, start)) };
  } finally {
    await db.close();
  }
}

/** What is wrong in the books, by company; it was wrong when the backup was taken. */
async function auditBooks(
  db: Database,
  encryptionKeys: EncryptionKeys | undefined,
): Promise<"ok" | Record<string, unknown>> {
  const { differences, found } = await checkEveryCompany({ db, ...(encryptionKeys && { encryptionKeys }) });
  return differences === 0 ? "ok" : { differences, found };
}

/** Undefined if one of the keys of the backup is missing, because the seals may have been made with it. */
function sealKeys(config: Config, { key_fingerprints }: Start): EncryptionKeys | undefined {
  const keys = keysOf(config) ?? [];
  const have = new Set(keys.map(fingerprintOf));
  return key_fingerprints.every((fingerprint) => have.has(fingerprint)) ? keys : undefined;
}

function missingKeys(config: Config, start: Start): string[] {
  if (sealKeys(config, start) !== undefined) return [];
  return [
    `The encryption keys that the service had when the backup was taken are missing here. Put its encryption.keys into ${path.resolve(config.dataDir)}, or set BILLFOLD_ENCRYPTION_KEYS: without them the stored secrets can't be read, and the seals of document hashes were not verified.`,
  ];
}
