import { hash } from "node:crypto";
import { ApiError, invalidField } from "../../contract/errors.ts";
import {
  type Database,
  inTransaction,
  type Queryable,
  statement,
  type Transaction,
} from "../../platform/db/database.ts";
import { tryLockSql } from "../../platform/db/sql.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { inBatches } from "../../platform/ops/loops.ts";
import { decrypt, type EncryptionKeys, encrypt } from "../../platform/security/secrets.ts";
import type { Clock } from "../../platform/values/clock.ts";
import { errorBody } from "../error-handler.ts";
import { type Answer, warningsTail, withWarnings } from "../response.ts";
import { sealPurpose } from "./encrypted-responses.ts";
import { type Keyed, keptAnswerSql } from "./idempotency-store.ts";
import { twinDeadline, waitForTwin } from "./in-progress-duplicates.ts";

/** What identifies a repeated request: company and key name it; method, path and body are compared by their hash. */
export type IdempotencyRequest = {
  key: string;
  hash: Buffer;
  /** Who asks. An answer that holds a secret is given again to nobody else. */
  caller: string;
  /** Part of the answer, and so kept with it. */
  warnings?: readonly string[];
};

export const answersKeptMs = 24 * 60 * 60 * 1000;

export function readIdempotency(
  caller: string,
  key: string,
  target: string,
  body: Buffer | undefined,
): IdempotencyRequest {
  if (key.length < 1 || key.length > 255) {
    throw invalidField("Idempotency-Key", "must have 1 to 255 characters");
  }
  const compared = Buffer.concat([Buffer.from(`${target}\n`), body ?? Buffer.alloc(0)]);
  return { key, hash: hash("sha256", compared, "buffer"), caller };
}

/** What the request of an answer that holds a secret is compared by: the same request, by the same caller. */
const hashWithCaller = ({ hash: own, caller }: IdempotencyRequest): Buffer =>
  hash("sha256", Buffer.concat([own, Buffer.from(caller)]), "buffer");

export type StoredAnswer = Pick<Tables["idempotency_keys"], "request_hash" | "status" | "body">;

/** The circumstances in which a request is answered. */
type Occasion = { requestId: string; now: () => Date; encryptionKeys: EncryptionKeys };

/** The first answer again, or a refusal when the key was used for something else. */
function replay(stored: StoredAnswer & { encrypted?: boolean }, request: IdempotencyRequest): Answer {
  const compared = stored.encrypted ? hashWithCaller(request) : request.hash;
  if (!stored.request_hash.equals(compared)) {
    throw stored.encrypted ? secretShownElsewhere() : idempotencyMismatch();
  }
  return { status: stored.status, body: stored.body, headers: { "idempotency-replayed": "true" } };
}

export const idempotencyMismatch = () =>
  new ApiError(
    422,
    "idempotency_mismatch",
    "This Idempotency-Key was used in the last 24 hours for a different request. Use a new key for a new request, and the same body for a retry.",
  );

const secretShownElsewhere = () =>
  new ApiError(
    422,
    "idempotency_mismatch",
    "This Idempotency-Key was used in the last 24 hours for a different request, or by somebody else, whose answer held a secret that is shown to nobody else. Use a new key.",
  );

// The lock is the same on every node: a twin elsewhere holds it until its transaction ends.
const tryLock = statement("idempotency_lock", `select ${tryLockSql("$1 || ':' || $2")} as locked`);

const findAnswer = statement(
  "idempotency_find",
  `select k.request_hash, k.status, ${keptAnswerSql} as body, k.encrypted from idempotency_keys k
   where k.company_id = $1 and k.key = $2 and k.created_at > $3`,
);

const storeAnswer = statement(
  "idempotency_store",
  `insert into idempotency_keys as k (company_id, key, request_hash, status, body, created_at, encrypted)
   values ($1, $2, $3, $4, $5, $6, $8)
   on conflict (company_id, key) do update
   set request_hash = excluded.request_hash, status = excluded.status, body_start = null, event_sequence = null,
     body = excluded.body, created_at = excluded.created_at, encrypted = excluded.encrypted
   where k.created_at <= $7
   returning 1`,
);

const keptSince = (now: Date) => new Date(now.getTime() - answersKeptMs);

export async function findStoredAnswer(
  db: Queryable,
  companyId: number,
  request: IdempotencyRequest,
  { now, encryptionKeys }: Pick<Occasion, "now" | "encryptionKeys">,
): Promise<Answer | undefined> {
  const values = [companyId, request.key, keptSince(now())];
  const [stored] = await db.query<StoredAnswer & Pick<Tables["idempotency_keys"], "encrypted">>(
    findAnswer,
    values,
  );
  if (!stored) return undefined;
  const given = replay(stored, request);
  if (!stored.encrypted) return given;
  return { ...given, body: decrypt(encryptionKeys, sealPurpose(companyId, request.key), stored.body) };
}

