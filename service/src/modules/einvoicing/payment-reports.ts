import type { Context } from "../../context.ts";
import { type Queryable, statement } from "../../foundation/database.ts";
import { requireIntegration } from "./settings.ts";

type Due = { company_id: number; id: number; irn: string };

const find = statement(
  "fiscal_find_unreported",
  `select r.company_id, r.id, r.irn from invoices r
   join fiscal_documents f on f.company_id = r.company_id and f.invoice_id = r.id and f.environment = $2
   where r.payment_unreported and r.irn is not null and r.fiscal_status = 'registered'
   order by r.company_id, r.id limit $1`,
);

const done = statement(
  "fiscal_payment_reported",
  "update invoices set payment_unreported = false where company_id = $1 and id = $2",
);

const findMax = 50;

/** Tells authorities that want to know that an invoice of theirs has been paid. */
export async function reportPayments(context: Context): Promise<number> {
  const { db, config, log } = context;
  const due = await db.query<Due>(find, [findMax, config.environment]);
  let told = 0;
  for (const { company_id, id, irn } of due) {
    const isTold = await report(context, company_id, irn).catch((error: Error) => {
      log.warn(
        { company: company_id, invoice: id, reason: error.message },
        "a payment could not be reported",
      );
      return false;
    });
    if (!isTold) continue;
    await markReported(db, company_id, id);
    told += 1;
  }
  return told;
}

async function report(context: Context, companyId: number, irn: string): Promise<boolean> {
  const { adapter, account } = await requireIntegration(context, companyId);
  if (!adapter.reportPayment) return true;
  const call = { outbound: context.outbound, account, now: context.clock.now(), record: () => undefined };
  const outcome = await adapter.reportPayment(call, irn, "paid", null);
  if (outcome.kind === "failed") throw new Error(outcome.message);
  return true;
}

async function markReported(db: Queryable, companyId: number, id: number): Promise<void> {
  await db.query(done, [companyId, id]);
}
