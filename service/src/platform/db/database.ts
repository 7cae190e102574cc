import pg from "pg";
import type { Connections } from "./connections.ts";
import type { Notify } from "./notifier.ts";
import { corkUntilNextTick, withCork } from "./write-batching.ts";

/** SQL that is written once and prepared once per connection under its name. */
export type Statement = { readonly name: string; readonly text: string };

export type Row = Record<string, unknown>;

/** What queries run on: the pool, or one transaction. */
export type Queryable = {
  query<R = Row>(statement: Statement | string, values?: readonly unknown[]): Promise<R[]>;
};

export type Transaction = Queryable & {
  readonly isTransaction: true;
  /** The last thing before the commit, and sent with it: what it locks is held for the database's own time, not for ours. */
  queryBeforeCommit(statement: Statement, values: readonly unknown[]): void;
  /** When the work fails, it is undone, and nothing else of the transaction. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /** Told to every node once this is committed, and never if it is not. */
  notify: Notify;
};

export type Database = Queryable & {
  readonly pool: pg.Pool;
  notify: Notify;
  close(): Promise<void>;
};

const statementTexts = new Map<string, string>();
const places = new Map<string, Error>();

/** Names are global per connection, so the same name for two texts is a bug found at start. */
export function statement(name: string, text: string): Statement {
  const earlier = statementTexts.get(name);
  if (earlier !== undefined && earlier !== text) throw new Error(`two statements are named ${name}`);
  statementTexts.set(name, text);
  // Its stack is formatted only for those who ask which module a statement belongs to.
  if (earlier === undefined) places.set(name, new Error("written here"));
  return { name, text };
}

/** Every statement of the modules that are loaded, by its name, for those who examine them. */
export const registeredStatements = (): Map<string, string> => statementTexts;

/** Where each of them is written. */
export const statementPlaces = (): ReadonlyMap<string, Error> => places;

const { builtins } = pg.types;
const parsers = new Map<number, (text: string) => unknown>([
  // A date is a day on a calendar, not a moment: as a Date it would shift by a day in Lagos.
  [builtins.DATE, (text) => text],
  [builtins.INT8, Number],
  [builtins.NUMERIC, (text) => text],
  [builtins.JSON, (text) => text],
]);
export const typeParsers = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

export function openDatabase(options: {
  connectionString: string;
  connectionsMax: number;
  onError: (error: Error) => void;
  /** Does a commit wait for the disk? Not where everything that a crash could undo is simply done again. */
  durable?: boolean;
  notify?: Notify;
  connections?: Connections;
  /** For who looks and must neither change anything nor wait long. */
  readOnly?: { name: string; waitMaxMs: number };
}): Database {
  const { durable, readOnly } = options;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.connectionsMax,
    types: typeParsers,
    application_name: readOnly?.name ?? (durable === false ? "billfold background" : "billfold"),
    options: optionsOf(options),
    ...(readOnly && { query_timeout: readOnly.waitMaxMs + 500 }),
    connectionTimeoutMillis: readOnly?.waitMaxMs ?? 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // What is asked before the last answer is there goes out all the same, and is answered in order.
    pipeline: true,
  } as pg.PoolConfig);
  // An idle connection that breaks is replaced at the next use; unheard, the event would end the process.
  pool.on("error", options.onError);
  pool.on("connect", (client) => options.connections?.track(client));
  return {
    pool,
    query: (sql, values) => run(pool, sql, values),
    notify: options.notify ?? (() => undefined),
    close: async () => {
      // The pool does not wait for its connections to close, and what becomes of them is of no interest any more.
      pool.removeAllListeners("error").on("error", () => undefined);
      await pool.end();
    },
  };
}

/**
 * A prepared statement keeps the plan of its first uses until the table is next analysed. Made while a table is small, it
 * would read all of it, and still do so when there are a million rows: so indexes are used from the first row on.
 * Before PostgreSQL 18 a scan that can't be avoided is given a cost so high that it would be compiled first, each time.
 */
export const plannerOptions = "-c enable_seqscan=off -c jit=off";

function optionsOf({ durable, readOnly }: Parameters<typeof openDatabase>[0]): string {
  if (readOnly) return `-c default_transaction_read_only=on -c statement_timeout=${readOnly.waitMaxMs}`;
  return durable === false ? `${plannerOptions} -c synchronous_commit=off` : plannerOptions;
}

