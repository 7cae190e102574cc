import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type FiscalRow, type FiscalState, type FiscalUpdate, fiscalColumns } from "./queries.ts";

// The lease hides it from other workers; if we die meanwhile, it is due again when the lease ends.
const claim = statement(
  "fiscal_claim_due",
  `with due as (
     select company_id, id from fiscal_documents where next_action_at <= $1 and environment = $4
     order by next_action_at limit $3 for no key update skip locked
   )
   update fiscal_documents f set lease_until = $2, next_action_at = $2
   from due d where f.company_id = d.company_id and f.id = d.id
   returning ${fiscalColumns}`,
);

export function claimDueFiscal(
  db: Queryable,
  now: Date,
  until: Date,
  limit: number,
  environment: string,
): Promise<FiscalRow[]> {
  return db.query(claim, [now, until, limit, environment]);
}

const postpone = statement(
  "fiscal_postpone",
  `update fiscal_documents set failures = $3, next_action_at = $4, lease_until = null
   where company_id = $1 and id = $2 and lease_until = $5`,
);

/** For a registration that the authority could not even be asked about. */
export async function postponeFiscal(
  db: Queryable,
  { company_id, id, lease_until }: FiscalRow,
  { failures, next_action_at }: Pick<FiscalUpdate, "failures" | "next_action_at">,
): Promise<void> {
  await db.query(postpone, [company_id, id, failures, next_action_at, lease_until]);
}

// Everything unfinished has a time at which it is due again, and so is in that index.
const measure = statement(
  "fiscal_measure",
  `select state, count(*)::int4 as count, extract(epoch from $1 - min(created_at))::float8 as oldest_seconds
   from fiscal_documents where next_action_at is not null and environment = $2 group by state`,
);

export function measureUnfinished(
  db: Queryable,
  now: Date,
  environment: string,
): Promise<{ state: FiscalState; count: number; oldest_seconds: number }[]> {
  return db.query(measure, [now, environment]);
}
