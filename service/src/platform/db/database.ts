import pg from "pg";
import { unpooled } from "../values/unpooled.ts";
import { type CompanyShares, createCompanyShares } from "./connections/company-shares.ts";
import type { Connections } from "./connections/connections.ts";
import { connectionTo } from "./connections/servers.ts";
import { corkUntilNextTick, withCork } from "./connections/write-batching.ts";
import { isReadOnlyRefusal, markDriverError } from "./failures.ts";
import type { Notify } from "./notifier.ts";

/** SQL that is written once and prepared once per connection under its name. */
export type Statement = {
  readonly name: string;
  readonly text: string;
  /** On the connections for reads, JSON in its result arrives as bytes; elsewhere as text, as always. */
  readonly isBinary?: true;
};

export type Row = Record<string, unknown>;

/** What queries run on: the pool, or one transaction. */
export type Queryable = {
  query<R = Row>(statement: Statement | string, values?: readonly unknown[]): Promise<R[]>;
};

export type Transaction = Queryable & {
  readonly isTransaction: true;
  /** Runs the statement just before the commit and sends both together, so that its locks are held only briefly. */
  queryBeforeCommit(statement: Statement, values: readonly unknown[]): void;
  /** Rolls back only this work when it fails; the transaction goes on. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /** Notifies every node after the commit; a rolled-back transaction notifies nobody. */
  notify: Notify;
};

export type Database = Queryable & {
  readonly pool: pg.Pool;
  /** For work on behalf of one company, which leaves some of the connections to the others. */
  forCompany(companyId: number): Database;
  /** Does work that takes a connection, when it is its turn. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** How many pieces of work wait for a connection. */
  waitingCount(): number;
  /** Whether the server takes changes. A standby, or a server that is set to read-only, does not. */
  isWritable(): Promise<boolean>;
  /** Rethrows; a refusal because the server is read-only also closes the connections to it. */
  noteRefusal(error: unknown): never;
  notify: Notify;
  close(): Promise<void>;
};

const statementTexts = new Map<string, string>();
const places = new Map<string, Error>();

/** Names are global per connection, so the same name for two texts is a bug found at start. */
export function statement(name: string, text: string, options: { isBinary?: true } = {}): Statement {
  const earlier = statementTexts.get(name);
  if (earlier !== undefined && earlier !== text) throw new Error(`two statements are named ${name}`);
  statementTexts.set(name, text);
  // Its stack is formatted only for those who ask which module a statement belongs to.
  if (earlier === undefined) places.set(name, new Error("written here"));
  return { name, text, ...options };
}

/** The texts of all statements of the loaded modules, by name; tests and checks read them. */
export const registeredStatements = (): Map<string, string> => statementTexts;

/** Where each of them is written. */
export const statementPlaces = (): ReadonlyMap<string, Error> => places;

const { builtins } = pg.types;
const bytesOf = pg.types.getTypeParser(builtins.BYTEA) as (text: string) => Buffer;
const parsers = new Map<number, (text: string) => unknown>([
  // A date is a day on a calendar, not a moment: as a Date it would shift by a day in Lagos.
  [builtins.DATE, (text) => text],
  [builtins.INT8, Number],
  [builtins.NUMERIC, (text) => text],
  [builtins.JSON, (text) => text],
  // A key stays in memory for as long as it is used, and its hash with it.
  [builtins.BYTEA, (text) => unpooled(bytesOf(text))],
]);
const binaryParsers = new Map<number, (bytes: Buffer) => unknown>([
  [builtins.INT8, (bytes) => Number(bytes.readBigInt64BE())],
  [builtins.TEXT, (bytes) => bytes.toString()],
  [builtins.JSON, (bytes) => bytes],
]);
export const typeParsers = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format === "binary" ? binaryParsers : parsers).get(oid) ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

