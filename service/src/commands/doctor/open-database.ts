import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { openEmbeddedCluster } from "../../../dev/embedded-postgres/embedded-postgres.ts";
import type { Config } from "../../config/config.ts";
import { isTransactionPooler } from "../../platform/db/connections/pooler.ts";
import { parseServers } from "../../platform/db/connections/servers.ts";
import { type Database, openDatabase } from "../../platform/db/database.ts";
import { maskCredentials } from "../../platform/security/mask-credentials.ts";
import { type EncryptionKeys, parseEncryptionKeys } from "../../platform/security/secrets.ts";
import { within, withinPooler } from "./bounded.ts";
import { type Finding, note, problem } from "./finding.ts";

export type Opened = { db: Database; close(): Promise<void> };

const openMaxMs = 8_000;
const waitMaxMs = 4_000;

/** Opens the database without preparing or migrating anything, or returns the finding that explains why it cannot. */
export async function openReadOnly(config: Config): Promise<Opened | Finding> {
  if (config.databaseUrl) return connect(config.databaseUrl, async () => undefined, false);
  if (!existsSync(path.join(config.dataDir, "postgres"))) {
    return note(
      "database",
      "it does not exist yet",
      "The first start creates it in the data folder. To use your own, set DATABASE_URL.",
    );
  }
  const opening = openEmbeddedCluster({ dataDir: config.dataDir, use: "command" });
  try {
    const { connectionString, stop } = await within(openMaxMs, opening);
    return connect(connectionString, stop, true);
  } catch (error) {
    // A database that opens after the timeout must not be left running.
    opening.then(({ stop }) => stop()).catch(() => undefined);
    return problem(
      "database",
      `the embedded database does not start: ${(error as Error).message}`,
      `See ${config.dataDir}/postgres.log.`,
    );
  }
}

async function connect(
  connectionString: string,
  stop: () => Promise<void>,
  isEmbedded: boolean,
): Promise<Opened | Finding> {
  const readOnly = { name: "billfold doctor", waitMaxMs };
  const db = openDatabase({
    connectionString,
    connectionsMax: 4,
    onError: () => undefined,
    readOnly,
  });
  const close = async () => {
    await db.close();
    await stop();
  };
  try {
    if (await within(waitMaxMs + 500, isTransactionPooler(db))) {
      await close();
      return withinPooler("database");
    }
    return { db, close };
  } catch (error) {
    await close();
    return unreachable(error as Error & { code?: string }, parseServers(connectionString).text, isEmbedded);
  }
}

const causes: readonly [pattern: RegExp, says: string, cure: string][] = [
  [
    /^ECONNREFUSED/,
    "no server is listening there",
    "Start PostgreSQL, or correct host and port in DATABASE_URL.",
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN)/,
    "the host name does not resolve",
    "Correct the host in DATABASE_URL, or your DNS.",
  ],
  [
    /^28P01/,
    "the password is wrong",
    "Correct it in DATABASE_URL; special characters must be written as %XX.",
  ],
  [
    /^28000/,
    "the server does not allow this role to connect from here",
    "Add a line to the server's pg_hba.conf, or create the role.",
  ],
  [
    /^3D000/,
    "there is no such database",
    "Create it (createdb --encoding=UTF8 …), or correct the name in DATABASE_URL.",
  ],
  [
    /^53300/,
    "the server has no free connections",
    "Raise max_connections, or lower BILLFOLD_DATABASE_CONNECTIONS on the nodes.",
  ],
  [
    /unsupported startup parameter/,
    "the connection pooler does not pass on connection options",
    "Set ignore_startup_parameters = options in PgBouncer, and pool_mode = session.",
  ],
  [/^57P03/, "the server is still starting", "Wait a moment. If it does not start, check its log."],
  [
    /timeout|no answer within/,
    "it did not respond in time",
    "Check for a firewall in between, and whether the server is overloaded.",
  ],
];

function unreachable(
  { code, message }: Error & { code?: string },
  servers: string,
  isEmbedded: boolean,
): Finding {
  const words = `${code ?? ""} ${message}`.trim();
  const known = causes.find(([pattern]) => pattern.test(words) || pattern.test(code ?? ""));
  const where = isEmbedded ? "the embedded database" : servers;
  const [, says, cure] = known ?? [undefined, maskCredentials(message), "See the database server's log."];
  return problem("database", `${where} can't be used: ${says}`, cure);
}

/** The configured keys, or those generated at the first start; this generates none. */
export function keysOf(config: Config): EncryptionKeys | undefined {
  if (config.encryptionKeys) return parseEncryptionKeys(config.encryptionKeys);
  const file = path.join(config.dataDir, "encryption.keys");
  return existsSync(file) ? parseEncryptionKeys(readFileSync(file, "utf8").trim()) : undefined;
}
