import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { type Database, inTransaction, type Queryable, queryConfig } from "../database.ts";
import { markDriverError } from "../failures.ts";
import { type Migration, readMigrations, type Step, stepsChecksum } from "./migration-files.ts";
import { findPending, readLedger, stopWarning, type Unfinished } from "./migration-state.ts";

// Any number that nothing else in this database uses; only its holder applies migrations.
const migrationLock = 7_236_117_001;
const lockPollMs = 200;
const noticeEveryMs = 30_000;

type LockWaits = {
  /** While a statement waits for a table's lock, everybody else's statements on that table wait behind it. */
  timeoutMs: number;
  /** How long a step is tried again before the migration gives up. */
  totalMs: number;
};

/**
 * Below PostgreSQL's deadlock_timeout, so that a migration and a transaction that wait for each other end with the
 * retry of the migration and never with the failure of the transaction.
 */
const defaultLockWaits: LockWaits = { timeoutMs: 400, totalMs: 5 * 60_000 };
// To create an index concurrently means to wait for older transactions, which keeps nobody else waiting.
const indexLockTimeout = "10min";
// A batch of 256 pages is 2 MB, or some thousand rows.
const pagesPerBatch = 256;
const lastRow = 65_535;

type Options = {
  onlyIfEmpty?: boolean;
  warn?: (text: string) => void;
  /** Another folder of migrations, for tests of upgrades. */
  folder?: URL;
  lockWaits?: LockWaits;
};

/**
 * Applies pending migrations in order, while the versions before this one go on serving: each step is a transaction of
 * its own that waits only briefly for locks, and is tried again. An interrupted migration is continued after its last
 * finished step. Several nodes may start at once. With `onlyIfEmpty`, an empty database is initialised but an outdated
 * one is rejected, so that commands never upgrade a schema implicitly.
 */
export async function migrate(database: Database, options: Options = {}): Promise<string[]> {
  const { onlyIfEmpty = false, warn = () => undefined, lockWaits = defaultLockWaits } = options;
  const migrations = await readMigrations(options.folder);
  const read = async (db: Queryable) => {
    const ledger = await readLedger(db);
    return { ...ledger, pending: findPending(migrations, ledger, { onlyIfEmpty, warn }) };
  };
  const { applied, pending } = await read(database);
  if (pending.length === 0) return [];
  if (applied.length === 0) {
    const names = await initialise(database, migrations);
    // Undefined if another node has done it meanwhile, maybe one of an older version.
    return names ?? migrate(database, options);
  }
  return inSession(database, async (client) => {
    const db = queryableOf(client);
    await holdLock(db, warn);
    await prepareLedger(db);
    const now = await read(db);
    const breaking = now.pending.filter(({ requiresStop }) => requiresStop);
    if (breaking.length > 0) warn(stopWarning(breaking.map(({ name }) => name)));
    for (const migration of now.pending) {
      await applyInSteps({ client, db, warn, lockWaits }, migration, now.unfinished);
    }
    await db.query("select pg_advisory_unlock($1)", [migrationLock]);
    return now.pending.map(({ name }) => name);
  });
}

const ledgerTable = `create table if not exists schema_migrations (
  number integer primary key, name text not null, checksum text not null,
  applied_at timestamptz not null default now())`;
const requiresStopColumn =
  "alter table schema_migrations add column if not exists requires_stop boolean not null default false";
const progressTable = `create table if not exists schema_migration_progress (
  number integer primary key, name text not null, requires_stop boolean not null,
  steps_done integer not null, steps_checksum text not null,
  is_step_begun boolean not null default false, next_page bigint not null default 0)`;

/** Nobody uses an empty database, so all migrations are one transaction, and nothing is left of one that fails. */
function initialise(database: Database, migrations: readonly Migration[]): Promise<string[] | undefined> {
  return inTransaction(database, async (tx) => {
    // Another node may be doing it, which takes as long as it takes.
    await tx.query("set local lock_timeout = 0");
    await tx.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    for (const sql of [ledgerTable, requiresStopColumn, progressTable]) await tx.query(sql);
    const { applied } = await readLedger(tx);
    if (applied.length > 0) return undefined;
    for (const migration of migrations) {
      await tx.query(migration.steps.map(inOneStatement).join(";\n"));
      await recordApplied(tx, migration);
    }
    return migrations.map(({ name }) => name);
  });
}

function inOneStatement({ kind, sql }: Step): string {
  if (kind === "index") return sql.replace(/\bconcurrently\b/i, "");
  const [first, last] = pagesOf(0, 2 ** 32 - 1);
  return kind === "batches" ? sql.replaceAll("$1", `'${first}'`).replaceAll("$2", `'${last}'`) : sql;
}

