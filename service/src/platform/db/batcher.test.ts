import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { coalesce } from "./batcher.ts";

/** A runner that records every batch and ends it only when the test does. */
function heldRunner() {
  const batches: number[][] = [];
  const endings: (() => void)[] = [];
  const run = (items: number[]) => {
    batches.push(items);
    return new Promise<number[]>((resolve) => endings.push(() => resolve(items.map((item) => item * 10))));
  };
  return { batches, endings, run };
}

describe("a batch", () => {
  test("contains every call of one turn, and each caller gets its own result", async () => {
    const sizes: number[] = [];
    const call = coalesce<number, string>({
      itemsMax: 10,
      batchesMax: 1,
      run: async (items) => items.map((item) => `result ${item}`),
      onBatch: (size) => sizes.push(size),
    });
    expect(await Promise.all([1, 2, 3].map(call))).toEqual(["result 1", "result 2", "result 3"]);
    expect(sizes).toEqual([3]);
  });

  test("contains a lone call alone, which does not wait", async () => {
    const { batches, endings, run } = heldRunner();
    const call = coalesce({ itemsMax: 10, batchesMax: 1, run });
    const result = call(7);
    await turn();
    await turn();
    expect(batches).toEqual([[7]]);
    endings[0]!();
    expect(await result).toBe(70);
  });

  test("is closed once it runs: later calls go into the next batch", async () => {
    const { batches, endings, run } = heldRunner();
    const call = coalesce({ itemsMax: 10, batchesMax: 1, run });
    const first = call(1);
    await turn();
    await turn();
    const later = [call(2), call(3)];
    await turn();
    expect(batches).toEqual([[1]]);
    endings[0]!();
    await first;
    await turn();
    await turn();
    expect(batches).toEqual([[1], [2, 3]]);
    endings[1]!();
    expect(await Promise.all(later)).toEqual([20, 30]);
  });

  test("holds at most itemsMax, and at most batchesMax run at once", async () => {
    const { batches, endings, run } = heldRunner();
    const call = coalesce({ itemsMax: 2, batchesMax: 2, run });
    const results = [1, 2, 3, 4, 5].map(call);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
    endings[1]!();
    expect(await Promise.all(results.slice(2, 4))).toEqual([30, 40]);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(batches).toEqual([[1, 2], [3, 4], [5]]);
    endings[0]!();
    endings[2]!();
    expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50]);
  });
});

describe("a fault", () => {
  test("that the runner returns for one item affects that item alone", async () => {
    const call = coalesce<number, number>({
      itemsMax: 10,
      batchesMax: 1,
      run: async (items) => items.map((item) => (item === 2 ? new Error("two is refused") : item)),
    });
    const [one, two, three] = await Promise.allSettled([1, 2, 3].map(call));
    expect([one!.status, two!.status, three!.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(two).toMatchObject({ reason: new Error("two is refused") });
  });

  const failsOnTwo = async (items: number[]) => {
    if (items.includes(2)) throw new Error("the statement failed");
    return items;
  };

  test("of a whole batch that may be split is found by retrying each item once", async () => {
    const tried: number[][] = [];
    const call = coalesce<number, number>({
      itemsMax: 10,
      batchesMax: 1,
      run: (items) => {
        tried.push(items);
        return failsOnTwo(items);
      },
      splitOn: () => true,
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(call));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(tried).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  test("of a whole batch that may not be split is returned to every caller, and nothing is retried", async () => {
    let runs = 0;
    const call = coalesce<number, number>({
      itemsMax: 10,
      batchesMax: 1,
      run: (items) => {
        runs += 1;
        return failsOnTwo(items);
      },
      splitOn: () => false,
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(call));
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(runs).toBe(1);
  });

  test("does not stop the batcher: the next batch runs", async () => {
    const call = coalesce<number, number>({ itemsMax: 10, batchesMax: 1, run: failsOnTwo });
    await expect(call(2)).rejects.toThrow("the statement failed");
    expect(await call(1)).toBe(1);
  });

  test("thrown synchronously rejects like any other", async () => {
    const call = coalesce<number, number>({
      itemsMax: 10,
      batchesMax: 1,
      run: () => {
        throw new Error("at once");
      },
    });
    await expect(call(1)).rejects.toThrow("at once");
  });
});

describe("idle", () => {
  test("resolves at once when there were no calls", async () => {
    const call = coalesce<number, number>({ itemsMax: 1, batchesMax: 1, run: async (items) => items });
    await call.idle();
  });

  test("resolves after every call is settled, including the queue", async () => {
    const settled: number[] = [];
    const call = coalesce<number, number>({ itemsMax: 1, batchesMax: 1, run: async (items) => items });
    const all = [1, 2, 3].map(async (item) => settled.push(await call(item)));
    await call.idle();
    await Promise.all(all);
    expect(settled).toEqual([1, 2, 3]);
  });
});

describe("a batch that fails and may not be split", () => {
  test("fails what has waited behind it for more than two seconds; what came later is tried", async () => {
    let now = 0;
    const gone = new Error("the database is gone");
    const fail: ((error: Error) => void)[] = [];
    const batches: number[][] = [];
    const call = coalesce<number, number>({
      itemsMax: 10,
      batchesMax: 1,
      run: (items) => {
        batches.push(items);
        return new Promise((_resolve, reject) => fail.push(reject));
      },
      splitOn: (error) => error !== gone,
      elapsed: () => now,
    });
    const outcomes = [call(1)];
    await turn();
    await turn();
    outcomes.push(call(2));
    now = 500;
    outcomes.push(call(3));
    now = 2400;
    fail[0]!(gone);
    await expect(outcomes[0]).rejects.toBe(gone);
    await expect(outcomes[1]).rejects.toBe(gone);
    await turn();
    await turn();
    expect(batches).toEqual([[1], [3]]);
    fail[1]!(gone);
    await expect(outcomes[2]).rejects.toBe(gone);
  });
});
