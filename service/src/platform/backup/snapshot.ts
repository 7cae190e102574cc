import { createHash } from "node:crypto";
import type pg from "pg";
import { connectionTo } from "../db/connections/servers.ts";
import { type Queryable, queryConfig, typeParsers } from "../db/database.ts";
import { schemaParts, schemaText } from "../db/migrations/schema-dump.ts";
import type { SequencePosition, Start, Written } from "./archive.ts";
import { copyOut } from "./copy.ts";

// Values are written and read as text, which these settings decide.
const settings = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s';
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 3;
  set bytea_output = 'hex'; set synchronize_seqscans = off; set client_encoding = 'UTF8';
  set check_function_bodies = off; set maintenance_work_mem = '256MB'`;

export type BackupConnection = Queryable & { client: pg.Client; close(): Promise<void> };

/** A connection of its own, without the service's time limits. */
export async function connectForBackup(connectionString: string): Promise<BackupConnection> {
  const { Client, ...address } = connectionTo(connectionString);
  const client = new Client({
    ...address,
    types: typeParsers,
    application_name: "billfold backup",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // The query in progress reports the loss; without a listener the event would end the process.
  client.on("error", () => undefined);
  await client.connect();
  await client.query(settings);
  return {
    client,
    query: async <R>(sql: Parameters<Queryable["query"]>[0], values: readonly unknown[] = []) =>
      (await client.query(queryConfig(sql, values))).rows as R[],
    close: () => client.end().catch(() => undefined),
  };
}

export type TableColumns = { table: string; columns: string[]; unlogged: boolean };

/** All tables with the columns that hold values of their own, in the order of their names. */
export const findTables = (db: Queryable) =>
  db.query<TableColumns>(
    `select quote_ident(c.relname) as table, c.relpersistence = 'u' as unlogged,
       array(select quote_ident(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     order by c.relname collate "C"`,
  );

const findSequences = (db: Queryable) =>
  db.query<{ table: string; column: string; sequence: string }>(
    `select quote_ident(c.relname) as table, a.attname as column,
       pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and a.attidentity <> ''
     order by 1, 2`,
  );

export const copyOutSql = ({ table, columns }: { table: string; columns: readonly string[] }) =>
  `copy ${table} (${columns.join(", ")}) to stdout`;

type About = { version: string; keyFingerprints: readonly string[] };

/**
 * Everything in the database at one moment: all tables are read in one repeatable-read transaction, while the service
 * goes on reading and writing. Only changes of the schema have to wait.
 */
export async function* takeSnapshot(db: BackupConnection, about: About): AsyncGenerator<Written> {
  await db.query("begin isolation level repeatable read read only");
  const tables = await findTables(db);
  await db.query(`lock table ${tables.map(({ table }) => table).join(", ")} in access share mode`);
  yield await startOf(db, about);
  let rows = 0;
  // What is in an unlogged table does not survive a crash either, so nothing depends on it.
  const logged = tables.filter(({ unlogged }) => !unlogged);
  for (const { table, columns } of logged) {
    yield { table, columns };
    const sum = createHash("sha256");
    const chunks = copyOut(db.client, copyOutSql({ table, columns }));
    for (;;) {
      const { value, done } = await chunks.next();
      if (done) {
        rows += value.rows;
        yield { table_end: table, rows: value.rows, sha256: sum.digest("hex") };
        break;
      }
      sum.update(value);
      yield value;
    }
  }
  // A sequence is not part of the snapshot; read after the rows, it is never behind them.
  yield { sequences: await readSequences(db) };
  await db.query("commit");
  yield { end: true, tables: logged.length, rows };
}

async function startOf(db: Queryable, about: About): Promise<Start> {
  const { beforeRows, afterRows } = await schemaParts(db);
  const [server] = await db.query<{ now: Date; version: string; schema_version: number }>(
    `select now(), current_setting('server_version') as version,
       (select max(number) from schema_migrations) as schema_version`,
  );
  return {
    billfold_backup: 1,
    taken_at: server!.now.toISOString(),
    billfold_version: about.version,
    postgresql_version: server!.version,
    schema_version: server!.schema_version,
    schema: await schemaText(db),
    before_rows: beforeRows,
    after_rows: afterRows,
    key_fingerprints: about.keyFingerprints,
  };
}

async function readSequences(db: Queryable): Promise<SequencePosition[]> {
  const positions: SequencePosition[] = [];
  for (const { table, column, sequence } of await findSequences(db)) {
    const [row] = await db.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${sequence}`,
    );
    positions.push({ table, column, ...row! });
  }
  return positions;
}
