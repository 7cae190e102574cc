import type { InvoiceRow } from "../dashboard/records.ts";

export type BulkAction = "issue" | "register" | "void";

/** Why an invoice was not changed. */
export type BulkFailure = { invoice: InvoiceRow; reason: string };

export type BulkResult = { done: InvoiceRow[]; failed: BulkFailure[]; skipped: InvoiceRow[] };

type Run = {
  invoices: readonly InvoiceRow[];
  /** Changes one invoice; throws what happened, or returns the reason of a failure that the service stored. */
  act: (invoice: InvoiceRow) => Promise<string | undefined>;
  reasonOf: (error: unknown) => string;
  isStopped: () => boolean;
  onProgress: (count: number) => void;
};

/**
 * Changes one invoice after another through the same route as a single one, so that every rule applies and every event
 * is sent. One that fails does not stop the others.
 */
export async function runBulk({ invoices, act, reasonOf, isStopped, onProgress }: Run): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [], skipped: [] };
  for (const [index, invoice] of invoices.entries()) {
    if (isStopped()) {
      result.skipped.push(...invoices.slice(index));
      break;
    }
    const reason = await act(invoice).catch(reasonOf);
    if (reason === undefined) result.done.push(invoice);
    else result.failed.push({ invoice, reason });
    onProgress(index + 1);
  }
  return result;
}
