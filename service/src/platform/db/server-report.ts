import { type Queryable, statement } from "./database.ts";

/** What a PostgreSQL server reports about itself and about the role we connect with. */
export type Server = {
  version: number;
  version_text: string;
  encoding: string;
  /** Did the server's rules for sorting text change since this database, and its indexes, were made? */
  collation_version_changed: boolean;
  is_replica: boolean;
  is_read_only: boolean;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  autovacuum: string;
  connections_max: number;
  connections_used: number;
  /** The age, in transactions, of the oldest unfrozen row; at two billion the server stops. */
  transaction_age: number;
  may_create: boolean;
  /** Tables of ours that this role can't read or change. */
  inaccessible_tables: string[];
  missing_extensions: string[];
};

// Our own session is read-only, so the defaults of the role and the database are read from the catalogue.
const readOnlyByDefault = `exists (select from pg_db_role_setting s, unnest(s.setconfig) as word
  where s.setdatabase in (0, d.oid) and s.setrole in (0, r.oid) and word ~ '^default_transaction_read_only=(on|true|yes|1)$')`;

const mayUse = (table: string) =>
  ["select", "insert", "update", "delete"]
    .map((right) => `has_table_privilege(${table}, '${right}')`)
    .join(" and ");

const connectionsMax = `least(
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
  nullif(d.datconnlimit, -1), nullif(r.rolconnlimit, -1))`;

const server = statement(
  "server_read",
  `select current_setting('server_version_num')::int as version, current_setting('server_version') as version_text,
     pg_encoding_to_char(d.encoding) as encoding,
     coalesce(d.datcollversion <> pg_database_collation_actual_version(d.oid), false) as collation_version_changed, pg_is_in_recovery() as is_replica, ${readOnlyByDefault} as is_read_only,
     current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
     current_setting('synchronous_commit') as synchronous_commit, current_setting('autovacuum') as autovacuum,
     ${connectionsMax} as connections_max,
     (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections_used,
     age(d.datfrozenxid) as transaction_age,
     coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
     array(select c.relname::text from pg_class c where c.relnamespace = current_schema()::regnamespace
       and c.relkind in ('r', 'p') and not (${mayUse("c.oid")}) order by 1) as inaccessible_tables,
     array(select w from unnest(array['btree_gin', 'pg_trgm']) as w
       where not exists (select from pg_available_extensions e where e.name = w)) as missing_extensions
   from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`,
);

export async function readServer(db: Queryable): Promise<Server> {
  const [row] = await db.query<Server>(server);
  return row!;
}

export type Maintenance = {
  long_transactions: number;
  oldest_seconds: number | null;
  /** Tables with more dead rows than living ones. */
  bloated: string[];
};

const maintenance = statement(
  "server_upkeep",
  `select t.count::int as long_transactions, t.oldest_seconds::float8 as oldest_seconds,
     array(select relname::text from pg_stat_user_tables where n_dead_tup > 100000 and n_dead_tup > n_live_tup order by 1) as bloated
   from (select count(*), max(extract(epoch from clock_timestamp() - xact_start)) as oldest_seconds from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       and xact_start < clock_timestamp() - make_interval(secs => $1)) t`,
);

/** What keeps the server from vacuuming, and what has not been vacuumed. */
export async function readMaintenance(db: Queryable, longSeconds: number): Promise<Maintenance> {
  const [row] = await db.query<Maintenance>(maintenance, [longSeconds]);
  return row!;
}

export type Replication = {
  /** Which standbys a commit waits for; empty if it waits for none. */
  synchronous_standby_names: string;
  standbys: { name: string; state: string | null; sync_state: string | null; behind_bytes: number | null }[];
  /** Replication slots that nobody reads from, and how much of the log is kept for them. */
  idle_slots: { name: string; retained_bytes: number }[];
};

const replication = statement(
  "server_replication",
  `select current_setting('synchronous_standby_names') as synchronous_standby_names,
     (select coalesce(json_agg(json_build_object('name', coalesce(nullif(application_name, ''), host(client_addr), 'a standby'),
        'state', state, 'sync_state', sync_state, 'behind_bytes', pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))), '[]')
      from pg_stat_replication) as standbys,
     (select coalesce(json_agg(json_build_object('name', slot_name, 'retained_bytes', pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn))), '[]')
      from pg_replication_slots where not active and restart_lsn is not null) as idle_slots`,
);

/** Of a primary; a replica does not know. */
export async function readReplication(db: Queryable): Promise<Replication> {
  const [row] = await db.query<{ synchronous_standby_names: string; standbys: string; idle_slots: string }>(
    replication,
  );
  return {
    synchronous_standby_names: row!.synchronous_standby_names,
    standbys: JSON.parse(row!.standbys) as Replication["standbys"],
    idle_slots: JSON.parse(row!.idle_slots) as Replication["idle_slots"],
  };
}

/** How far the server's clock is ahead of ours, and the round-trip time; the quickest of a few tries counts. */
export async function compareClocks(
  db: Queryable,
  now: () => Date,
): Promise<{ aheadMs: number; roundTripMs: number }> {
  let best = { aheadMs: 0, roundTripMs: Number.POSITIVE_INFINITY };
  for (let tries = 0; tries < 5; tries += 1) {
    const sent = performance.now();
    const sentAt = now().getTime();
    const [row] = await db.query<{ at: number }>(
      "select extract(epoch from clock_timestamp())::float8 as at",
    );
    const roundTripMs = performance.now() - sent;
    if (roundTripMs < best.roundTripMs)
      best = { aheadMs: row!.at * 1000 - (sentAt + roundTripMs / 2), roundTripMs };
  }
  return best;
}
