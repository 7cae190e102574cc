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
import { type RouteResponse, warningsTail, withWarnings } from "../response.ts";
import { type IdempotencyInput, responsePurpose, storedBodySql } from "./idempotency-store.ts";
import { duplicateDeadline, waitForDuplicate } from "./in-progress-duplicates.ts";

export { eraseStoredResponses } from "./erasure.ts";
/** What identifies a repeated request: company and key name it; method, path and body are compared by their hash. */
export type IdempotencyRequest = {
  key: string;
  hash: Buffer;
  /** The caller. A response that contains a secret is replayed to no other caller. */
  caller: string;
  /** By which the response is found again (`GET /requests/{request_id}`). */
  requestId: string;
  /** Part of the response, and stored with it. */
  warnings?: readonly string[];
};

export const responseRetentionMs = 24 * 60 * 60 * 1000;

export function readIdempotency(
  caller: string,
  key: string,
  target: string,
  body: Buffer | undefined,
  requestId: string,
): IdempotencyRequest {
  if (key.length < 1 || key.length > 255) {
    throw invalidField("Idempotency-Key", "must have 1 to 255 characters");
  }
  const compared = Buffer.concat([Buffer.from(`${target}\n`), body ?? Buffer.alloc(0)]);
  return { key, hash: hash("sha256", compared, "buffer"), caller, requestId };
}

/** The hash for responses that contain a secret: it also covers the caller. */
const hashWithCaller = ({ hash: own, caller }: IdempotencyRequest): Buffer =>
  hash("sha256", Buffer.concat([own, Buffer.from(caller)]), "buffer");

export type ReplayableResponse = Pick<Tables["idempotency_keys"], "request_hash" | "status" | "body">;

/** What storing and replaying a response needs of the request. */
type IdempotencyContext = { now: () => Date; encryptionKeys: EncryptionKeys };

/** Replays the first response, or rejects a key that was used for a different request. */
function replay(
  stored: ReplayableResponse & { encrypted?: boolean },
  request: IdempotencyRequest,
): RouteResponse {
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
    "This Idempotency-Key was used in the last 24 hours for a different request, or by another caller whose response contains a secret. Use a new key.",
  );

// The lock is shared by all nodes: a duplicate elsewhere holds it until its transaction ends.
const tryLock = statement("idempotency_lock", `select ${tryLockSql("$1 || ':' || $2")} as locked`);

const findResponse = statement(
  "idempotency_find",
  `select k.request_hash, k.status, ${storedBodySql} as body, k.encrypted from idempotency_keys k
   where k.company_id = $1 and k.key = $2 and k.created_at > $3`,
);

const storeResponse = statement(
  "idempotency_store",
  `insert into idempotency_keys as k (company_id, key, request_hash, status, body, created_at, encrypted, request_id)
   values ($1, $2, $3, $4, $5, $6, $8, $9)
   on conflict (company_id, key) do update
   set request_hash = excluded.request_hash, status = excluded.status, body_start = null, event_sequence = null,
     body = excluded.body, created_at = excluded.created_at, encrypted = excluded.encrypted,
     request_id = excluded.request_id
   where k.created_at <= $7
   returning 1`,
);

const validSince = (now: Date) => new Date(now.getTime() - responseRetentionMs);

export async function findStoredResponse(
  db: Queryable,
  companyId: number,
  request: IdempotencyRequest,
  { now, encryptionKeys }: IdempotencyContext,
): Promise<RouteResponse | undefined> {
  const values = [companyId, request.key, validSince(now())];
  const [stored] = await db.query<ReplayableResponse & Pick<Tables["idempotency_keys"], "encrypted">>(
    findResponse,
    values,
  );
  if (!stored) return undefined;
  const response = replay(stored, request);
  if (!stored.encrypted) return response;
  return { ...response, body: decrypt(encryptionKeys, responsePurpose(companyId, request.key), stored.body) };
}

/** Returns false if a response is already stored. */
async function store(
  db: Queryable,
  companyId: number,
  request: IdempotencyRequest,
  response: RouteResponse,
  call: IdempotencyContext,
): Promise<boolean> {
  const now = call.now();
  const encrypted = response.containsSecret === true;
  const body = String(response.body);
  const stored = await db.query(storeResponse, [
    companyId,
    request.key,
    encrypted ? hashWithCaller(request) : request.hash,
    response.status,
    encrypted ? encrypt(call.encryptionKeys, responsePurpose(companyId, request.key), body) : body,
    now,
    validSince(now),
    encrypted,
    request.requestId,
  ]);
  return stored.length === 1;
}

// A 403 depends on the caller, who may retry with another role, so it is not stored.
const isStoredError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 403;

