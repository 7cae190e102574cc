import type { Socket } from "node:net";
import type pg from "pg";
import { type Queryable, statement } from "../database.ts";

// The driver knows the server's process id and has a socket for each connection, but exposes neither.
type Driver = { processID: number | null; connection: { stream: Socket } };

/** Every open connection of this process to the database, except the one that listens. */
export type Connections = {
  track(client: pg.ClientBase): void;
  /** Records how much data each connection has received so far. */
  startSilenceCheck(): SilenceCheck;
  /**
   * Closes all connections, because the server refuses changes: it was demoted, and new connections may lead to its
   * successor. A server that stays read-only is not reconnected to more than once a second.
   */
  closeReadOnly(): void;
};

export type SilenceCheck = {
  /**
   * Closes connections that have received nothing since and whose process id the server does not know: it is another
   * server, or was restarted.
   */
  closeUnknown(server: Queryable): Promise<void>;
  /** Closes all connections that have received nothing since. Pending queries on them fail. */
  closeSilent(): void;
};

const readOnlyPauseMs = 1000;

const findKnown = statement(
  "connections_known",
  "select pid from pg_stat_activity where pid = any($1) and datname = current_database() and starts_with(application_name, 'billfold')",
);

/**
 * A database machine that vanishes, or whose address moves to another machine, does not close its connections, and the
 * operating system keeps them for a quarter of an hour. So when the listener times out, the other connections are
 * checked too.
 */
export function createConnections(): Connections {
  const open = new Set<pg.ClientBase>();
  let mayCloseReadOnly = true;
  return {
    track: (client) => {
      open.add(client);
      client.once("end", () => open.delete(client));
    },
    startSilenceCheck: () => {
      const receivedBefore = new Map([...open].map((client) => [client, bytesReceived(client)]));
      const silentClients = () =>
        [...receivedBefore.keys()].filter(
          (client) => open.has(client) && bytesReceived(client) === receivedBefore.get(client),
        );
      return {
        closeUnknown: async (server) => {
          const known = await server.query<{ pid: number }>(findKnown, [silentClients().map(processIdOf)]);
          const pids = new Set(known.map(({ pid }) => pid));
          for (const client of silentClients()) if (!pids.has(processIdOf(client))) destroySocket(client);
        },
        closeSilent: () => {
          for (const client of silentClients()) destroySocket(client);
        },
      };
    },
    closeReadOnly: () => {
      if (!mayCloseReadOnly) return;
      mayCloseReadOnly = false;
      setTimeout(() => {
        mayCloseReadOnly = true;
      }, readOnlyPauseMs).unref();
      for (const client of open) destroySocket(client, "the database is read-only");
    },
  };
}

const driver = (client: pg.ClientBase) => client as unknown as Driver;
const processIdOf = (client: pg.ClientBase) => driver(client).processID ?? 0;
const bytesReceived = (client: pg.ClientBase) => driver(client).connection.stream.bytesRead;

function destroySocket(client: pg.ClientBase, why = "the database no longer answers"): void {
  const { stream } = driver(client).connection;
  // A client that still looks for the primary has no connection yet, and nobody listens to its socket.
  if (stream.pending && !stream.connecting) return;
  stream.destroy(new Error(`Connection terminated: ${why}`));
}
