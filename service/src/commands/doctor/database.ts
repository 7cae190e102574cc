import { findUnknownTimeZones } from "../../domains/tenancy/companies/queries.ts";
import { connectionsOfNode } from "../../platform/db/connections/connection-shares.ts";
import { readMaintenance, readServer, type Server } from "../../platform/db/server-report.ts";
import type { DatabaseDoctorContext } from "./doctor-context.ts";
import { counted, type Finding, inProduction, listed, note, ok, problem, span } from "./finding.ts";

const oldest = 150_000;
const longSeconds = 300;
const ageWarning = 500_000_000;
const ageLimit = 1_200_000_000;

/** Checks the server's version and settings, and our privileges on it. */
export async function checkServer(doctorContext: DatabaseDoctorContext): Promise<Finding[]> {
  const server = await readServer(doctorContext.db);
  const found = [
    ...kindOf(server),
    ...rightsOf(server),
    ...durabilityOf(server, doctorContext.config.environment),
  ];
  if (found.length > 0) return found;
  return [ok("database", `PostgreSQL ${server.version_text}, ${server.encoding}, writable, durable`)];
}

function kindOf(server: Server): Finding[] {
  const found: Finding[] = [];
  if (server.version < oldest) {
    found.push(
      problem(
        "database",
        `this is PostgreSQL ${server.version_text}`,
        "Billfold needs PostgreSQL 15 or newer: upgrade the server.",
      ),
    );
  }
  if (server.encoding !== "UTF8") {
    found.push(
      problem(
        "database",
        `its encoding is ${server.encoding}`,
        "Create a database with encoding UTF8 and move the data there: names and descriptions need it.",
      ),
    );
  }
  if (server.collation_version_changed) {
    found.push(
      problem(
        "database",
        "the server's sorting rules have changed since this database was created, so its indexes may miss rows or allow duplicates",
        "This happens after an upgrade of the operating system. Stop the service, then run: reindex database …; alter database … refresh collation version.",
      ),
    );
  }
  if (server.is_replica) {
    found.push(
      problem(
        "database",
        "this server is a read-only standby",
        "Point DATABASE_URL at the primary, or promote this one if the primary is gone for good.",
      ),
    );
  } else if (server.is_read_only) {
    found.push(
      problem(
        "database",
        "transactions are read-only by default for this role or database",
        "Undo it: alter database … reset default_transaction_read_only (or alter role).",
      ),
    );
  }
  return found;
}

function rightsOf({ may_create, inaccessible_tables, missing_extensions }: Server): Finding[] {
  const found: Finding[] = [];
  if (!may_create) {
    found.push(
      problem(
        "database",
        "this role may not create tables, so migrations will fail",
        "Make it the owner of the database, or grant it create on the schema.",
      ),
    );
  }
  if (inaccessible_tables.length > 0) {
    found.push(
      problem(
        "database",
        `this role has no permission for ${counted(inaccessible_tables.length, "table")}, such as ${inaccessible_tables[0]}`,
        "Make it the owner of the tables: reassign owned by … to …",
      ),
    );
  }
  if (missing_extensions.length > 0) {
    found.push(
      problem(
        "database",
        `the server does not have the extension ${missing_extensions.join(" and ")}`,
        "Install PostgreSQL's contrib package on the database server.",
      ),
    );
  }
  return found;
}

function durabilityOf(server: Server, environment: string): Finding[] {
  const off = (["fsync", "full_page_writes", "synchronous_commit"] as const).filter(
    (name) => server[name] === "off",
  );
  if (off.length === 0) return [];
  const says = `${listed(off)} ${off.length === 1 ? "is" : "are"} off: a crash can lose confirmed data, or the whole database`;
  return [
    inProduction(environment)(
      "database",
      says,
      "Turn it on in the server's configuration. A payment must not be confirmed before it is on disk.",
    ),
  ];
}

/** Checks that the server allows as many connections as a node opens. */
export async function checkConnections({ db, config, nodes }: DatabaseDoctorContext): Promise<Finding[]> {
  const { connections_max: max, connections_used: used } = await readServer(db);
  const needed = connectionsOfNode(config);
  // Each process of a node is in the list.
  const running = Math.ceil(nodes.length / config.processes);
  const free = max - used;
  const says = `${used} of ${max} in use; a node opens up to ${needed}`;
  const cure =
    "Raise max_connections (or the role's limit) on the server, or lower BILLFOLD_DATABASE_CONNECTIONS.";
  if (free < 3) return [problem("connections", says, cure)];
  if (running === 0 && free < needed) return [note("connections", says, cure)];
  if (running * needed > max) {
    return [
      note(
        "connections",
        `${counted(running, "node")} may open up to ${running * needed} connections, but the server allows ${max}`,
        cure,
      ),
    ];
  }
  return [ok("connections", says)];
}

export async function checkMaintenance({ db, config }: DatabaseDoctorContext): Promise<Finding[]> {
  const [{ autovacuum, transaction_age }, { long_transactions, oldest_seconds, bloated }] = await Promise.all(
    [readServer(db), readMaintenance(db, longSeconds)],
  );
  const found: Finding[] = [];
  if (autovacuum === "off") {
    found.push(
      inProduction(config.environment)(
        "upkeep",
        "autovacuum is off: tables grow without limit, and in the end the server stops",
        "Turn autovacuum on in the server's configuration.",
      ),
    );
  }
  if (transaction_age > ageWarning) {
    const level = transaction_age > ageLimit ? problem : note;
    found.push(
      level(
        "upkeep",
        `the oldest row is ${transaction_age.toLocaleString("en")} transactions old; the server stops at two billion`,
        "Run vacuum (freeze), and look for what blocks it: old transactions, unused replication slots, prepared transactions.",
      ),
    );
  }
  if (long_transactions > 0) {
    found.push(
      note(
        "upkeep",
        `${counted(long_transactions, "transaction")} open for more than ${span(longSeconds)}, the oldest for ${span(oldest_seconds ?? 0)}`,
        "See pg_stat_activity. Rows deleted since then can't be cleaned up. The service itself never keeps transactions open that long.",
      ),
    );
  }
  if (bloated.length > 0) {
    found.push(
      note(
        "upkeep",
        `more dead rows than live ones in ${bloated.join(", ")}`,
        "Run vacuum on them. If it happens again, make autovacuum more aggressive.",
      ),
    );
  }
  return found.length > 0 ? found : [ok("upkeep", "autovacuum is on; no long transactions")];
}

export async function checkTimeZones({ db }: DatabaseDoctorContext): Promise<Finding[]> {
  const unknown = await findUnknownTimeZones(db);
  if (unknown.length === 0) return [ok("time zones", "the database has every company's time zone")];
  return [
    problem(
      "time zones",
      `the database does not have ${unknown.join(", ")}`,
      "Update the server's time zone data (tzdata), or correct the company: billfold company set --time-zone …",
    ),
  ];
}
