import { type Queryable, statement, violatedConstraint } from "../../platform/db/database.ts";
import { fragment } from "../../platform/db/fragments.ts";
import { tryLockSql } from "../../platform/db/sql.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { encryptedColumn } from "../../platform/security/encrypted-columns.ts";
import { purposeNamed } from "../../platform/security/secrets.ts";

/** What is needed to store a response under an Idempotency-Key, in the transaction of its effect. */
export type IdempotencyInput = {
  key: string;
  requestHash: Buffer;
  requestId: string;
  validSince: Date;
  responseTail: string;
};

/**
 * The body of a response stored under an Idempotency-Key, from the alias `k`. Where an event holds the same object, as it
 * does for every new draft, the row refers to the event: writing two kilobytes twice would be a tenth of the work.
 */
export const storedBodySql = `case when k.event_sequence is null then k.body else k.body_start || (
    select (e.body::json -> 'data' -> 'object')::text from events e
    where e.company_id = k.company_id and e.sequence = k.event_sequence
  ) || k.body end`;

/** The response that is stored under the key of the row `x` (`company_id`, `key`, `valid_since`), as a lateral join `k`. */
export const storedResponseSql = fragment(`left join lateral (
       select k.request_hash, k.status, ${storedBodySql} as body, k.created_at <= x.valid_since as expired
       from idempotency_keys k where k.company_id = x.company_id and k.key = x.key limit 1
     ) k on true`);

/** What that join finds: nothing is null, and an expired response is as good as none. */
export type StoredResponse = {
  request_hash: Tables["idempotency_keys"]["request_hash"] | null;
  status: Tables["idempotency_keys"]["status"] | null;
  body: string | null;
  expired: boolean | null;
};

/** What a row of a batch must have for its Idempotency-Key. */
export const keyRowTypes = { key: "text", lock: "text", request_hash: "text", keyed_by: "text" } as const;

/** The members of that row; they are left out where the request has no key. */
export const keyRow = (companyId: number, keyed: IdempotencyInput | undefined) =>
  keyed && {
    key: keyed.key,
    lock: idempotencyLockName(companyId, keyed),
    request_hash: keyed.requestHash.toString("hex"),
    keyed_by: keyed.requestId,
  };

/** Whether the row may go on: it has no key, or no other node is working on a request with the same one. */
export const tryKeyLockSql = `(lock is null or ${tryLockSql("lock")})`;

/**
 * Stores the responses of a batch (`company_id`, `now` and the columns above), which refer to an event for their object.
 * A duplicate that committed since the look-up makes this fail, and with it the batch, which is then run one by one.
 */
export const insertResponsesSql = (from: string, body: { start: string; event: string; end: string }) =>
  fragment(`insert into idempotency_keys (company_id, key, request_hash, status, body_start, event_sequence, body, created_at, request_id)
     select company_id, key, decode(request_hash, 'hex'), 201, ${body.start}, ${body.event}, ${body.end}, now, keyed_by
     from ${from} where key is not null`);

const deleteExpiredStatement = statement(
  "idempotency_delete_expired",
  `delete from idempotency_keys k using unnest($1::int8[], $2::text[], $3::timestamptz[]) x(company_id, key, valid_since)
   where k.company_id = x.company_id and k.key = x.key and k.created_at <= x.valid_since`,
);

/** A key older than a day may be used again, even if the purge has not removed it yet. */
export async function deleteExpired(
  db: Queryable,
  expired: readonly { companyId: number; keyed: IdempotencyInput | undefined }[],
): Promise<void> {
  const keyed = expired.flatMap(({ companyId, keyed }) => (keyed ? { companyId, ...keyed } : []));
  if (keyed.length === 0) return;
  await db.query(deleteExpiredStatement, [
    keyed.map(({ companyId }) => companyId),
    keyed.map(({ key }) => key),
    keyed.map(({ validSince }) => validSince),
  ]);
}

/** The name of the advisory lock that a request holds while it runs under a key, on any node. */
export const idempotencyLockName = (companyId: number, { key }: Pick<IdempotencyInput, "key">) =>
  `${companyId}:${key}`;

/**
 * Recognises that a duplicate on another node stored its response after our look-up: our work was rolled back, and the
 * caller looks again.
 */
export function asInProgress(error: unknown): { kind: "in_progress" } {
  if (violatedConstraint(error) === "idempotency_keys_pkey") return { kind: "in_progress" };
  throw error;
}

/** Binds the ciphertext of a stored response to its key; the name is part of what is already stored. */
export const responsePurpose = purposeNamed("kept_answer");

/** Stored responses that contain a secret. */
export const encryptedResponseColumns = [
  encryptedColumn({
    name: "idempotency_responses",
    table: "idempotency_keys",
    column: "body",
    where: "encrypted",
    record: { column: "key", type: "text" },
    kind: () => "idempotency response",
    purpose: (companyId, key) => responsePurpose(companyId, key),
    isShortLived: true,
  }),
];