/** A connection whose session settings and locks end with it. */
async function inSession<T>(database: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect().catch((error: unknown) => {
    throw markDriverError(error);
  });
  client.on("error", () => undefined);
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0; set enable_seqscan = on");
    // So that the server notices within seconds when this process is killed. Not every platform can.
    await client.query("set client_connection_check_interval = '1s'").catch(() => undefined);
    return await work(client);
  } finally {
    client.release(true);
  }
}

const queryableOf = (client: pg.PoolClient): Queryable => ({
  query: async <R>(sql: Parameters<Queryable["query"]>[0], values: readonly unknown[] = []) => {
    try {
      return (await client.query(queryConfig(sql, values))).rows as R[];
    } catch (error) {
      throw markDriverError(error);
    }
  },
});

const findHolder = `select a.pid, a.application_name, coalesce(host(a.client_addr), 'this machine') as address
  from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and (l.classid::bigint << 32) + l.objid::bigint = $1
    and l.database = (select oid from pg_database where datname = current_database())`;

/**
 * Polls, because a statement that waits for a lock counts as an open transaction, and the holder may be creating an
 * index concurrently, which waits for those.
 */
async function holdLock(db: Queryable, warn: (text: string) => void): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += lockPollMs) {
    const [lock] = await db.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [
      migrationLock,
    ]);
    if (lock!.held) return;
    if (waitedMs % noticeEveryMs === 0 && waitedMs > 0) {
      const [holder] = await db.query<{ pid: number; application_name: string; address: string }>(
        findHolder,
        [migrationLock],
      );
      if (holder) {
        const { pid, application_name: name, address } = holder;
        warn(
          `Waiting for the migrations that another process applies: connection ${pid} of ${name} from ${address}.`,
        );
      }
    }
    await delay(lockPollMs);
  }
}

