import type pg from "pg";
import type { Logger } from "../ops/log.ts";
import type { Connections, SilenceCheck } from "./connections/connections.ts";
import { connectionTo } from "./connections/servers.ts";
import { type Queryable, queryConfig, statement } from "./database.ts";
import type { DatabaseTime } from "./database-clock.ts";
import { markDriverError } from "./failures.ts";

const heartbeatMs = 250;
// A revocation must take effect within a second, so silence counts as loss well before that.
const silenceMaxMs = 750;
// At the start nothing is remembered yet, and a busy machine may take its time.
const startMaxMs = 10_000;
// After this many silent heartbeats the server is gone rather than busy.
const silentBeatsMax = 7;

/**
 * Receives the notifications of other nodes. Caches check `alive()` before each use: while this connection is not
 * known to be up, a notification may have been missed.
 */
export type Listener = {
  alive(): boolean;
  on(channel: string, receive: (payload: string) => void): void;
  close(): Promise<void>;
};

const listenerName = "billfold listener";

/** A process of the service that is connected to this database. */
export type ServiceNode = {
  roles: string[];
  address: string;
  silent_seconds: number;
  /** The version of the program; undefined if it does not report one. */
  version: string | undefined;
  /** Fingerprints of its encryption keys, the active one first; empty if it does not report them. */
  keys: string[];
};

type NodeRow = Pick<ServiceNode, "address" | "silent_seconds"> & { words: string[] };

const findNodes = statement(
  "listener_nodes",
  `select string_to_array(substr(application_name, $2), ' ') as words, coalesce(host(client_addr), 'this machine') as address,
     extract(epoch from clock_timestamp() - state_change)::float8 as silent_seconds
   from pg_stat_activity where datname = current_database() and starts_with(application_name, $1)
   order by address, words, silent_seconds`,
);

/** The connected nodes. A process that hangs sends no heartbeat, and a dead one has no connection. */
export async function listListeningNodes(db: Queryable): Promise<ServiceNode[]> {
  const rows = await db.query<NodeRow>(findNodes, [`${listenerName} `, listenerName.length + 2]);
  return rows.map(({ words, ...node }) => ({
    ...node,
    roles: words.filter((word) => !/^(v\d|keys:)/.test(word)),
    version: words.find((word) => /^v\d/.test(word))?.slice(1),
    keys: words.flatMap((word) => (word.startsWith("keys:") ? word.slice(5).split(",") : [])),
  }));
}

/** A connection's name has at most 63 characters, which limits the fingerprints in it. */
export const fingerprintsMax = 3;

export async function openListener(options: {
  connectionString: string;
  channels: readonly string[];
  /** What this process does, as shown to the others in pg_stat_activity. */
  roles: readonly string[];
  version: string;
  /** Fingerprints of its encryption keys. */
  keys: readonly string[];
  /** The connections that are checked when this one times out. */
  connections: Connections;
  log: Logger;
  /** Monotonic milliseconds. */
  elapsed?: () => number;
  /** Receives the database's time with each heartbeat. */
  onTime?: (read: DatabaseTime) => void;
}): Promise<Listener> {
  const { channels, roles, version, keys, connections, log } = options;
  const servers = connectionTo(options.connectionString);
  const elapsed = options.elapsed ?? (() => performance.now());
  const nameParts = [...roles, `v${version}`, `keys:${keys.slice(0, fingerprintsMax).join()}`];
  const receivers = new Map<string, ((payload: string) => void)[]>();
  let client: pg.Client | undefined;
  let heardAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  let silentBeats = 0;
  let silenceCheck: SilenceCheck | undefined;

  const dispatch = (channel: string, payload: string) => {
    for (const receive of receivers.get(channel) ?? []) receive(payload);
  };

  const connect = async (timeoutMs: number) => {
    const next = newClient(servers, nameParts, timeoutMs);
    next.on("error", () => lose(next));
    next.on("end", () => lose(next));
    next.on("notification", (message) => dispatch(message.channel, message.payload ?? ""));
    try {
      await next.connect();
      const listen = channels.map((channel) => `listen ${channel}`).join("; ");
      await next.query({ text: listen, query_timeout: timeoutMs } as pg.QueryConfig);
      await readTime(next, timeoutMs);
      await silenceCheck?.closeUnknown(queryableOf(next));
      if (closed) throw new Error("the listener was closed meanwhile");
    } catch (error) {
      // The connection may be open but silent; it is closed, or every further attempt would leak one.
      void next.end().catch(() => undefined);
      throw markDriverError(error);
    }
    silenceCheck = undefined;
    client = next;
    heardAt = elapsed();
    // Notifications may have been missed while disconnected: an empty payload invalidates everything.
    for (const channel of channels) dispatch(channel, "");
  };

  const readTime = async (from: pg.Client, timeoutMs = silenceMaxMs) => {
    const sentAt = performance.now();
    const text = "select extract(epoch from clock_timestamp())::float8 * 1000 as time";
    const { rows } = await from.query<{ time: number }>({ text, query_timeout: timeoutMs } as pg.QueryConfig);
    options.onTime?.({ time: rows[0]!.time, sentAt, receivedAt: performance.now() });
  };

  const lose = (lost: pg.Client) => {
    if (client !== lost) return;
    client = undefined;
    heardAt = Number.NEGATIVE_INFINITY;
  };

  const beat = async () => {
    if (!client) {
      await connect(silenceMaxMs);
      log.info("notification listener reconnected");
      return;
    }
    const current = client;
    const timeout = setTimeout(() => {
      lose(current);
      silenceCheck ??= connections.startSilenceCheck();
      void current.end().catch(() => undefined);
    }, silenceMaxMs);
    await readTime(current).finally(() => clearTimeout(timeout));
    if (client === current) heardAt = elapsed();
  };

  let timer: NodeJS.Timeout;
  const tick = () => {
    timer = setTimeout(() => {
      void beat()
        .then(() => {
          silentBeats = 0;
        })
        .catch((error: unknown) => {
          if (closed) return;
          log.warn({ reason: String(error) }, "notification listener is disconnected; caches are disabled");
          silentBeats = isSilence(error) ? silentBeats + 1 : 0;
          if (silentBeats >= silentBeatsMax) silenceCheck?.closeSilent();
        })
        .finally(() => {
          if (!closed) tick();
        });
    }, heartbeatMs);
    timer.unref();
  };

  await connect(startMaxMs);
  tick();
  return {
    alive: () => elapsed() - heardAt < silenceMaxMs,
    on: (channel, receive) => {
      receivers.set(channel, [...(receivers.get(channel) ?? []), receive]);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

function newClient(
  { connectionString, Client }: ReturnType<typeof connectionTo>,
  nameParts: readonly string[],
  timeoutMs: number,
): pg.Client {
  return new Client({
    connectionString,
    application_name: [listenerName, ...nameParts].join(" "),
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: silenceMaxMs,
  });
}

/** A server that refuses sends an error code; one that is silent does not. */
const isSilence = (error: unknown) => (error as { code?: string }).code === undefined;

const queryableOf = (client: pg.Client): Queryable => ({
  query: async <R>(sql: Parameters<Queryable["query"]>[0], values: readonly unknown[] = []) =>
    (await client.query(queryConfig(sql, values))).rows as R[],
});
