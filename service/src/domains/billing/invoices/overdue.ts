import type { Context } from "../../../context.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { systemChanges } from "../../tenancy/companies/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import { markOverdueInvoices } from "./queries.ts";
import { getInvoice } from "./service.ts";

const batchMax = 200;

/** Overdue is derived from the due date; only the event needs a pass, which marks what it has told. */
export function emitOverdueEvents({ db, clock }: Context): Promise<number> {
  const now = clock.now();
  return inBatches(batchMax, (limit) =>
    inTransaction(db, async (tx) => {
      const marked = await markOverdueInvoices(tx, now, limit);
      await systemChanges(tx, now, marked, async (change, { company_id, id }) => {
        const invoice = await getInvoice(tx, company_id, dateIn(change.company.timeZone, now), id);
        await emit(change, "invoice.overdue", invoice);
      });
      return marked.length;
    }),
  );
}
