import type { BatchResult } from "./api-types.ts";

export type SyncOptions = {
  /** `upsert` creates or changes by `external_id`; `create` only creates. Default: `upsert`. */
  mode?: "create" | "upsert" | undefined;
  /**
   * Called with what became of each record, in the order within its batch. The next batch is read once it has returned,
   * so a slow receiver slows down the source.
   */
  onResult?: ((result: SyncResult) => unknown) | undefined;
  /** Ends the synchronisation; its reason is thrown unchanged. Batches that were sent stay stored. */
  signal?: AbortSignal | undefined;
  /** How many batches are in progress at once; default 2. */
  concurrency?: number | undefined;
};

export type SyncResult = Omit<BatchResult, "index"> & {
  /** The position among all records. */
  index: number;
  record: object;
};

export type SyncSummary = {
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** How many batches were sent. */
  batches: number;
  /** The first 1,000 records that failed, with their faults. */
  failures: SyncResult[];
};

type Batch = { records: object[]; ids: Set<string>; start: number };
type Send = (body: {
  mode: "create" | "upsert";
  records: object[];
}) => Promise<{ results: readonly BatchResult[] }>;

const recordsMax = 500;
// The service takes 4 MiB; characters outside ASCII take up to three bytes.
const charactersMax = 1_250_000;
const failuresMax = 1000;

/**
 * Sends any number of records in batches, and reads on only as fast as they are stored. Batches that name the same
 * record are sent one after the other.
 */
export async function syncRecords(
  send: Send,
  records: Iterable<object> | AsyncIterable<object>,
  { mode = "upsert", onResult, signal, concurrency = 2 }: SyncOptions = {},
): Promise<SyncSummary> {
  const summary: SyncSummary = { created: 0, updated: 0, unchanged: 0, failed: 0, batches: 0, failures: [] };
  const underWay = new Map<Batch, Promise<void>>();
  let failure: { error: unknown } | undefined;
  const run = async (batch: Batch) => {
    const { results } = await send({ mode, records: batch.records });
    summary.batches += 1;
    for (const { index, ...result } of results) {
      const record = batch.records[index]!;
      const found = { ...result, index: batch.start + index, record } as SyncResult;
      summary[found.status] += 1;
      if (found.status === "failed" && summary.failures.length < failuresMax) summary.failures.push(found);
      await onResult?.(found);
    }
  };
  const start = (batch: Batch) => {
    const running = run(batch)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => underWay.delete(batch));
    underWay.set(batch, running);
  };
  const mayStart = (batch: Batch) =>
    underWay.size < concurrency && ![...underWay.keys()].some((other) => overlaps(batch, other));
  for await (const batch of batchesOf(records)) {
    signal?.throwIfAborted();
    while (!failure && !mayStart(batch)) await Promise.race(underWay.values());
    if (failure) break;
    start(batch);
  }
  await Promise.all(underWay.values());
  if (failure) throw failure.error;
  return summary;
}

const overlaps = (one: Batch, other: Batch) => [...one.ids].some((id) => other.ids.has(id));

/** A record that is named twice comes into two batches, because one batch takes it only once. */
async function* batchesOf(records: Iterable<object> | AsyncIterable<object>): AsyncGenerator<Batch> {
  let batch: Batch = { records: [], ids: new Set(), start: 0 };
  let characters = 0;
  for await (const record of records) {
    const id = (record as { external_id?: unknown }).external_id;
    const size = JSON.stringify(record).length;
    const isFull =
      batch.records.length === recordsMax ||
      (batch.records.length > 0 && characters + size > charactersMax) ||
      (typeof id === "string" && batch.ids.has(id));
    if (isFull) {
      yield batch;
      batch = { records: [], ids: new Set(), start: batch.start + batch.records.length };
      characters = 0;
    }
    batch.records.push(record);
    characters += size;
    if (typeof id === "string") batch.ids.add(id);
  }
  if (batch.records.length > 0) yield batch;
}
