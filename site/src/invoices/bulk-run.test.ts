import { expect, test } from "vitest";
import type { InvoiceRow } from "../dashboard/records.ts";
import { runBulk } from "./bulk-run.ts";

const invoices = [1, 2, 3].map((id) => ({ id }) as InvoiceRow);
const reasonOf = (error: unknown) => (error as Error).message;

test("one that fails does not stop the others, and its reason is kept", async () => {
  const progress: number[] = [];
  const act = async ({ id }: InvoiceRow) => {
    if (id === 1) throw new Error("quota used up");
    return id === 3 ? "rejected" : undefined;
  };
  const result = await runBulk({
    invoices,
    act,
    reasonOf,
    isStopped: () => false,
    onProgress: (count) => progress.push(count),
  });
  expect(result.done.map(({ id }) => id)).toEqual([2]);
  expect(result.failed.map(({ invoice, reason }) => [invoice.id, reason])).toEqual([
    [1, "quota used up"],
    [3, "rejected"],
  ]);
  expect(progress).toEqual([1, 2, 3]);
});

test("a stop leaves the rest unchanged", async () => {
  let acted = 0;
  const act = async () => void acted++;
  const result = await runBulk({
    invoices,
    act: async () => act().then(() => undefined),
    reasonOf,
    isStopped: () => acted === 1,
    onProgress: () => undefined,
  });
  expect([acted, result.skipped.map(({ id }) => id)]).toEqual([1, [2, 3]]);
});
