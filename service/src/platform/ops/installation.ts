import { statSync } from "node:fs";
import path from "node:path";
import { type Queryable, statement } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";

/**
 * The installation is the one service that this database belongs to. A copy of the database must not act as if it were
 * the service: its webhooks, mails, payments and registrations are those of the original. So the database records where
 * it is, and a service that finds itself elsewhere is quiet: it can be read, but it sends and changes nothing until
 * somebody says that it is the real one.
 */
export type Place = {
  /** PostgreSQL's identifier of the cluster, which standbys share; null where the server does not tell it. */
  cluster_identifier: string | null;
  database_oid: number;
  /** The embedded database's folder, by its number in the file system, which a copied folder does not have. */
  data_folder: string | null;
  /** Counts promotions and recoveries. */
  timeline: number | null;
};

export type Installation = Pick<
  Tables["installation"],
  keyof Place | "quiet_because" | "backup_taken_at" | "restored_at" | "activated_at"
>;

/** Why the service is quiet, and what the operator can do about it. */
export type Quiet = { because: "restored" | "deactivated" | "moved"; says: string; cure: string };

const cure =
  "If this is to be the real service, make sure that the original one is stopped, then run 'billfold activate'. 'billfold activate --check' shows what would be sent.";

export function quietOf(installation: Installation | undefined, place: Place): Quiet | undefined {
  if (!installation) return undefined;
  const { quiet_because, backup_taken_at } = installation;
  if (quiet_because === "restored") {
    const from = backup_taken_at ? ` from a backup of ${backup_taken_at.toISOString()}` : "";
    return { because: "restored", says: `This database was restored${from} and is not active yet.`, cure };
  }
  if (quiet_because === "deactivated") {
    return {
      because: "deactivated",
      says: "This database was deactivated with 'billfold deactivate'.",
      cure,
    };
  }
  if (!isElsewhere(installation, place)) return undefined;
  return {
    because: "moved",
    says: "This database is a copy: it is in another PostgreSQL cluster, database or data folder than the service last used.",
    cure: `${cure} After pg_upgrade, or after moving the database on purpose, do the same.`,
  };
}

/** A part that one of the two does not know is not compared. */
function isElsewhere(installation: Installation, place: Place): boolean {
  return (["cluster_identifier", "database_oid", "data_folder"] as const).some(
    (part) => installation[part] !== null && place[part] !== null && installation[part] !== place[part],
  );
}

const columns =
  "quiet_because, cluster_identifier, database_oid, data_folder, timeline, backup_taken_at, restored_at, activated_at";
const find = statement("installation_find", `select ${columns} from installation`);

export async function findInstallation(db: Queryable): Promise<Installation | undefined> {
  const [row] = await db.query<Installation>(find);
  return row;
}

const findDatabase = statement(
  "installation_find_database",
  "select oid::int8 as database_oid from pg_database where datname = current_database()",
);
const findCluster = statement(
  "installation_find_cluster",
  `select s.system_identifier::text as cluster_identifier, c.timeline_id as timeline
   from pg_control_system() s cross join pg_control_checkpoint() c`,
);

/** Where the database is now; `dataDir` only if it is the embedded one. */
export async function findPlace(db: Queryable, dataDir: string | undefined): Promise<Place> {
  const [database] = await db.query<Pick<Place, "database_oid">>(findDatabase);
  const unknown = { cluster_identifier: null, timeline: null };
  // Some hosted servers do not let anybody call these functions.
  const [cluster = unknown] = await db
    .query<Pick<Place, "cluster_identifier" | "timeline">>(findCluster)
    .catch((error: { code?: string }) => {
      if (error.code === "42501" || error.code === "42883") return [unknown];
      throw error;
    });
  return { ...database!, ...cluster, data_folder: dataDir === undefined ? null : folderNumber(dataDir) };
}

function folderNumber(dataDir: string): string | null {
  const folder = statSync(path.join(dataDir, "postgres"), { throwIfNoEntry: false, bigint: true });
  return folder ? String(folder.ino) : null;
}

const record = statement(
  "installation_record",
  `update installation set cluster_identifier = $1, database_oid = $2, data_folder = $3, timeline = $4
   where database_oid is null and quiet_because is null`,
);

/** Records the place of a database that the service uses for the first time. */
export async function recordPlace(db: Queryable, place: Place): Promise<void> {
  await db.query(record, valuesOf(place));
}

const activate = statement(
  "installation_activate",
  `update installation set quiet_because = null, cluster_identifier = $1, database_oid = $2, data_folder = $3,
     timeline = $4, activated_at = now()`,
);

/** From now on the service belongs to the database in this place. */
export async function activateInstallation(db: Queryable, place: Place): Promise<void> {
  await db.query(activate, valuesOf(place));
}

const valuesOf = (place: Place) => [
  place.cluster_identifier,
  place.database_oid,
  place.data_folder,
  place.timeline,
];

/** Which addresses the service takes that customers set. */
export type OutboundRules = { allowLocal: boolean; httpsOnly: boolean };

const recordRules = statement(
  "installation_record_outbound_rules",
  "update installation set outbound_rules = $1 where outbound_rules is distinct from $1",
);

/** Of the service that starts; with several nodes, all have the same settings. */
export async function recordOutboundRules(
  db: Queryable,
  { allowLocal, httpsOnly }: OutboundRules,
): Promise<void> {
  await db.query(recordRules, [JSON.stringify({ allowLocal, httpsOnly })]);
}

const findRules = statement("installation_find_outbound_rules", "select outbound_rules from installation");

/** Undefined if no service has started on this database yet. */
export async function findOutboundRules(db: Queryable): Promise<OutboundRules | undefined> {
  const [row] = await db.query<
    Pick<Tables["installation"], "outbound_rules"> & { outbound_rules: OutboundRules | null }
  >(findRules);
  return row?.outbound_rules ?? undefined;
}

const deactivate = statement(
  "installation_deactivate",
  "update installation set quiet_because = 'deactivated' where quiet_because is null",
);

export async function deactivateInstallation(db: Queryable): Promise<void> {
  await db.query(deactivate);
}

const restored = statement(
  "installation_restored",
  "update installation set quiet_because = 'restored', backup_taken_at = $1, restored_at = now(), activated_at = null",
);

export async function markRestored(db: Queryable, backupTakenAt: Date): Promise<void> {
  await db.query(restored, [backupTakenAt]);
}
