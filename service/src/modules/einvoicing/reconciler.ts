import type { Context } from "../../context.ts";
import { claimDueFiscal } from "./queries.ts";
import type { Registrar } from "./registrar.ts";

const leaseMs = 60_000;
const claimMax = 40;
const atOnce = 8;

/** Finishes what was begun: looks up what may have been heard, asks for what was pending, sends what never left. */
export async function reconcileRegistrations(context: Context, registrar: Registrar): Promise<number> {
  const now = context.clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const due = await claimDueFiscal(context.db, now, until, claimMax, context.config.environment);
  const queue = [...due];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await resume(context, registrar, next);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, due.length) }, work));
  return due.length;
}

/** One that fails must not keep the others waiting: it is due again when its lease is over. */
async function resume(
  { log }: Context,
  registrar: Registrar,
  { company_id, invoice_id }: { company_id: number; invoice_id: number },
): Promise<void> {
  await registrar.resume(company_id, invoice_id).catch((error: Error) => {
    log.warn(
      { company: company_id, invoice: invoice_id, reason: error.message },
      "a registration has to wait",
    );
  });
}
