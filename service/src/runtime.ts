import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import { createAnnouncer } from "./foundation/announcer.ts";
import { type Clock, systemClock } from "./foundation/clock.ts";
import { createConnections } from "./foundation/connections.ts";
import { openDatabase } from "./foundation/database.ts";
import { openListener } from "./foundation/listener.ts";
import { bufferedWrite, createLog, type Logger } from "./foundation/log.ts";
import { createMailer } from "./foundation/mail.ts";
import { createMetrics } from "./foundation/metrics.ts";
import { migrate } from "./foundation/migrate.ts";
import { createBreaker } from "./foundation/outbound/breaker.ts";
import { createOutbound } from "./foundation/outbound/outbound.ts";
import { openReaders } from "./foundation/readers.ts";
import { makeEncryptionKey, parseEncryptionKeys } from "./foundation/secrets.ts";

/** What announcements travel on; a node hears them all. */
export const channels = ["billfold_companies", "billfold_events", "billfold_endpoints"] as const;

const backgroundConnectionsMax = 3;
// As many as there can be attempts: endpoints of several companies may share a host, and bounds are per endpoint.
const outboundConnectionsPerOrigin = 2000;

export type Runtime = { context: Context; close(): Promise<void> };

/** Opens everything the service stands on, the embedded database included, and brings the schema up to date. */
export async function openRuntime(
  config: Config,
  options: {
    use: "serve" | "command";
    clock?: Clock;
    chance?: () => number;
    log?: Logger;
    notice?: (text: string) => void;
  },
): Promise<Runtime> {
  const log =
    options.log ??
    createLog({ level: config.logLevel, write: bufferedWrite((text) => process.stdout.write(text)) });
  const cluster = config.databaseUrl === undefined ? await openCluster(config, options) : undefined;
  const connectionString = config.databaseUrl ?? cluster!.connectionString;
  // The error carries the driver's whole client with it, keys included: its words are enough.
  const onError = (error: Error) => log.warn({ reason: error.message }, "an idle database connection broke");
  const connections = createConnections();
  const background = openDatabase({
    connectionString,
    connectionsMax: Math.min(backgroundConnectionsMax, config.databaseConnectionsMax),
    onError,
    connections,
    durable: false,
  });
  const announcer = createAnnouncer(background, log);
  const { announce } = announcer;
  const db = openDatabase({
    connectionString,
    connectionsMax: config.databaseConnectionsMax,
    onError,
    connections,
    announce,
  });
  try {
    for (const name of await migrate(db)) log.info({ migration: name }, "migration applied");
    const reads = openReaders({
      connectionString,
      count: Math.min(4, config.databaseConnectionsMax),
      connections,
    });
    const roles = options.use === "command" ? ["command"] : rolesOf(config);
    const listener = await openListener({ connectionString, channels, roles, connections, log });
    const outbound = createOutbound({
      ...config.outbound,
      connectionsPerOrigin: outboundConnectionsPerOrigin,
    });
    const clock = options.clock ?? systemClock;
    const mail = createMailer({ ...config.mail, clock, log });
    const context: Context = {
      config,
      db,
      background,
      reads,
      listener,
      log,
      clock,
      mail,
      chance: options.chance ?? Math.random,
      outbound,
      breaker: createBreaker(),
      metrics: createMetrics(),
      encryptionKeys: parseEncryptionKeys(config.encryptionKeys ?? generatedKeys(config.dataDir)),
    };
    const close = async () => {
      await mail.close();
      await outbound.close();
      await listener.close();
      await reads.close();
      await db.close();
      await announcer.idle();
      await background.close();
      await cluster?.stop();
    };
    return { context, close };
  } catch (error) {
    await db.close();
    await background.close();
    await cluster?.stop();
    throw error;
  }
}

const rolesOf = ({ roles: { api, worker } }: Config) => [
  ...(api ? ["api"] : []),
  ...(worker ? ["worker"] : []),
];

async function openCluster(
  config: Config,
  options: { use: "serve" | "command"; notice?: (text: string) => void },
) {
  const { openEmbeddedCluster } = await import("./foundation/cluster/embedded-postgres.ts");
  const notice = options.notice ? { notice: options.notice } : {};
  return openEmbeddedCluster({ dataDir: config.dataDir, use: options.use, ...notice });
}

/** Without a key in the settings, one is made at the first start and kept beside the data it protects. */
function generatedKeys(dataDir: string): string {
  const file = path.join(dataDir, "encryption.keys");
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) {
    try {
      writeFileSync(file, `${makeEncryptionKey("generated")}\n`, { mode: 0o600, flag: "wx" });
    } catch (error) {
      // Another process was quicker: its key is the one.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}
