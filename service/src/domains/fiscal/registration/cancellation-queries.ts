import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type FiscalRow, type FiscalUpdate, fiscalColumns } from "./queries.ts";

const storeCancellationSql = statement(
  "fiscal_begin_cancelling",
  `update fiscal_documents f set state = 'cancelling', cancel_reason = $5, calls = calls + 1, failures = 0,
     last_call_at = $3, lease_until = $4, next_action_at = $4, updated_at = $3
   where company_id = $1 and id = $2 returning ${fiscalColumns}`,
);

export async function storeCancellation(
  tx: Queryable,
  { company_id, id }: FiscalRow,
  now: Date,
  leaseUntil: Date,
  reason: string,
): Promise<FiscalRow> {
  const [row] = await tx.query<FiscalRow>(storeCancellationSql, [company_id, id, now, leaseUntil, reason]);
  return row!;
}

const updateCancellationSql = statement(
  "fiscal_save_cancelling",
  `update fiscal_documents set state = $4, failures = $5, next_action_at = $6, lease_until = null, updated_at = $3
   where company_id = $1 and id = $2`,
);

/** What the authority returned at the registration is kept, whatever comes of the cancellation. */
export async function updateCancellation(
  tx: Queryable,
  { company_id, id }: FiscalRow,
  now: Date,
  { state, failures, next_action_at }: Pick<FiscalUpdate, "state" | "failures" | "next_action_at">,
): Promise<void> {
  await tx.query(updateCancellationSql, [company_id, id, now, state, failures, next_action_at]);
}
