import { type Queryable, statement } from "../database.ts";
import type { Tables } from "../tables.ts";
import { type Migration, readMigrations } from "./migration-files.ts";

/** What a database says about its migrations. */
export type Ledger = {
  applied: Applied[];
  /** The migration that was begun and not finished, if there is one. */
  unfinished: Unfinished | undefined;
};

type Applied = Pick<Tables["schema_migrations"], "number" | "name" | "checksum" | "requires_stop">;

/**
 * The checksum is that of the steps that are done. A step outside of a transaction may have been begun before it is done,
 * and one in batches has come as far as the page.
 */
export type Unfinished = Tables["schema_migration_progress"];

const findTables = statement(
  "migrations_tables",
  `select to_regclass('schema_migrations') is not null as has_applied,
     to_regclass('schema_migration_progress') is not null as has_progress`,
);
// The column is missing in a database that no version with steps has migrated yet.
const findApplied = statement(
  "migrations_applied",
  `select number, name, checksum, coalesce((to_jsonb(m) ->> 'requires_stop')::boolean, false) as requires_stop
   from schema_migrations m order by number`,
);
const findUnfinished = statement(
  "migrations_unfinished",
  `select number, name, requires_stop, steps_done, steps_checksum, is_step_begun, next_page
   from schema_migration_progress order by number limit 1`,
);

export async function readLedger(db: Queryable): Promise<Ledger> {
  const [tables] = await db.query<{ has_applied: boolean; has_progress: boolean }>(findTables);
  const applied = tables!.has_applied ? await db.query<Applied>(findApplied) : [];
  const [unfinished] = tables!.has_progress ? await db.query<Unfinished>(findUnfinished) : [];
  return { applied, unfinished };
}

/** How a database compares with this program, by the names of the migrations; applies nothing. */
export type SchemaState = {
  applied: number;
  pending: string[];
  /** Those of the pending ones that older versions cannot run beside. */
  requiresStop: string[];
  changed: string[];
  /** Those of a newer version. */
  unknown: string[];
  /** Those of the unknown ones that this version cannot run with. */
  breaking: string[];
  /** The pending one that was begun: its next run continues it. */
  interrupted: { name: string; stepsDone: number } | undefined;
};

export async function readSchemaState(db: Queryable): Promise<SchemaState> {
  const migrations = await readMigrations();
  const ledger = await readLedger(db);
  const { pending, unknown, ...others } = compare(migrations, ledger);
  const namesOf = (some: { name: string }[]) => some.map(({ name }) => name);
  return {
    applied: ledger.applied.length,
    pending: namesOf(pending),
    requiresStop: namesOf(pending.filter(({ requiresStop }) => requiresStop)),
    unknown: namesOf(unknown),
    interrupted: ledger.unfinished && {
      name: ledger.unfinished.name,
      stepsDone: ledger.unfinished.steps_done,
    },
    ...others,
  };
}

function compare(migrations: readonly Migration[], { applied, unfinished }: Ledger) {
  const byNumber = new Map(migrations.map((migration) => [migration.number, migration]));
  const found = unfinished ? [...applied, unfinished] : applied;
  const unknown = found.filter(({ number }) => !byNumber.has(number));
  const changed = applied.filter(({ number, checksum }) => {
    const known = byNumber.get(number);
    return known !== undefined && known.checksum !== checksum;
  });
  const numbers = new Set(applied.map(({ number }) => number));
  return {
    unknown,
    breaking: unknown.filter((row) => row.requires_stop).map(({ name }) => name),
    changed: changed.map(({ name }) => name),
    pending: migrations.filter(({ number }) => !numbers.has(number)),
  };
}

/**
 * The migrations that are missing in this database. Throws if this version must not use the database; a newer version's
 * migrations that only added something are no reason for that, so that both versions run side by side.
 */
export function findPending(
  migrations: readonly Migration[],
  ledger: Ledger,
  { onlyIfEmpty, warn }: { onlyIfEmpty: boolean; warn: (text: string) => void },
): Migration[] {
  const { unknown, breaking, changed, pending } = compare(migrations, ledger);
  const [newer] = unknown;
  if (breaking.length > 0 || (newer && pending.length > 0)) {
    const name = breaking[0] ?? newer!.name;
    const why =
      breaking.length > 0 ? "which versions before it can't run with" : "which this version does not know";
    throw new Error(
      `The database has migration ${name}, ${why}: it was created by a newer version. Start that version, or restore a backup.`,
    );
  }
  if (changed.length > 0) {
    throw new Error(
      `Migration ${changed[0]} was changed after this database applied it. Undo the change and add a new migration instead.`,
    );
  }
  if (newer) {
    const names = unknown.map(({ name }) => name).join(", ");
    warn(
      `The database is newer than this version: it has ${names}. Both versions can run side by side; upgrade this one next.`,
    );
  }
  if (onlyIfEmpty && pending.length > 0 && pending.length < migrations.length) {
    throw new Error(
      `The database is older than this program: ${pending[0]!.name} and later migrations are not applied yet. Make a backup, then run 'billfold migrate' or start this version. Or use the command of the running version.`,
    );
  }
  return pending;
}

/** What to do about migrations that older versions cannot run beside. */
export const stopWarning = (names: string[]) =>
  `${names.join(", ")} can't be applied while an older version is running. Stop every older node and worker first.`;
