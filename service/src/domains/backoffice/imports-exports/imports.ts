import { hash } from "node:crypto";
import type { Change } from "../../../context.ts";
import { actorOf } from "../../../contract/access.ts";
import { ApiError, type FieldError } from "../../../contract/errors.ts";
import {
  changeOnce,
  findStoredResponse,
  type IdempotencyRequest,
} from "../../../http/idempotency/idempotency.ts";
import { jsonResponse, type RouteResponse, withWarnings } from "../../../http/response.ts";
import type { Call } from "../../../http/route.ts";
import { inTransaction, type Queryable, statement, type Transaction } from "../../../platform/db/database.ts";
import { type Candidate, readCandidates } from "./candidates.ts";
import type { Importable } from "./importable.ts";
import { createPlan, type Plan, type PlannedRow, type StoredRow } from "./plan.ts";
import { errorsMax, type ImportBody } from "./schema.ts";

type ImportCall = Call<undefined, ImportBody>;

/** A row of the file and what is wrong with one of its cells. */
export type RowError = FieldError & { row: number };

const sampleSize = 20;
// The company's counters are locked while a chunk's events are stored, so chunks are small.
export const chunkSize = 100;
// How many rows of a chunk are sent to the database together: preparing more at once would delay other requests.
const batchSize = 20;

/** Shows what an import would do, without doing it. */
export const previewOf = (importable: Importable) => {
  const plan = createPlan(importable);
  return async ({ context, principal: { company }, body }: ImportCall): Promise<RouteResponse> => {
    const { columns, candidates } = await readCandidates(context.threads, company.id, importable, body.csv);
    const planned: PlannedRow[] = [];
    for (const chunk of chunksOf(candidates)) planned.push(...(await plan(context.db, company, chunk)));
    const stored = planned.filter((entry): entry is StoredRow => entry.action !== "refuse");
    const count = (action: StoredRow["action"]) => stored.filter((entry) => entry.action === action).length;
    const sample = stored.slice(0, sampleSize).map(({ row, action, record }) => ({ row, action, record }));
    return jsonResponse(200, {
      columns: JSON.stringify(columns),
      rows: String(planned.length),
      valid: String(stored.length),
      create: String(count("create")),
      update: String(count("update")),
      unchanged: String(count("unchanged")),
      ...errorMembers(errorsOf(planned)),
      sample: JSON.stringify(sample),
    });
  };
};

/**
 * Stores the valid rows, one chunk per transaction. Under an Idempotency-Key every chunk stores its result in its own
 * transaction, so a retry after a crash continues where the first run ended.
 */
export const importOf = (importable: Importable) => {
  const plan = createPlan(importable);
  return async (call: ImportCall, idempotency?: IdempotencyRequest): Promise<RouteResponse> => {
    const { context, principal, body } = call;
    const { db, clock, encryptionKeys } = context;
    const options = { now: () => clock.now(), encryptionKeys };
    const earlier = idempotency && (await findStoredResponse(db, principal.company.id, idempotency, options));
    if (earlier) return earlier;
    const { candidates } = await readCandidates(context.threads, principal.company.id, importable, body.csv);
    const done: ImportResult = { created: 0, updated: 0, unchanged: 0, errors: [], errors_total: 0 };
    for (const [index, chunk] of chunksOf(candidates).entries()) {
      const store = (tx: Transaction) => storeChunk(importable, plan, changeOf(call, tx), chunk);
      addTo(
        done,
        await retryCollisions(() =>
          idempotency
            ? changeOnce(db, principal.company.id, partOf(idempotency, index), options, async (tx) =>
                outcomeAnswer(await store(tx)),
              ).then(outcomeIn)
            : inTransaction(db, store),
        ),
      );
    }
    const given = withWarnings(outcomeAnswer(done), idempotency?.warnings ?? []);
    return idempotency
      ? changeOnce(db, principal.company.id, idempotency, options, async () => given)
      : given;
  };
};