export function openDatabase(options: {
  connectionString: string;
  connectionsMax: number;
  onError: (error: Error) => void;
  /** False turns off `synchronous_commit`, for work that is repeated after a crash. */
  durable?: boolean;
  notify?: Notify;
  connections?: Connections;
  /** Read-only session with a statement timeout, for `billfold doctor`. */
  readOnly?: { name: string; waitMaxMs: number };
}): Database {
  const { durable, readOnly } = options;
  const pool = new pg.Pool({
    ...connectionTo(options.connectionString),
    max: options.connectionsMax,
    types: typeParsers,
    application_name: readOnly?.name ?? (durable === false ? "billfold background" : "billfold"),
    options: optionsOf(options),
    ...(readOnly && { query_timeout: readOnly.waitMaxMs + 500 }),
    connectionTimeoutMillis: readOnly?.waitMaxMs ?? 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Queries are sent without waiting for earlier results, which arrive in order.
    pipeline: true,
  } as pg.PoolConfig);
  // The pool replaces a broken idle connection at its next use; without a listener the event would end the process.
  pool.on("error", options.onError);
  pool.on("connect", (client) => {
    // The pool stops listening before it hands a connection over, and its user begins to a moment later.
    client.on("error", () => undefined);
    options.connections?.track(client);
  });
  const noteRefusal = (error: unknown): never => {
    if (isReadOnlyRefusal(error)) options.connections?.closeReadOnly();
    throw error;
  };
  const shares = createCompanyShares({ connectionsMax: options.connectionsMax, waitMaxMs: shareWaitMaxMs });
  const database: Database = {
    pool,
    query: <R>(sql: Statement | string, values?: readonly unknown[]) =>
      run<R>(pool, sql, values).catch(noteRefusal),
    inTurn: (work) => work(),
    forCompany: (companyId) => companyView(database, shares, companyId),
    waitingCount: () => pool.waitingCount + shares.waitingCount(),
    noteRefusal,
    isWritable: async () => {
      const [{ is_writable: isWritable } = { is_writable: false }] = await run<{ is_writable: boolean }>(
        pool,
        readWritable,
      );
      if (!isWritable) options.connections?.closeReadOnly();
      return isWritable;
    },
    notify: options.notify ?? (() => undefined),
    close: async () => {
      // The pool does not wait for its connections to close, and errors while closing do not matter.
      pool.removeAllListeners("error").on("error", () => undefined);
      await pool.end();
    },
  };
  return database;
}

function companyView(database: Database, shares: CompanyShares, companyId: number): Database {
  const inTurn: Database["inTurn"] = (work) => shares.run(companyId, work);
  return { ...database, inTurn, query: (sql, values) => inTurn(() => database.query(sql, values)) };
}

const shareWaitMaxMs = 8000;
// Waiting for a connection and for a row ends before the nine seconds after which a change is answered in any case, so
// that the response can say that nothing was changed.
const waitsMaxMs = 8500;
// Where several wait for one row, each waits for two locks: to be the next, then for the row. Longer than PostgreSQL
// takes to find a deadlock, which is resolved by a retry.
const lockWaitMaxMs = 4000;

/**
 * A prepared statement keeps the plan of its first uses until the table is next analysed. Made while a table is small, it
 * would read all of it, and still do so when there are a million rows: so indexes are used from the first row on.
 * Before PostgreSQL 18 a scan that can't be avoided is given a cost so high that it would be compiled first, each time.
 */
export const plannerOptions = "-c enable_seqscan=off -c jit=off";

/**
 * A batch is passed as arrays. The planner prefers a plan made for each array's length to the one for any length, and
 * would plan every execution, which takes longer than executing it.
 */
const changeOptions = `${plannerOptions} -c plan_cache_mode=force_generic_plan`;

function optionsOf({ durable, readOnly }: Parameters<typeof openDatabase>[0]): string {
  if (readOnly) return `-c default_transaction_read_only=on -c statement_timeout=${readOnly.waitMaxMs}`;
  const options = `${changeOptions} -c lock_timeout=${lockWaitMaxMs}`;
  return durable === false ? `${options} -c synchronous_commit=off` : options;
}