/** Effect and response commit together, so a crash leaves both or neither. */
export async function changeOnce(
  db: Database,
  companyId: number,
  request: IdempotencyRequest,
  call: IdempotencyContext,
  work: (tx: Transaction) => Promise<RouteResponse>,
): Promise<RouteResponse> {
  const deadline = duplicateDeadline();
  for (;;) {
    const outcome = await inTransaction(db, async (tx) => {
      const [lock] = await tx.query<{ locked: boolean }>(tryLock, [companyId, request.key]);
      if (!lock!.locked) return "in_progress" as const;
      const earlier = await findStoredResponse(tx, companyId, request, call);
      return earlier ?? runAndStore(tx, companyId, request, call, work);
    });
    if (outcome instanceof ApiError) throw outcome;
    if (outcome !== "in_progress") return outcome;
    await waitForDuplicate(deadline);
  }
}

async function runAndStore(
  tx: Transaction,
  companyId: number,
  request: IdempotencyRequest,
  call: IdempotencyContext,
  work: (tx: Transaction) => Promise<RouteResponse>,
): Promise<RouteResponse | ApiError> {
  try {
    const response = await tx.savepoint(() => work(tx));
    await store(tx, companyId, request, response, call);
    return response;
  } catch (error) {
    if (!isStoredError(error)) throw error;
    // The work is rolled back; the error response is stored and replayed to a retry.
    await store(tx, companyId, request, errorResponse(error, request), call);
    return error;
  }
}

const errorResponse = (error: ApiError, { requestId }: IdempotencyRequest): RouteResponse => ({
  status: error.status,
  body: errorBody(error, requestId),
});

/** For work that stores its own response when it succeeds: only errors are stored here. */
export async function storeErrorsOnce(
  db: Database,
  companyId: number,
  request: IdempotencyRequest,
  call: IdempotencyContext,
  work: () => Promise<RouteResponse>,
): Promise<RouteResponse> {
  try {
    return await work();
  } catch (error) {
    if (!isStoredError(error) || error.code === "idempotency_mismatch") throw error;
    return changeOnce(db, companyId, request, call, () => Promise.reject(error));
  }
}

/** For work that is safe to repeat and has its own transactions: its response is stored afterwards. */
export async function respondOnce(
  db: Database,
  companyId: number,
  request: IdempotencyRequest,
  call: IdempotencyContext,
  work: () => Promise<RouteResponse>,
): Promise<RouteResponse> {
  const earlier = await findStoredResponse(db, companyId, request, call);
  if (earlier) return earlier;
  const outcome = await work().catch((error: unknown) => {
    if (!isStoredError(error)) throw error;
    return error;
  });
  const response = outcome instanceof ApiError ? errorResponse(outcome, request) : outcome;
  const isStored = await store(db, companyId, request, response, call);
  // A duplicate on another node was faster, so its response counts.
  const first = isStored ? undefined : await findStoredResponse(db, companyId, request, call);
  if (first) return first;
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** The outcome of work that stores its own responses. */
export type KeyedOutcome =
  | { kind: "created"; response: RouteResponse }
  /** Already answered under the same key. */
  | ({ kind: "stored" } & ReplayableResponse)
  /** Another node is working on a request with the same key. */
  | { kind: "in_progress" };

/** Runs such work, and retries while a request with the same Idempotency-Key is running on another node. */
export async function retryWhileInProgress(
  clock: Clock,
  idempotency: IdempotencyRequest | undefined,
  work: (now: Date, keyed: IdempotencyInput | undefined) => Promise<KeyedOutcome>,
): Promise<RouteResponse> {
  const { warnings = [] } = idempotency ?? {};
  const deadline = duplicateDeadline();
  for (;;) {
    const now = clock.now();
    const outcome = await work(now, idempotency && inputOf(idempotency, now));
    if (outcome.kind === "stored") return replay(outcome, idempotency!);
    if (outcome.kind === "created") return withWarnings(outcome.response, warnings);
    await waitForDuplicate(deadline);
  }
}

function inputOf(request: IdempotencyRequest, now: Date): IdempotencyInput {
  const { key, hash: requestHash, requestId, warnings = [] } = request;
  return { key, requestHash, requestId, validSince: validSince(now), responseTail: warningsTail(warnings) };
}

const purgeMax = 5000;

// The age is checked again on deletion: a key may be reused between the select and the delete.
const purge = statement(
  "idempotency_purge",
  `with old as (select company_id, key from idempotency_keys where created_at <= $1 limit $2)
   delete from idempotency_keys k using old
   where k.company_id = old.company_id and k.key = old.key and k.created_at <= $1 returning 1`,
);

export function purgeIdempotencyKeys(db: Queryable, now: Date): Promise<number> {
  return inBatches(purgeMax, async (limit) => (await db.query(purge, [validSince(now), limit])).length);
}
