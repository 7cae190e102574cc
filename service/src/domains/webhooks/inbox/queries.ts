import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { isoSql, jsonOf } from "../../../platform/db/sql.ts";
import { fromEventAt, joinEventAt } from "../events/fragments.ts";
import { sameEventsSql } from "../events/service.ts";

/** An event that arrived, by its place in its company's feed and the SHA-256 hash of its bytes. */
export type ArrivedEvent = { companyId: number; sequence: number; bodyHash: Buffer; arrivedAt: Date };

const insert = statement(
  "inbox_insert",
  `with known as materialized (
     ${sameEventsSql("unnest($1::int8[], $2::int8[], $3::bytea[], $4::timestamptz[]) x(company_id, sequence, body_hash, arrived_at)")}
   ), stored as (
     insert into webhook_inbox (company_id, id, created_at) select company_id, sequence, arrived_at from known
     on conflict do nothing
   )
   select company_id, sequence from known`,
);

/** Deliveries arrive at least once; a repeated one has no effect. Returns those that are events of their company. */
export function insertInboxEntries(db: Queryable, arrived: readonly ArrivedEvent[]) {
  return db.query<{ company_id: number; sequence: number }>(insert, [
    arrived.map(({ companyId }) => companyId),
    arrived.map(({ sequence }) => sequence),
    arrived.map(({ bodyHash }) => bodyHash),
    arrived.map(({ arrivedAt }) => arrivedAt),
  ]);
}

const purge = statement(
  "inbox_purge",
  `with old as (select company_id, id from webhook_inbox where created_at < $1 limit $2)
   delete from webhook_inbox i using old where i.company_id = old.company_id and i.id = old.id returning 1`,
);

export async function deleteInboxEntriesBefore(db: Queryable, moment: Date, limit: number): Promise<number> {
  return (await db.query(purge, [moment, limit])).length;
}

export const inboxListing: Listing = {
  name: "inbox",
  table: "webhook_inbox",
  paths: [],
  filters: {
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
  },
  // Under the old name too.
  copies: 2,
  bytes: () => `(select 2 * octet_length(v.body) ${fromEventAt("r.company_id", "r.id")})`,
  render: (page) =>
    `select ${jsonOf(`r.id, ${isoSql("r.created_at")} as created_at, v.body::json as event`)} as json
     from ${page} r ${joinEventAt("r.company_id", "r.id")}`,
};
