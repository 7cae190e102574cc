import type { AuditAction } from "../../../contract/audit-actions.ts";
import { type Queryable, statement, type Transaction } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import { fromNewestSql, type Listing } from "../../../platform/db/lists/page.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import { joinActingKeySql } from "../keys/fragments.ts";
import { joinActingUserSql } from "../users/fragments.ts";

const insert = statement(
  "audit_insert",
  `insert into audit_entries (company_id, created_at, actor_type, actor_id, action, subject, details, request_id, address)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

/** The columns that a batch row needs for its audit entry. */
export const entryRowTypes = {
  audit_subject: "text",
  audit_details: "jsonb",
  actor_type: "text",
  actor_id: "text",
  request_id: "text",
  address: "text",
} as const;

/** Writes one entry for each row of a batch (`company_id`, `now` and the columns above). */
export const insertEntriesSql = (action: AuditAction, from: string) =>
  fragment(`insert into audit_entries (company_id, created_at, actor_type, actor_id, action, subject, details, request_id, address)
     select company_id, now, actor_type, actor_id, '${action}', audit_subject, audit_details, request_id, address
     from ${from}`);

type AuditEntry = {
  now: Date;
  actorType: string;
  actorId: string | null;
  action: string;
  subject: string;
  details: object;
  requestId: string | null;
  address: string | null;
};

/** The insert is pipelined with the commit, so it costs no round trip. */
export function insertEntry(tx: Transaction, companyId: number, entry: AuditEntry): void {
  const { now, actorType, actorId, action, subject, details, requestId, address } = entry;
  tx.queryBeforeCommit(insert, [
    companyId,
    now,
    actorType,
    actorId,
    action,
    subject,
    JSON.stringify(details),
    requestId,
    address,
  ]);
}

const fields = `r.id, ${isoSql("r.created_at")} as created_at,
  json_build_object('type', r.actor_type, 'id', r.actor_id, 'name', coalesce(u.name, k.name)) as actor,
  r.action, r.subject, r.details, r.request_id, r.address`;

// People and keys have names.
const withName = `${joinActingUserSql} ${joinActingKeySql}`;

export const auditListing: Listing = {
  name: "audit",
  table: "audit_entries",
  filters: {
    actor_type: (value) => `r.actor_type = ${value}`,
    // What is true of all is what these indexes demand, which are for lists alone.
    actor_id: (value) => `r.id > 0 and r.actor_id = ${value}`,
    action: (value) => `r.id > 0 and r.action = ${value}`,
    record_type: (value) => `split_part(r.subject, '/', 1) = ${value}`,
    subject: (value) => `r.id > 0 and r.subject = ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
  },
  paths: [{ filters: ["subject"] }, { filters: ["actor_id"] }, { filters: ["action"] }],
  render: (page) => `select ${jsonOf(fields)} as json from ${page} r ${withName}`,
};

// Of the latest entries only: the log has no end, and an index by actor would slow down every change of money.
const actors = statement(
  "audit_actors",
  `select ${jsonOf("a.type, a.id, a.name")} as json from (
     select distinct r.actor_type as type, r.actor_id as id, coalesce(u.name, k.name) as name
     from (select * from audit_entries r where r.company_id = $1 and ${fromNewestSql}
       order by r.created_at desc, r.id desc limit 5000) r ${withName}
   ) a order by a.type = 'user' desc, a.type, a.name, a.id limit 200`,
);

export async function findActors(db: Queryable, companyId: number): Promise<Json[]> {
  const rows = await db.query<{ json: Json }>(actors, [companyId]);
  return rows.map(({ json }) => json);
}

// An entry has the moment of the change that it records, so the index of all entries finds it; an index by subject would
// slow down every change of money.
const atMoments = statement(
  "audit_at_moments",
  `select ${jsonOf(`${isoSql("r.created_at")} as created_at, r.action, r.subject,
     json_build_object('type', r.actor_type, 'id', r.actor_id, 'name', coalesce(u.name, k.name)) as actor`)} as json
   from audit_entries r ${withName}
   where r.company_id = $1 and ${fromNewestSql} and r.created_at = any($2::timestamptz[]) and r.subject = any($3::text[])
   order by r.created_at, r.id limit 1000`,
);

/** Who did what to these records at these moments. */
export async function findEntriesAt(
  db: Queryable,
  companyId: number,
  moments: readonly string[],
  subjects: readonly string[],
): Promise<Json[]> {
  const rows = await db.query<{ json: Json }>(atMoments, [companyId, moments, subjects]);
  return rows.map(({ json }) => json);
}

const ofCompanyRequest = statement(
  "audit_of_company_request",
  `select r.created_at, r.action, r.subject from audit_entries r
   where r.request_id = $2 and r.company_id = $1 order by r.created_at, r.id limit $3`,
);

/** What the company itself audited of a request; callers choose request ids, so other companies can have the same. */
export function findEntriesOfCompanyRequest(
  db: Queryable,
  companyId: number,
  requestId: string,
  max: number,
): Promise<{ created_at: Date; action: string; subject: string | null }[]> {
  return db.query(ofCompanyRequest, [companyId, requestId, max]);
}

const ofRequest = statement(
  "audit_of_request",
  `select ${jsonOf(`r.company_id, ${fields}`)} as json from audit_entries r ${withName}
   where r.request_id = $1 order by r.created_at, r.id limit 100`,
);

/** Not scoped to a company: operators search by request id. */
export async function findEntriesOfRequest(db: Queryable, requestId: string): Promise<Json[]> {
  const rows = await db.query<{ json: Json }>(ofRequest, [requestId]);
  return rows.map(({ json }) => json);
}
