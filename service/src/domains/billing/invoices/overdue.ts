import type { Context } from "../../../context.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import { emitMany } from "../../webhooks/events/service.ts";
import { findInvoices, markOverdueInvoices } from "./queries.ts";

const batchMax = 200;

/**
 * Overdue is derived from the due date; only the event needs a pass, which marks the invoices that have had theirs: those
 * of all companies, or by its own clock those of one.
 */
export function emitOverdueEvents({ db, clock }: Context, companyId?: number): Promise<number> {
  const now = clock.now();
  return inBatches(batchMax, (limit) =>
    inTransaction(db, async (tx) => {
      const marked = await markOverdueInvoices(tx, now, limit, companyId);
      // Over all time zones it is never more than three dates.
      const byDate = Map.groupBy(marked, ({ today }) => today);
      const records = await Promise.all([...byDate].map(([today, due]) => findInvoices(tx, today, due)));
      emitMany(tx, now, "invoice.overdue", records.flat());
      return marked.length;
    }),
  );
}