/** `errors` may be truncated for the response; `errors_total` counts all. */
type ImportResult = {
  created: number;
  updated: number;
  unchanged: number;
  errors: RowError[];
  errors_total: number;
};

const outcomeAnswer = ({ created, updated, unchanged, errors, errors_total }: ImportResult): RouteResponse =>
  jsonResponse(200, {
    created: String(created),
    updated: String(updated),
    unchanged: String(unchanged),
    ...errorMembers(errors, errors_total),
  });

const errorMembers = (errors: readonly RowError[], total = errors.length) => ({
  errors: JSON.stringify(errors.slice(0, errorsMax)),
  errors_total: String(total),
});

const outcomeIn = ({ body }: RouteResponse) => JSON.parse(String(body)) as ImportResult;

function addTo(sum: ImportResult, part: ImportResult): void {
  sum.created += part.created;
  sum.updated += part.updated;
  sum.unchanged += part.unchanged;
  sum.errors.push(...part.errors.slice(0, errorsMax - sum.errors.length));
  sum.errors_total += part.errors_total;
}

/** A separate key for each chunk, which no caller would use by chance. */
const partOf = ({ key, ...request }: IdempotencyRequest, index: number): IdempotencyRequest => ({
  ...request,
  key: `import ${hash("sha256", key)} ${index}`,
});

function changeOf({ context, principal, requestId }: ImportCall, tx: Transaction): Change {
  return { tx, company: principal.company, now: context.clock.now(), actor: actorOf(principal), requestId };
}

/**
 * Another request stored the same identifier between our look-up and our write. The file is not the cause: the next
 * look-up finds the record.
 */
class Collision extends Error {}

export async function retryCollisions<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Collision)) throw error;
      if (tries === 3) throw error.cause;
    }
  }
}

export async function storeChunk(
  importable: Importable,
  plan: Plan,
  change: Change,
  chunk: readonly Candidate[],
): Promise<ImportResult> {
  await waitForImportLock(change.tx, change.company.id);
  const planned = await plan(change.tx, change.company, chunk);
  const count = (action: PlannedRow["action"]) => planned.filter((entry) => entry.action === action).length;
  for (const batch of chunksOf(planned, batchSize)) {
    const stored = batch.map((entry) => {
      if (entry.action === "create") return importable.add(change, entry.input);
      return entry.action === "update" ? importable.change(change, entry.id!, entry.input) : undefined;
    });
    await allDone(stored);
  }
  const errors = errorsOf(planned);
  return {
    created: count("create"),
    updated: count("update"),
    unchanged: count("unchanged"),
    errors,
    errors_total: errors.length,
  };
}

/**
 * The queries are pipelined. All must have ended before the transaction does: a query issued after its end would run
 * outside of it.
 */
async function allDone(work: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const ends = await Promise.allSettled(work);
  const failures = ends.filter((end) => end.status === "rejected").map(({ reason }) => reason as unknown);
  if (failures.length === 0) return;
  // The others failed only because this one did.
  const cause = failures.find((failure) => failure instanceof ApiError);
  throw cause ? new Collision("a name was taken in the meantime", { cause }) : failures[0];
}

const errorsOf = (planned: readonly PlannedRow[]): RowError[] =>
  planned.flatMap((entry) =>
    entry.action === "refuse" ? entry.errors.map((error) => ({ row: entry.row, ...error })) : [],
  );

function chunksOf<T>(list: readonly T[], size = chunkSize): T[][] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}

const takeImportLock = statement(
  "import_take_lock",
  "select pg_advisory_xact_lock(hashtextextended('import ' || $1::bigint, 20260101))",
);

/**
 * The lock is held until the transaction ends, so that a company's imports store their chunks one after the other. Two
 * imports with the same identifiers in a different order would otherwise deadlock.
 */
export async function waitForImportLock(tx: Queryable, companyId: number): Promise<void> {
  await tx.query(takeImportLock, [companyId]);
}