/** Missing in databases that were made before migrations had steps. */
async function prepareLedger(db: Queryable): Promise<void> {
  const [column] = await db.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'requires_stop'`,
  );
  if (!column) await db.query(requiresStopColumn);
  await db.query(progressTable);
}

type Session = { client: pg.PoolClient; db: Queryable; warn: (text: string) => void; lockWaits: LockWaits };

async function applyInSteps(
  session: Session,
  migration: Migration,
  unfinished: Unfinished | undefined,
): Promise<void> {
  const { name, steps, number } = migration;
  const begun = unfinished?.number === number ? unfinished : undefined;
  const stepsDone = begun?.steps_done ?? 0;
  if (begun && stepsChecksum(steps.slice(0, stepsDone)) !== begun.steps_checksum) {
    throw new Error(
      `Migration ${name} was changed after this database applied its first ${stepsDone} steps. Restore those steps as they were, then run 'billfold migrate' again: it continues with the next one.`,
    );
  }
  for (const [index, step] of steps.entries()) {
    if (index < stepsDone) continue;
    const what =
      steps.length === 1 ? `Migration ${name}` : `Step ${index + 1} of ${steps.length} of migration ${name}`;
    const isResumed = begun !== undefined && index === stepsDone;
    await applyStep(session, migration, index, step, what, isResumed ? begun : undefined);
  }
  if (steps.length === 0) await recordDone(session.db, migration, 0);
}

async function applyStep(
  session: Session,
  migration: Migration,
  index: number,
  step: Step,
  what: string,
  begun: Unfinished | undefined,
): Promise<void> {
  const { db } = session;
  if (step.kind === "index") {
    if (!begun?.is_step_begun) await recordProgress(db, migration, index, { isStepBegun: true });
    await db.query(`set lock_timeout = '${indexLockTimeout}'`);
    await retryLocks(session, what, () => changeIndex(db, step, begun?.is_step_begun ?? false));
    await inStepTransaction(session, what, () => recordDone(db, migration, index + 1));
    return;
  }
  if (step.kind === "batches") {
    await applyInBatches(session, migration, index, step, what, begun?.next_page ?? 0);
    return;
  }
  await inStepTransaction(session, what, async () => {
    await db.query(step.sql);
    await recordDone(db, migration, index + 1);
  });
}

/** An attempt that was interrupted leaves an invalid index, which is dropped; what it finished counts as done. */
async function changeIndex(
  db: Queryable,
  { sql, action, index }: Extract<Step, { kind: "index" }>,
  wasBegun: boolean,
): Promise<void> {
  const [found] = await db.query<{ indisvalid: boolean }>(
    "select indisvalid from pg_index where indexrelid = to_regclass($1)",
    [index],
  );
  if (action === "create") {
    if (wasBegun && found?.indisvalid) return;
    if (found?.indisvalid === false) await db.query(`drop index concurrently ${index}`);
  } else if (wasBegun && !found) return;
  await db.query(sql);
}

const pagesOf = (from: number, to: number) => [`(${from},0)`, `(${to},${lastRow})`];

/** Goes through the table once, in the order of its pages; rows that are added meanwhile are the new version's. */
async function applyInBatches(
  session: Session,
  migration: Migration,
  index: number,
  { sql, table }: Extract<Step, { kind: "batches" }>,
  what: string,
  firstPage: number,
): Promise<void> {
  const { db } = session;
  const [size] = await db.query<{ pages: number }>(
    "select pg_relation_size($1::regclass) / current_setting('block_size')::int as pages",
    [table],
  );
  for (let page = firstPage; page < size!.pages; page += pagesPerBatch) {
    const startedAt = performance.now();
    await inStepTransaction(session, what, async () => {
      await db.query(sql, pagesOf(page, page + pagesPerBatch - 1));
      await recordProgress(db, migration, index, { nextPage: page + pagesPerBatch });
    });
    // Half of the time is left to everybody else.
    await delay(performance.now() - startedAt);
  }
  await inStepTransaction(session, what, () => recordDone(db, migration, index + 1));
}

/** One transaction that waits only briefly for locks, and is tried again. */
function inStepTransaction(session: Session, what: string, work: () => Promise<void>): Promise<void> {
  const { db, lockWaits } = session;
  return retryLocks(session, what, async () => {
    await db.query(`begin; set local lock_timeout = ${lockWaits.timeoutMs}`);
    try {
      await work();
      await db.query("commit");
    } catch (error) {
      await db.query("rollback").catch(() => undefined);
      throw error;
    }
  });
}

/** A lock that is not free, a deadlock or a serialization failure: none of it left any effects. */
const isLockFailure = (error: unknown) =>
  ["55P03", "40P01", "40001"].includes((error as { code?: string }).code ?? "");

const pauseMaxMs = 5000;

async function retryLocks(
  { db, warn, lockWaits }: Session,
  what: string,
  work: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  for (let attempts = 1; ; attempts++) {
    try {
      return await work();
    } catch (error) {
      if (!isLockFailure(error)) throw error;
      const open = await describeOpenTransactions(db);
      if (performance.now() - startedAt >= lockWaits.totalMs) {
        throw new Error(
          `${what} did not get its locks in ${attempts} attempts. ${open} End them, then run 'billfold migrate' again: it continues with this step.`,
          { cause: error },
        );
      }
      warn(`${what} is waiting for a lock, attempt ${attempts}. ${open}`);
      const pauseMs = Math.min(pauseMaxMs, 50 * 2 ** attempts);
      await delay(pauseMs / 2 + (Math.random() * pauseMs) / 2);
    }
  }
}

/** Which transactions are open the longest: usually one of them has the lock. */
async function describeOpenTransactions(db: Queryable): Promise<string> {
  const rows = await db.query<{ pid: number; name: string; state: string; seconds: number }>(
    `select pid, coalesce(nullif(application_name, ''), usename) as name, state,
       extract(epoch from clock_timestamp() - xact_start)::int as seconds
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
       and backend_type = 'client backend'
     order by xact_start limit 3`,
  );
  const words = rows.map(
    ({ pid, name, state, seconds }) => `process ${pid} (${name}, ${state ?? "active"}, ${seconds} s)`,
  );
  return `The oldest open transactions: ${words.join(", ") || "none"}.`;
}

function recordProgress(
  db: Queryable,
  { number, name, requiresStop, steps }: Migration,
  stepsDone: number,
  { isStepBegun = false, nextPage = 0 }: { isStepBegun?: boolean; nextPage?: number } = {},
): Promise<unknown> {
  return db.query(
    `insert into schema_migration_progress
       (number, name, requires_stop, steps_done, steps_checksum, is_step_begun, next_page)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (number) do update set steps_done = excluded.steps_done, steps_checksum = excluded.steps_checksum,
       is_step_begun = excluded.is_step_begun, next_page = excluded.next_page`,
    [number, name, requiresStop, stepsDone, stepsChecksum(steps.slice(0, stepsDone)), isStepBegun, nextPage],
  );
}

async function recordDone(db: Queryable, migration: Migration, stepsDone: number): Promise<void> {
  if (stepsDone < migration.steps.length) {
    await recordProgress(db, migration, stepsDone);
    return;
  }
  await db.query("delete from schema_migration_progress where number = $1", [migration.number]);
  await recordApplied(db, migration);
}

function recordApplied(db: Queryable, { number, name, checksum, requiresStop }: Migration): Promise<unknown> {
  return db.query(
    "insert into schema_migrations (number, name, checksum, requires_stop) values ($1, $2, $3, $4)",
    [number, name, checksum, requiresStop],
  );
}
