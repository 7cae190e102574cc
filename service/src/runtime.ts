import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { EmbeddedCluster } from "../dev/embedded-postgres/embedded-postgres.ts";
import type { Config } from "./config/config.ts";
import type { Context } from "./context.ts";
import { createMailer } from "./domains/sending/mails/service.ts";
import { connectionShares } from "./platform/db/connections/connection-shares.ts";
import { type Connections, createConnections } from "./platform/db/connections/connections.ts";
import { openPipelined } from "./platform/db/connections/pipelined-connection.ts";
import { refuseTransactionPooler } from "./platform/db/connections/pooler.ts";
import { openReadPool } from "./platform/db/connections/read-pool.ts";
import { openDatabase } from "./platform/db/database.ts";
import { createDatabaseClock } from "./platform/db/database-clock.ts";
import { createDatabaseThread } from "./platform/db/database-thread.ts";
import { openListener } from "./platform/db/listener.ts";
import { migrate } from "./platform/db/migrations/migrate.ts";
import { createNotifier } from "./platform/db/notifier.ts";
import { type Logger, openLog } from "./platform/ops/log.ts";
import { listPassStatuses } from "./platform/ops/loops.ts";
import { noopMetrics } from "./platform/ops/noop-metrics.ts";
import { openActivity, quietOutbound } from "./platform/ops/quiet.ts";
import { createThreads } from "./platform/ops/threads.ts";
import { createBreaker } from "./platform/outbound/breaker.ts";
import { createOutboundOnDemand } from "./platform/outbound/on-demand.ts";
import {
  type EncryptionKeys,
  fingerprintOf,
  makeEncryptionKey,
  parseEncryptionKeys,
} from "./platform/security/secrets.ts";
import type { Clock } from "./platform/values/clock.ts";
import { version } from "./version.ts";

/** The NOTIFY channels that every node listens to. */
export const channels = [
  "billfold_companies",
  "billfold_events",
  "billfold_endpoints",
  "billfold_products",
] as const;

const leasing = { name: "billfold leases", statementTimeoutMs: 1000 };
// No lower than the number of concurrent attempts: endpoints of several companies may share a host, and the real
// bounds are per endpoint.
const outboundConnectionsPerOrigin = 2000;

export type Runtime = { context: Context; close(): Promise<void> };

type Options = {
  use: "serve" | "command";
  clock?: Clock;
  random?: () => number;
  log?: Logger;
  notice?: (text: string) => void;
  /** False rejects an outdated schema, but still initialises an empty database. */
  upgrade?: boolean;
  /** The embedded database, if it is being opened already. */
  cluster?: Promise<EmbeddedCluster>;
  /** Those of the process that does the background work, if it is another one of this node. */
  passStatuses?: Context["passStatuses"];
};

