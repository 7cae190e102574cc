import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../../../context.ts";
import { isTemporaryFailure } from "../../../platform/db/failures.ts";
import { type FiscalRow, findFiscal, subjectOf } from "./queries.ts";

const saveAgainMs = 1000;

/**
 * The database went away between the authority's response and its commit, for example in a failover. Nobody else may
 * continue while the lease lasts, so the outcome is saved as soon as that is possible. A commit of which only the
 * confirmation was lost has ended the lease.
 */
export async function saveLater(
  { db, log }: Context,
  row: FiscalRow,
  forMs: number,
  save: () => Promise<unknown>,
): Promise<void> {
  const endsAt = performance.now() + forMs;
  while (performance.now() < endsAt) {
    await sleep(saveAgainMs, undefined, { ref: false });
    try {
      const found = await findFiscal(db, row.company_id, subjectOf(row));
      if (found?.lease_until?.getTime() === row.lease_until?.getTime()) await save();
      return;
    } catch (error) {
      if (isTemporaryFailure(error)) continue;
      const { company_id: company, kind, subject_id: id } = row;
      const reason = (error as Error).message;
      log.warn({ company, [kind]: id, reason }, "registration outcome was not saved");
      return;
    }
  }
}
