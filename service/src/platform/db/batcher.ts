/**
 * Turns many concurrent calls into few: whatever was queued while the last batch ran becomes the next batch. There is
 * no timer, so a lone call waits for nothing; and no call joins a batch that has already started, so a reader always
 * sees what was committed before it asked.
 */
export type Coalescer<Item, Result> = {
  (item: Item): Promise<Result>;
  /** Resolves when everything submitted so far is settled. */
  idle(): Promise<void>;
};

type Waiting<Item, Result> = {
  item: Item;
  since: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

const failsWithBatchMs = 2000;

export function coalesce<Item, Result>(options: {
  itemsMax: number;
  batchesMax: number;
  /** One result per item: an Error in the list belongs to its item alone. */
  run: (items: Item[]) => Promise<(Result | Error)[]>;
  /** Whether a failed batch may be retried item by item, so that one bad item does not fail its neighbours. */
  splitOn?: (error: unknown) => boolean;
  onBatch?: (size: number) => void;
  /** Monotonic milliseconds. */
  elapsed?: () => number;
}): Coalescer<Item, Result> {
  const { itemsMax, batchesMax, run, splitOn, onBatch, elapsed = () => performance.now() } = options;
  let queue: Waiting<Item, Result>[] = [];
  let running = 0;
  let scheduled = false;
  let whenIdle: (() => void)[] = [];

  const schedule = () => {
    if (scheduled || running >= batchesMax || queue.length === 0) return;
    scheduled = true;
    // Waiting one turn of the event loop lets every request that is already in the socket buffers join.
    setImmediate(() => {
      scheduled = false;
      if (queue.length === 0) return;
      const batch = queue.slice(0, itemsMax);
      queue = queue.slice(itemsMax);
      running += 1;
      void settle(batch).finally(() => {
        running -= 1;
        schedule();
        if (running === 0 && queue.length === 0) for (const resolve of whenIdle.splice(0)) resolve();
      });
      schedule();
    });
  };

  const settle = async (batch: Waiting<Item, Result>[]): Promise<void> => {
    onBatch?.(batch.length);
    try {
      const results = await run(batch.map((waiting) => waiting.item));
      batch.forEach((waiting, index) => {
        const result = results[index] as Result | Error;
        if (result instanceof Error) waiting.reject(result);
        else waiting.resolve(result);
      });
    } catch (error) {
      if (batch.length > 1 && splitOn?.(error)) {
        for (const waiting of batch) await settle([waiting]);
        return;
      }
      for (const waiting of batch) waiting.reject(error);
      if (splitOn && !splitOn(error)) rejectLongWaiting(error);
    }
  };

  /** What waited for seconds behind a batch that failed would wait as long again behind the next one. */
  const rejectLongWaiting = (error: unknown) => {
    const isLong = ({ since }: Waiting<Item, Result>) => elapsed() - since > failsWithBatchMs;
    const failed = queue.filter(isLong);
    queue = queue.filter((waiting) => !isLong(waiting));
    for (const { reject } of failed) reject(error);
  };

  const call = (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ item, since: elapsed(), resolve, reject });
      schedule();
    });
  const idle = () =>
    running === 0 && queue.length === 0
      ? Promise.resolve()
      : new Promise<void>((resolve) => {
          whenIdle = [...whenIdle, resolve];
        });
  return Object.assign(call, { idle });
}