/** Returns false where an answer is stored already. */
async function store(
  db: Queryable,
  companyId: number,
  request: IdempotencyRequest,
  given: Answer,
  call: Occasion,
): Promise<boolean> {
  const now = call.now();
  const encrypted = given.holdsSecret === true;
  const body = String(given.body);
  const stored = await db.query(storeAnswer, [
    companyId,
    request.key,
    encrypted ? hashWithCaller(request) : request.hash,
    given.status,
    encrypted ? encrypt(call.encryptionKeys, sealPurpose(companyId, request.key), body) : body,
    now,
    keptSince(now),
    encrypted,
  ]);
  return stored.length === 1;
}

// A 403 is about who asks, and somebody else, or the same person with another role, may ask again.
const isFrozen = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 403;

/** Effect and answer commit together, so a crash leaves both or neither. */
export async function changeOnce(
  db: Database,
  companyId: number,
  request: IdempotencyRequest,
  call: Occasion,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const deadline = twinDeadline();
  for (;;) {
    const outcome = await inTransaction(db, async (tx) => {
      const [lock] = await tx.query<{ locked: boolean }>(tryLock, [companyId, request.key]);
      if (!lock!.locked) return "twin" as const;
      const earlier = await findStoredAnswer(tx, companyId, request, call);
      return earlier ?? answerAndStore(tx, companyId, request, call, work);
    });
    if (outcome instanceof ApiError) throw outcome;
    if (outcome !== "twin") return outcome;
    await waitForTwin(deadline);
  }
}

async function answerAndStore(
  tx: Transaction,
  companyId: number,
  request: IdempotencyRequest,
  call: Occasion,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer | ApiError> {
  try {
    const given = await tx.undoable(() => work(tx));
    await store(tx, companyId, request, given, call);
    return given;
  } catch (error) {
    if (!isFrozen(error)) throw error;
    // Whatever the work did is rolled back; the refusal itself is kept, and given again to a retry.
    await store(tx, companyId, request, refusalOf(error, call), call);
    return error;
  }
}

const refusalOf = (error: ApiError, { requestId }: Occasion): Answer => ({
  status: error.status,
  body: errorBody(error, requestId),
});

/** For work that stores its own answer when it succeeds: only refusals are stored here. */
export async function refuseOnce(
  db: Database,
  companyId: number,
  request: IdempotencyRequest,
  call: Occasion,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!isFrozen(error) || error.code === "idempotency_mismatch") throw error;
    return changeOnce(db, companyId, request, call, () => Promise.reject(error));
  }
}

/** For work that is safe to repeat and has its own transactions: its answer is stored once there is one. */
export async function answerOnce(
  db: Database,
  companyId: number,
  request: IdempotencyRequest,
  call: Occasion,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const earlier = await findStoredAnswer(db, companyId, request, call);
  if (earlier) return earlier;
  const outcome = await work().catch((error: unknown) => {
    if (!isFrozen(error)) throw error;
    return error;
  });
  const given = outcome instanceof ApiError ? refusalOf(outcome, call) : outcome;
  const isKept = await store(db, companyId, request, given, call);
  // A twin on another node was faster, so its answer counts.
  const first = isKept ? undefined : await findStoredAnswer(db, companyId, request, call);
  if (first) return first;
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** The outcome of work that stores its own answers. */
export type Kept =
  | { kind: "created"; answer: Answer }
  /** Already answered under the same key. */
  | ({ kind: "stored" } & StoredAnswer)
  /** Another node is working on a request with the same key. */
  | { kind: "twin" };

/** Runs such work, and again for as long as a twin with the same Idempotency-Key is at work on another node. */
export async function pastTwins(
  clock: Clock,
  idempotency: IdempotencyRequest | undefined,
  work: (now: Date, keyed: Keyed | undefined) => Promise<Kept>,
): Promise<Answer> {
  const { warnings = [] } = idempotency ?? {};
  const deadline = twinDeadline();
  for (;;) {
    const now = clock.now();
    const kept = await work(now, idempotency && keyedOf(idempotency, now));
    if (kept.kind === "stored") return replay(kept, idempotency!);
    if (kept.kind === "created") return withWarnings(kept.answer, warnings);
    await waitForTwin(deadline);
  }
}

function keyedOf({ key, hash: requestHash, warnings = [] }: IdempotencyRequest, now: Date): Keyed {
  return { key, requestHash, keptSince: keptSince(now), answerTail: warningsTail(warnings) };
}

const purgeMax = 5000;

// The age is checked again on deletion: a key may be reused between the select and the delete.
const purge = statement(
  "idempotency_purge",
  `with old as (select company_id, key from idempotency_keys where created_at <= $1 limit $2)
   delete from idempotency_keys k using old
   where k.company_id = old.company_id and k.key = old.key and k.created_at <= $1 returning 1`,
);

export function purgeAnswers(db: Queryable, now: Date): Promise<number> {
  return inBatches(purgeMax, async (limit) => (await db.query(purge, [keptSince(now), limit])).length);
}