async function run<R>(
  target: pg.Pool | pg.PoolClient,
  sql: Statement | string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  try {
    const result = await target.query(queryConfig(sql, values));
    return result.rows as R[];
  } catch (error) {
    throw markDriverError(error);
  }
}

export function queryConfig(sql: Statement | string, values: readonly unknown[]): pg.QueryConfig {
  const config = { values: values as unknown[] };
  return typeof sql === "string" ? { text: sql, ...config } : { name: sql.name, text: sql.text, ...config };
}

const deadlockRetriesMax = 3;

/** What the database ended because of a deadlock left nothing behind, so it is simply run again. */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as Partial<PostgresError>;
      if ((code !== "40P01" && code !== "40001") || retries >= deadlockRetriesMax) throw error;
    }
  }
}

/** One request or task is one transaction; services never commit. */
export function inTransaction<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return retryDeadlocks(() => attempt(database, work));
}

async function attempt<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await database.pool.connect().catch((error: unknown) => {
    throw markDriverError(error);
  });
  let broken: Error | undefined;
  // The pool listens only to connections that are idle; unheard, the loss of this one would end the process.
  const onLost = (error: Error) => {
    broken = error;
  };
  client.on("error", onLost);
  try {
    const { transaction, commit } = begin(client);
    const result = await work(transaction);
    for (const notification of await commit()) database.notify(...notification);
    return result;
  } catch (error) {
    await client.query("rollback").catch(onLost);
    throw error;
  } finally {
    client.off("error", onLost);
    client.release(broken);
  }
}

function begin(client: pg.PoolClient) {
  const commitStatements: [Statement, readonly unknown[]][] = [];
  const notifications: Parameters<Notify>[] = [];
  let failure: unknown;
  /**
   * Queries sent behind the one that failed are refused with 25P02, and a caller may handle such a refusal first. It is
   * replaced by the cause: only a deadlock that is recognised as one is retried.
   */
  const causeOf = (error: unknown): unknown => {
    const isConsequence = (error as Partial<PostgresError>).code === "25P02";
    failure = isConsequence ? (failure ?? error) : error;
    return failure;
  };
  sendWithoutAwait(client, "begin");
  const transaction: Transaction = {
    isTransaction: true,
    query: <R>(sql: Statement | string, values?: readonly unknown[]) => {
      corkUntilNextTick(client);
      return run<R>(client, sql, values).catch((error: unknown) => {
        throw causeOf(error);
      });
    },
    queryBeforeCommit: (...asked) => void commitStatements.push(asked),
    savepoint: async (work) => {
      const [statementsBefore, notificationsBefore] = [commitStatements.length, notifications.length];
      sendWithoutAwait(client, "savepoint before_work");
      return work().catch(async (error: unknown) => {
        await client.query("rollback to savepoint before_work").catch(() => undefined);
        failure = undefined;
        commitStatements.length = statementsBefore;
        notifications.length = notificationsBefore;
        throw error;
      });
    },
    notify: (...notification) => notifications.push(notification),
  };
  const commit = async () => {
    const ask = () => [...commitStatements.map((asked) => run(client, ...asked)), client.query("commit")];
    await Promise.all(withCork(client, ask)).catch((error: unknown) => {
      throw markDriverError(error);
    });
    return notifications;
  };
  return { transaction, commit };
}

/** For what tells nothing by its answer: it leaves with the next question, and if it fails, so does that. */
function sendWithoutAwait(client: pg.PoolClient, sql: string): void {
  corkUntilNextTick(client);
  client.query(sql).catch(() => undefined);
}

type PostgresError = Error & { code: string; constraint?: string };

/** The name of the constraint that a failed statement ran into, if that is why it failed. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as Partial<PostgresError>;
  return code?.startsWith("23") ? constraint : undefined;
}

const driverErrors = new WeakSet<object>();

/** Notes that an error came from the database's driver: a caller's broken connection has the same codes. */
export function markDriverError(error: unknown): unknown {
  if (typeof error === "object" && error !== null) driverErrors.add(error);
  return error;
}

/** The database is away or starting, not at odds with what we asked. */
export function isConnectionFailure(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !driverErrors.has(error)) return false;
  const code = (error as Partial<PostgresError>)?.code ?? "";
  const message = error instanceof Error ? error.message : "";
  return (
    /^(08|57P|53)/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code) ||
    /Connection terminated|not queryable|timeout expired|timeout exceeded when trying to connect/.test(
      message,
    )
  );
}
