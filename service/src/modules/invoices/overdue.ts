import type { Context } from "../../context.ts";
import { dateIn } from "../../foundation/clock.ts";
import { inTransaction } from "../../foundation/database.ts";
import { systemChange } from "../companies/service.ts";
import { emit } from "../events/service.ts";
import { markOverdueInvoices } from "./queries.ts";
import { getInvoice } from "./service.ts";

const batchMax = 200;

/** Overdue is derived from the due date; only the event needs a pass, which marks what it has told. */
export async function tellOverdue(context: Context): Promise<number> {
  const now = context.clock.now();
  let told = 0;
  for (;;) {
    const count = await inTransaction(context.db, async (tx) => {
      const marked = await markOverdueInvoices(tx, now, batchMax);
      // Companies in id order, so that two nodes at this work lock the counters in the same order.
      marked.sort((a, b) => a.company_id - b.company_id || a.id - b.id);
      for (const { company_id, id } of marked) {
        const change = await systemChange(tx, company_id, now);
        const invoice = await getInvoice(tx, company_id, dateIn(change.company.timeZone, now), id);
        await emit(change, "invoice.overdue", invoice);
      }
      return marked.length;
    });
    told += count;
    if (count < batchMax) return told;
  }
}
