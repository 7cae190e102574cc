import type { Context } from "./context.ts";
import type { RunDueWork } from "./domains/backoffice/sandbox/service.ts";
import { createRecurringDraft } from "./domains/billing/invoices/create.ts";
import { emitOverdueEvents } from "./domains/billing/invoices/overdue.ts";
import { expireQuotes } from "./domains/billing/quotes/expiry.ts";
import { type RecurringWork, runRecurringInvoices } from "./domains/billing/recurring-invoices/run.ts";
import { prepareRegistration } from "./domains/fiscal/registration/service.ts";
import { expireLinks } from "./domains/payments/links/service.ts";
import { sendOnceRegistered } from "./domains/sending/document-mails/service.ts";
import { runCompany } from "./domains/sending/reminders/run.ts";
import { findMovedClocks } from "./domains/tenancy/companies/service.ts";
import { clockAhead } from "./platform/values/clock.ts";

export const recurringWork = (context: Context): RecurringWork => ({
  createDraft: createRecurringDraft,
  prepareRegistration: (companyId) => prepareRegistration(context, companyId),
  send: (change, invoiceId) => sendOnceRegistered(change, context, invoiceId),
});

/**
 * Everything that is due for one company by its own clock. The passes over all companies go by the real time, by which
 * less is due, so that they need not know whose clock was moved.
 */
export const runDueWork: RunDueWork = async (context, companyId, offsetMs) => {
  const own = { ...context, clock: clockAhead(context.clock, offsetMs) };
  const invoiced = await runRecurringInvoices(own, recurringWork(own), companyId);
  const overdue = await emitOverdueEvents(own, companyId);
  const links = await expireLinks(own, companyId);
  const quotes = await expireQuotes(own, companyId);
  const reminded = await runCompany(own, companyId);
  return invoiced + overdue + links + quotes + (reminded ? 1 : 0);
};

const companiesMax = 100;

/** A pass over the companies whose clock was moved: a hundred at a time, and the next hundred in the next pass. */
export function movedClocksPass(context: Context): () => Promise<number> {
  let lastId = 0;
  return async () => {
    if (context.config.environment === "production") return 0;
    const companies = await findMovedClocks(context.db, lastId, companiesMax);
    lastId = companies.length < companiesMax ? 0 : companies.at(-1)!.id;
    let done = 0;
    for (const { id, clock_offset_ms } of companies) {
      try {
        done += await runDueWork(context, id, clock_offset_ms);
      } catch (error) {
        context.log.error({ company: id, err: error }, "due work by a moved clock failed");
      }
    }
    return done;
  };
}