async function run<R>(
  target: pg.Pool | pg.PoolClient,
  sql: Statement | string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  try {
    return (await sendQuery(target, sql, values)).rows as R[];
  } catch (error) {
    throw markDriverError(error);
  }
}

/**
 * Passes the driver a query object, which it uses unchanged. It would copy a configuration object property by property,
 * with descriptors, which takes longer than all else that it does to send a query.
 */
export function sendQuery(
  target: pg.Pool | pg.ClientBase,
  sql: Statement | string,
  values: readonly unknown[],
): Promise<pg.QueryResult> {
  const query = new pg.Query(typeof sql === "string" ? sql : sql.text, values as unknown[]);
  if (typeof sql !== "string") Object.assign(query, { name: sql.name });
  return new Promise((resolve, reject) => {
    const settle = (error: Error | undefined, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result);
    (target as CallbackTarget).query(query, undefined, settle);
  });
}

type CallbackTarget = {
  query(
    query: pg.Submittable,
    values: undefined,
    callback: (error: Error | undefined, result: pg.QueryResult) => void,
  ): void;
};

export function queryConfig(sql: Statement | string, values: readonly unknown[]): pg.QueryConfig {
  const config = { values: values as unknown[] };
  return typeof sql === "string" ? { text: sql, ...config } : { name: sql.name, text: sql.text, ...config };
}

const deadlockRetriesMax = 3;

/** A transaction aborted by a deadlock or a serialization failure left no effects, so it is retried. */
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
  const askedAt = performance.now();
  return retryDeadlocks(() => database.inTurn(() => attempt(database, work, askedAt))).catch(
    database.noteRefusal,
  );
}

async function attempt<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
  askedAt: number,
): Promise<T> {
  const client = await database.pool.connect().catch((error: unknown) => {
    throw markDriverError(error);
  });
  let broken: Error | undefined;
  // The pool listens only to idle connections; without a listener the loss of this one would end the process.
  const onLost = (error: Error) => {
    broken = error;
  };
  client.on("error", onLost);
  try {
    const { transaction, commit } = begin(client, waitsMaxMs - (performance.now() - askedAt));
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

function begin(client: pg.PoolClient, waitLeftMs: number) {
  const commitStatements: [Statement, readonly unknown[]][] = [];
  const notifications: Parameters<Notify>[] = [];
  let failure: unknown;
  let savepoints = 0;
  /**
   * Queries sent behind the one that failed are refused with 25P02, and a caller may handle such a refusal first. It is
   * replaced by the cause: only a deadlock that is recognised as one is retried.
   */
  const causeOf = (error: unknown): unknown => {
    const isConsequence = (error as Partial<PostgresError>).code === "25P02";
    failure = isConsequence ? (failure ?? error) : error;
    return failure;
  };
  const lockWaitMs = Math.floor(Math.max(waitsMaxMs - shareWaitMaxMs, waitLeftMs) / 2);
  sendWithoutAwait(client, "begin");
  if (lockWaitMs < lockWaitMaxMs) sendWithoutAwait(client, `set local lock_timeout = ${lockWaitMs}`);
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
      savepoints += 1;
      // Each level has a name of its own, so that an outer one is never rolled back to an inner one.
      const name = `before_work_${savepoints}`;
      sendWithoutAwait(client, `savepoint ${name}`);
      return work()
        .catch(async (error: unknown) => {
          await client.query(`rollback to savepoint ${name}`).catch(() => undefined);
          failure = undefined;
          commitStatements.length = statementsBefore;
          notifications.length = notificationsBefore;
          throw error;
        })
        .finally(() => {
          savepoints -= 1;
          // Hundreds of inner ones in one transaction would slow down every other transaction.
          if (savepoints > 0) sendWithoutAwait(client, `release savepoint ${name}`);
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

/** For statements without a result: it is sent with the next query, which fails if this one fails. */
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

const readWritable = statement(
  "database_writable",
  "select current_setting('transaction_read_only') = 'off' as is_writable",
);
