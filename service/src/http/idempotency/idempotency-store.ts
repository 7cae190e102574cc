import { type Queryable, statement, violatedConstraint } from "../../platform/db/database.ts";

/** An answer to keep under an Idempotency-Key, together with the effect. */
export type Keyed = { key: string; requestHash: Buffer; keptSince: Date; answerTail: string };

/**
 * The body of an answer kept under an Idempotency-Key, from the alias `k`. Where an event holds the same object, as it
 * does for every new draft, the row refers to the event: writing two kilobytes twice would be a tenth of the work.
 */
export const keptAnswerSql = `case when k.event_sequence is null then k.body else k.body_start || (
    select (e.body::json -> 'data' -> 'object')::text from events e
    where e.company_id = k.company_id and e.sequence = k.event_sequence
  ) || k.body end`;

const forget = statement(
  "kept_answers_forget",
  `delete from idempotency_keys k using unnest($1::int8[], $2::text[], $3::timestamptz[]) x(company_id, key, kept_since)
   where k.company_id = x.company_id and k.key = x.key and k.created_at <= x.kept_since`,
);

/** A key older than a day may be used again, even if the purge has not removed it yet. */
export async function forgetExpired(
  db: Queryable,
  expired: readonly { companyId: number; keyed: Keyed | undefined }[],
): Promise<void> {
  const keyed = expired.flatMap(({ companyId, keyed }) => (keyed ? { companyId, ...keyed } : []));
  if (keyed.length === 0) return;
  await db.query(forget, [
    keyed.map(({ companyId }) => companyId),
    keyed.map(({ key }) => key),
    keyed.map(({ keptSince }) => keptSince),
  ]);
}

/** The name of the lock that a request holds while it works on a key, on whichever node. */
export const keyLock = (companyId: number, { key }: Pick<Keyed, "key">) => `${companyId}:${key}`;

/**
 * Recognises that a twin on another node stored its answer after we had looked for one: our work was undone, and the
 * caller looks again.
 */
export function asTwin(error: unknown): { kind: "twin" } {
  if (violatedConstraint(error) === "idempotency_keys_pkey") return { kind: "twin" };
  throw error;
}
