import { type Queryable, statement } from "../../platform/db/database.ts";
import { responseRetentionMs } from "./idempotency.ts";
import { storedBodySql } from "./idempotency-store.ts";

/** What is known of a request that was sent under an Idempotency-Key. */
export type StoredOutcome = {
  status: number;
  created_at: Date;
  /** The beginning of the response; empty if the response contains a secret. */
  start: string;
  /** Null where the response does not refer to an event. */
  request_id: string | null;
};

const find = statement(
  "idempotency_outcome",
  `select k.status, k.created_at, case when k.encrypted then '' else left(${storedBodySql}, 2000) end as start, (
     select e.body::json ->> 'request_id' from events e where e.company_id = k.company_id and e.sequence = k.event_sequence
   ) as request_id
   from idempotency_keys k where k.company_id = $1 and k.key = $2 and k.created_at > $3`,
);

export async function findStoredOutcome(
  db: Queryable,
  companyId: number,
  key: string,
  now: Date,
): Promise<StoredOutcome | undefined> {
  const since = new Date(now.getTime() - responseRetentionMs);
  const [row] = await db.query<StoredOutcome>(find, [companyId, key, since]);
  return row;
}
