import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Listing } from "../../../platform/db/page.ts";
import { isoSql, jsonOf } from "../../../platform/db/sql.ts";

const insert = statement(
  "inbox_insert",
  "insert into webhook_inbox (company_id, id, created_at) values ($1, $3, $2) on conflict do nothing",
);

/** Deliveries arrive at least once; a repeated one has no effect. */
export async function insertInboxEntry(db: Queryable, companyId: number, now: Date, sequence: number) {
  await db.query(insert, [companyId, now, sequence]);
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
  filters: {
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
  },
  // Under the old name too.
  copies: 2,
  bytes: () =>
    "(select 2 * octet_length(v.body) from events v where v.company_id = r.company_id and v.sequence = r.id)",
  render: (page) =>
    `select ${jsonOf(`r.id, ${isoSql("r.created_at")} as created_at, v.body::json as event`)} as json
     from ${page} r join events v on v.company_id = r.company_id and v.sequence = r.id`,
};
