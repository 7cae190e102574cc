import { type Queryable, statement, type Transaction } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import type { Listing } from "../../../platform/db/page.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";

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
export const insertEntriesSql = (action: string, from: string) =>
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

const fields = `r.id, ${isoSql("r.created_at")} as created_at, ${isoSql("r.created_at")} as at,
  json_build_object('type', r.actor_type, 'id', r.actor_id, 'name', u.name) as actor,
  r.action, r.subject, r.details, r.request_id, r.address`;

// Only people have a name; the id of a key is its App ID.
const withPerson = `left join users u on r.actor_type in ('user', 'operator') and u.id::text = r.actor_id`;

export const auditListing: Listing = {
  name: "audit",
  table: "audit_entries",
  filters: {},
  render: (page) => `select ${jsonOf(fields)} as json from ${page} r ${withPerson}`,
};

const ofRequest = statement(
  "audit_of_request",
  `select ${jsonOf(`r.company_id, ${fields}`)} as json from audit_entries r ${withPerson}
   where r.request_id = $1 order by r.created_at, r.id limit 100`,
);

/** Not scoped to a company: operators search by request id. */
export async function findEntriesOfRequest(db: Queryable, requestId: string): Promise<Json[]> {
  const rows = await db.query<{ json: Json }>(ofRequest, [requestId]);
  return rows.map(({ json }) => json);
}
