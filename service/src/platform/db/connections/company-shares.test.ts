import { describe, expect, test } from "vitest";
import { isLockTimeout } from "../failures.ts";
import { createCompanyShares } from "./company-shares.ts";

const [one, other] = [1, 2];

/** Work that ends when it is released. */
function heldWork() {
  const started: (() => void)[] = [];
  const work = () => new Promise<void>((end) => started.push(end));
  return { started, work };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a company's share of the connections", () => {
  test("is half of them; others' work starts meanwhile", async () => {
    const shares = createCompanyShares({ connectionsMax: 10, waitMaxMs: 60_000 });
    const { started, work } = heldWork();
    const all = Array.from({ length: 20 }, () => shares.run(one, work));
    await settled();
    expect([started.length, shares.waitingCount()]).toEqual([5, 15]);
    expect(await shares.run(other, async () => "done")).toBe("done");
    while (started.length > 0) {
      started.shift()!();
      await settled();
    }
    await Promise.all(all);
    expect(shares.waitingCount()).toBe(0);
  });

  test("is at least one connection", async () => {
    const shares = createCompanyShares({ connectionsMax: 1, waitMaxMs: 60_000 });
    expect(await shares.run(one, async () => "done")).toBe("done");
  });

  test("is given back by work that fails, in the order of asking", async () => {
    const shares = createCompanyShares({ connectionsMax: 2, waitMaxMs: 60_000 });
    const order: number[] = [];
    const results = await Promise.allSettled(
      [1, 2, 3].map((place) =>
        shares.run(one, async () => {
          order.push(place);
          if (place < 3) throw new Error("refused");
        }),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect(order).toEqual([1, 2, 3]);
  });

  test("is not waited for without end: then the work fails like a wait for a lock, and never starts", async () => {
    const shares = createCompanyShares({ connectionsMax: 2, waitMaxMs: 1 });
    const { started, work } = heldWork();
    const first = shares.run(one, work);
    const error = await shares.run(one, work).catch((thrown: unknown) => thrown);
    expect(isLockTimeout(error)).toBe(true);
    expect([started.length, shares.waitingCount()]).toEqual([1, 0]);
    started[0]!();
    await first;
    expect(await shares.run(one, async () => "done")).toBe("done");
  });
});