/** Opens the dependencies of the service, including the embedded database, and migrates the schema. */
export async function openRuntime(config: Config, options: Options): Promise<Runtime> {
  const closers: Close[] = [];
  // In reverse order of opening, because later parts use earlier ones.
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end();
  };
  try {
    return { context: await openContext(config, options, (end) => closers.push(end)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Close = () => Promise<unknown>;

async function openContext(
  config: Config,
  options: Options,
  onClose: (end: Close) => void,
): Promise<Context> {
  const log = options.log ?? openLog({ level: config.logLevel, isShared: config.processes > 1 });
  // Meanwhile the database starts in processes of its own.
  if (options.use === "serve") loadMetrics().catch(() => undefined);
  const connectionString = config.databaseUrl ?? (await openCluster(config, options, onClose));
  const connections = createConnections();
  const { db, background } = openDatabases(config, { connectionString, connections, log }, onClose);
  if (config.databaseUrl) await refuseTransactionPooler(db);
  const warn = options.notice ?? ((text: string) => log.warn(text));
  for (const name of await migrate(db, { onlyIfEmpty: options.upgrade === false, warn }))
    log.info({ migration: name }, "migration applied");
  const activity = await openActivity(db, {
    dataDir: config.databaseUrl === undefined ? config.dataDir : undefined,
    records: options.use === "serve" ? config.outbound : undefined,
    log,
  });
  const pipelines = openPipelines(config, { connectionString, connections }, onClose);
  const encryptionKeys = config.encryptionKeys
    ? parseEncryptionKeys(config.encryptionKeys)
    : generatedKeys(config.dataDir);
  const databaseClock = createDatabaseClock(log);
  const listener = await openListener({
    connectionString,
    channels,
    roles: options.use === "command" ? ["command"] : rolesOf(config),
    version,
    keys: encryptionKeys.map(fingerprintOf),
    connections,
    log,
    onTime: databaseClock.observe,
  });
  onClose(listener.close);
  const metrics = options.use === "serve" ? (await loadMetrics()).createMetrics() : noopMetrics;
  const outbound = createOutboundOnDemand({
    ...config.outbound,
    connectionsPerOrigin: outboundConnectionsPerOrigin,
  });
  onClose(outbound.close);
  const clock = options.clock ?? databaseClock;
  return {
    config,
    db,
    background,
    ...pipelines,
    ...createThreadPools(config, connectionString, log, onClose),
    listener,
    log,
    clock,
    mail: createMailer({ config, clock, encryptionKeys }),
    random: options.random ?? Math.random,
    outbound: quietOutbound(outbound, activity),
    breaker: createBreaker(),
    metrics,
    encryptionKeys,
    activity,
    passStatuses: options.passStatuses ?? (async () => listPassStatuses()),
  };
}

/** Connections whose queries are sent without waiting for the results of earlier ones. */
function openPipelines(
  config: Config,
  database: { connectionString: string; connections: Connections },
  onClose: (end: Close) => void,
): Pick<Context, "reads" | "leases"> {
  const { shortReads, slowReads } = connectionShares(config);
  const reads = openReadPool({ ...database, shortReads, slowReads });
  onClose(reads.close);
  const leases = openPipelined({ ...database, ...leasing });
  onClose(leases.close);
  return { reads, leases };
}

/** Threads for what would keep the main thread busy. They are started by their first job. */
function createThreadPools(
  { processes }: Config,
  connectionString: string,
  log: Logger,
  onClose: (end: Close) => void,
): Pick<Context, "threads" | "databaseThread"> {
  const threads = createThreads(log, processes > 1 ? { threadsMax: 1 } : {});
  onClose(threads.close);
  const databaseThread = createDatabaseThread(connectionString, log);
  onClose(databaseThread.close);
  return { threads, databaseThread };
}

function openDatabases(
  config: Config,
  { connectionString, connections, log }: { connectionString: string; connections: Connections; log: Logger },
  onClose: (end: Close) => void,
): Pick<Context, "db" | "background"> {
  // Only the message is logged: the error object carries the driver's whole client, credentials included.
  const onError = (error: Error) =>
    log.warn({ reason: error.message }, "idle database connection was closed");
  const shares = connectionShares(config);
  const background = openDatabase({
    connectionString,
    connectionsMax: shares.background,
    onError,
    connections,
    durable: false,
  });
  onClose(background.close);
  const notifier = createNotifier(background, log);
  onClose(notifier.idle);
  const db = openDatabase({
    connectionString,
    connectionsMax: shares.writes,
    onError,
    connections,
    notify: notifier.notify,
  });
  onClose(db.close);
  return { db, background };
}

const loadMetrics = () => import("./platform/ops/metrics.ts");

const rolesOf = ({ roles: { api, worker } }: Config) => [
  ...(api ? ["api"] : []),
  ...(worker ? ["worker"] : []),
];

/** Starts the embedded database, unless that is in progress already, and returns its connection string. */
async function openCluster(
  { dataDir }: Config,
  { use, notice, cluster: opening }: Options,
  onClose: (end: Close) => void,
): Promise<string> {
  const { openEmbeddedCluster } = await import("../dev/embedded-postgres/embedded-postgres.ts");
  const cluster = await (opening ?? openEmbeddedCluster({ dataDir, use, ...(notice && { notice }) }));
  onClose(cluster.stop);
  return cluster.connectionString;
}

/** Without a key in the settings, one is generated at the first start and stored beside the data. */
function generatedKeys(dataDir: string): EncryptionKeys {
  const file = path.join(dataDir, "encryption.keys");
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) {
    try {
      writeFileSync(file, `${makeEncryptionKey("generated")}\n`, { mode: 0o600, flag: "wx" });
    } catch (error) {
      // Another process created the file first, so its key is used.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  chmodSync(file, 0o600);
  try {
    return parseEncryptionKeys(readFileSync(file, "utf8").trim());
  } catch (cause) {
    const words = (cause as Error).message;
    throw new Error(
      `The encryption keys in ${file} can't be used (${words}). Restore the original file: stored secrets can't be read without it.`,
      { cause },
    );
  }
}
