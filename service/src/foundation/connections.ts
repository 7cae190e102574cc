import type pg from "pg";
import { type Queryable, statement } from "./database.ts";
import { breakOff } from "./packets.ts";

// The driver numbers its connections as the server does, and counts what came in, but keeps both to itself.
type Driver = { processID: number | null; connection: { stream: { bytesRead: number } } };

/** All connections to the database that this process has open, but for the one that listens. */
export type Connections = {
  keep(client: pg.ClientBase): void;
  /** Remembers how much each has heard by now. */
  suspect(): Suspicion;
};

export type Suspicion = {
  /** Gives those up that heard nothing since and that the server does not know: it is another one, or was started anew. */
  giveUpUnknown(server: Queryable): Promise<void>;
  /** Gives up all that heard nothing since. Whoever waits for an answer learns that there will be none. */
  giveUpQuiet(): void;
};

const findKnown = statement(
  "connections_known",
  "select pid from pg_stat_activity where pid = any($1) and datname = current_database() and starts_with(application_name, 'billfold')",
);

/**
 * A database machine that vanishes, or whose address moves to another, says no word of farewell, and the operating
 * system goes on hoping for a quarter of an hour. So when the listener meets silence, the other connections are looked at.
 */
export function createConnections(): Connections {
  const open = new Set<pg.ClientBase>();
  return {
    keep: (client) => {
      open.add(client);
      client.once("end", () => open.delete(client));
    },
    suspect: () => {
      const heard = new Map([...open].map((client) => [client, bytesHeard(client)]));
      const quiet = () =>
        [...heard].filter(([client, bytes]) => open.has(client) && bytesHeard(client) === bytes);
      const giveUp = (clients: pg.ClientBase[]) => {
        for (const client of clients) breakOff(client, "the database no longer answers");
      };
      return {
        giveUpUnknown: async (server) => {
          const suspects = quiet().map(([client]) => client);
          const known = await server.query<{ pid: number }>(findKnown, [suspects.map(numberOf)]);
          const pids = new Set(known.map(({ pid }) => pid));
          giveUp(
            quiet()
              .map(([client]) => client)
              .filter((client) => !pids.has(numberOf(client))),
          );
        },
        giveUpQuiet: () => giveUp(quiet().map(([client]) => client)),
      };
    },
  };
}

const driver = (client: pg.ClientBase) => client as unknown as Driver;
const bytesHeard = (client: pg.ClientBase) => driver(client).connection.stream.bytesRead;
const numberOf = (client: pg.ClientBase) => driver(client).processID ?? 0;
