import pg from "pg";
import type { Connections } from "./connections.ts";
import { fromDriver, indexesFirst, type Queryable, queryConfig, typeParsers } from "./database.ts";
import { gatherTurn } from "./packets.ts";

/**
 * Short reads share a few connections and do not wait for each other's answers: queries issued in one turn of the
 * event loop leave in one packet. Anything slow belongs on the pool, where nothing queues behind it.
 */
export type Readers = Queryable & { close(): Promise<void> };

type Reader = { client: pg.Client; open: Promise<unknown> };

export function openReaders(options: {
  connectionString: string;
  count: number;
  connections: Connections;
}): Readers {
  const readers: (Reader | undefined)[] = Array.from({ length: options.count }, () => undefined);
  let turn = 0;
  let closed = false;

  const connect = (slot: number): Reader => {
    const client = new pg.Client({
      connectionString: options.connectionString,
      application_name: "billfold reader",
      options: indexesFirst,
      types: typeParsers,
      keepAlive: true,
      pipeline: true,
    } as pg.ClientConfig);
    const forget = () => {
      if (readers[slot] === reader) readers[slot] = undefined;
    };
    // A broken connection fails the reads that were on it; the next read opens another.
    options.connections.keep(client);
    client.on("error", forget);
    client.on("end", forget);
    const reader: Reader = {
      client,
      open: client.connect().catch((error: unknown) => {
        forget();
        throw fromDriver(error);
      }),
    };
    reader.open.catch(() => undefined);
    readers[slot] = reader;
    return reader;
  };

  return {
    query: async <R>(sql: Parameters<Queryable["query"]>[0], values: readonly unknown[] = []) => {
      if (closed) throw new Error("the readers are closed");
      turn = (turn + 1) % readers.length;
      const reader = readers[turn] ?? connect(turn);
      await reader.open;
      gatherTurn(reader.client);
      try {
        const result = await reader.client.query(queryConfig(sql, values));
        return result.rows as R[];
      } catch (error) {
        throw fromDriver(error);
      }
    },
    close: async () => {
      closed = true;
      await Promise.all(readers.map((reader) => reader?.client.end().catch(() => undefined)));
    },
  };
}
