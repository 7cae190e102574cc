import type { StoredOutcome } from "../../contract/stored-outcome.ts";
import { type Queryable, statement } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { responseRetentionMs } from "./idempotency.ts";
import { storedBodySql } from "./idempotency-store.ts";

const outcomeSql = `k.status, k.created_at, k.request_id,
     case when k.encrypted then '' else left(${storedBodySql}, 2000) end as start`;

const find = statement(
  "idempotency_outcome",
  `select ${outcomeSql} from idempotency_keys k where k.company_id = $1 and k.key = $2 and k.created_at > $3`,
);

// Callers choose ids, so several requests may have the same one.
const findByRequest = statement(
  "idempotency_outcome_of_request",
  `select ${outcomeSql} from (
     select * from idempotency_keys k where k.company_id = $1 and k.request_id = $2 limit 100
   ) k where k.created_at > $3 order by k.created_at desc limit 1`,
);

type FoundOutcome = StoredOutcome & Pick<Tables["idempotency_keys"], "status" | "created_at" | "request_id">;

const since = (now: Date) => new Date(now.getTime() - responseRetentionMs);

export async function findStoredOutcome(
  db: Queryable,
  companyId: number,
  key: string,
  now: Date,
): Promise<StoredOutcome | undefined> {
  const [row] = await db.query<FoundOutcome>(find, [companyId, key, since(now)]);
  return row;
}

/** The latest response to a request with this id, if the request had an Idempotency-Key. */
export async function findStoredOutcomeOfRequest(
  db: Queryable,
  companyId: number,
  requestId: string,
  now: Date,
): Promise<StoredOutcome | undefined> {
  const [row] = await db.query<FoundOutcome>(findByRequest, [companyId, requestId, since(now)]);
  return row;
}
