import type pg from "pg";
import {
  plannerOptions,
  type Queryable,
  queryConfig,
  type Statement,
  sendQuery,
  typeParsers,
} from "../database.ts";
import { isReadOnlyRefusal, markDriverError } from "../failures.ts";
import { readBinaryRows } from "./binary-rows.ts";
import type { Connections } from "./connections.ts";
import { connectionTo } from "./servers.ts";
import { corkUntilImmediate } from "./write-batching.ts";

/**
 * One connection on which queries do not wait for each other's answers: those issued in one turn of the event loop
 * leave in one packet and are answered in order. It is opened by the first query, and again by the first after it broke.
 */
export type Pipelined = Queryable & { close(): Promise<void> };

export type PipelinedOptions = {
  connectionString: string;
  connections: Connections;
  /** What the connection is for, as the database shows it. */
  name: string;
  /** A query that takes longer fails with the code 57014. */
  statementTimeoutMs: number;
  /** Called when the connection breaks: the next one may lead to another server. */
  onLost?: () => void;
};

type Opened = { client: pg.Client; open: Promise<unknown> };

const triesMax = 5;
// A server that is frozen accepts connections, and says nothing on them.
const connectMaxMs = 8000;

/**
 * When preparing a statement runs into the time limit, what was sent behind it under the same name finds it missing,
 * and what is sent then may find it prepared already. Neither was executed.
 */
const wasNotPrepared = (error: unknown) =>
  ["26000", "42P05"].includes((error as { code?: string }).code ?? "");

export function openPipelined(options: PipelinedOptions): Pipelined {
  const { connectionString, Client } = connectionTo(options.connectionString);
  let current: Opened | undefined;
  let closed = false;

  const connect = (): Opened => {
    const client = new Client({
      connectionString,
      application_name: options.name,
      options: plannerOptions,
      types: typeParsers,
      keepAlive: true,
      connectionTimeoutMillis: connectMaxMs,
      pipeline: true,
    } as pg.ClientConfig);
    readBinaryRows(client);
    const discard = () => {
      if (current?.client !== client) return;
      current = undefined;
      if (!closed) options.onLost?.();
    };
    // A broken connection fails the queries that were on it; the next one opens another.
    options.connections.track(client);
    client.on("error", discard);
    client.on("end", discard);
    const open = client
      .connect()
      // Not among the options, which a pooler in between may drop.
      .then(() => client.query(`set statement_timeout = ${options.statementTimeoutMs}`))
      .catch((error: unknown) => {
        discard();
        throw markDriverError(error);
      });
    open.catch(() => undefined);
    return { client, open };
  };

  return {
    query: async <R>(sql: Parameters<Queryable["query"]>[0], values: readonly unknown[] = []) => {
      if (closed) throw new Error("the connection is closed");
      current ??= connect();
      const { client, open } = current;
      await open;
      for (let tries = 1; ; tries++) {
        corkUntilImmediate(client);
        try {
          const result = isBinary(sql)
            ? await client.query(binaryConfig(sql, values))
            : await sendQuery(client, sql, values);
          return (isBinary(sql) ? objectsOf(result) : result.rows) as R[];
        } catch (error) {
          if (isReadOnlyRefusal(error)) options.connections.closeReadOnly();
          if (!wasNotPrepared(error) || tries >= triesMax) throw markDriverError(error);
        }
      }
    },
    close: async () => {
      closed = true;
      await current?.client.end().catch(() => undefined);
    },
  };
}

const isBinary = (sql: Statement | string): sql is Statement =>
  typeof sql !== "string" && sql.isBinary === true;

/** The driver copies binary values into objects, and takes them as they are into arrays. */
const binaryConfig = (sql: Statement, values: readonly unknown[]) => ({
  ...queryConfig(sql, values),
  rowMode: "array",
  binary: true,
});

const objectsOf = ({ fields, rows }: pg.QueryResult) =>
  (rows as unknown[][]).map((row) => Object.fromEntries(fields.map(({ name }, index) => [name, row[index]])));
