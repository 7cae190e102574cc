import type Type from "typebox";
import type { Change, Context } from "../../../context.ts";
import type { Language } from "../../../contract/languages.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import { clockAhead, dateIn } from "../../../platform/values/clock.ts";
import type { Invoice } from "../../billing/invoices/schema.ts";
import { buyersPagePath, noteInvoiceReminded } from "../../billing/invoices/service.ts";
import { getCustomer } from "../../catalog/customers/service.ts";
import { companyHasFeature, getCompany, systemChange } from "../../tenancy/companies/service.ts";
import { writeMail } from "../../tenancy/users/service.ts";
import { mailsMax } from "../document-mails/service.ts";
import { mailLookOf } from "../document-settings/service.ts";
import { countMailsLately, momentOfMail } from "../mails/service.ts";
import { lateDaysMax, nextOpening, stepOn } from "./calendar.ts";
import { reminderLetter } from "./letter.ts";
import {
  claimReminders,
  findDueCompanies,
  findInvoicesToRemind,
  findSettings,
  hasReminder,
  insertReminder,
  releaseReminders,
} from "./queries.ts";
import type { ReminderSettings, ReminderStep } from "./schema.ts";

const batchMax = 100;
const atOnce = 4;
const minuteMs = 60_000;
/** Longer than a pass over one company takes. What a killed process has left is continued by another one after it. */
const leaseMs = minuteMs;
/** Invoices may be issued or resumed at any time, with a step for this very day. */
const againMs = 15 * minuteMs;
const inactiveMs = 60 * minuteMs;
/** A waiting mail outlives a weekend, because it is not sent outside the hours. */
export const triedHours = 96;

/**
 * Queues the reminders that are due. Each is one transaction, in which the invoice is locked, its mail is stored and the
 * step is noted: whatever happens, either all of it is stored or nothing, and the database refuses a second reminder of
 * the same step.
 */
export function sendDueReminders(context: Context): Promise<number> {
  return inBatches(batchMax, async (limit) => {
    const due = await findDueCompanies(context.db, context.clock.now(), limit);
    let done = 0;
    const next = async (): Promise<void> => {
      for (let company = due.shift(); company !== undefined; company = due.shift()) {
        const wasClaimed = await runCompany(context, company);
        if (wasClaimed) done += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    return done;
  });
}

/** All reminders of one company. What goes wrong here must not stop the others: it is tried again after the lease. */
export async function runCompany(context: Context, companyId: number): Promise<boolean> {
  const { db, clock, log } = context;
  const until = new Date(clock.now().getTime() + leaseMs);
  try {
    const settings = await claimReminders(db, companyId, clock.now(), until);
    if (!settings) return false;
    await releaseReminders(db, companyId, until, await remindBuyers(context, companyId, settings));
    return true;
  } catch (error) {
    log.error({ company: companyId, err: error }, "reminders postponed");
    return false;
  }
}

/** Returns when the next reminder may be due. */
async function remindBuyers(context: Context, companyId: number, settings: ReminderSettings): Promise<Date> {
  const { db, clock, log } = context;
  const company = await getCompany(db, companyId);
  const now = clockAhead(clock, company.clock_offset_ms).now();
  const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const mayInvoice = company.status === "active" && (await companyHasFeature(db, companyId, "invoicing"));
  if (!mayInvoice || !context.mail.isReady()) return later(inactiveMs);
  const opens = nextOpening(company.time_zone, settings, now);
  if (opens > now) return opens;
  const invoices = await findInvoicesToRemind(db, companyId, dateIn(company.time_zone, now), {
    days: settings.steps.map(({ days }) => days),
    lateDays: lateDaysMax,
    limit: mailsMax.ofCompany,
  });
  for (const id of invoices) {
    try {
      if ((await remindOf(context, companyId, id)) === "no more today") return later(inactiveMs);
    } catch (error) {
      log.error({ company: companyId, invoice: id, err: error }, "reminder postponed");
    }
  }
  return later(againMs);
}

type Outcome = "reminded" | "left" | "no more today";

/** Reminds of one invoice, if that is still right once the invoice is locked. */
export function remindOf(context: Context, companyId: number, id: number): Promise<Outcome> {
  return inTransaction(context.db.forCompany(companyId), async (tx) => {
    const change = await systemChange(tx, companyId, context.clock);
    let outcome: Outcome = "left";
    await noteInvoiceReminded(change, id, async (invoice) => {
      outcome = await storeReminder(change, context, invoice);
      return outcome === "reminded";
    });
    return outcome;
  });
}

type Reminded = Type.Static<typeof Invoice>;
type Buyer = { email: string | null; language: Language | null; reminders_paused: boolean };

async function storeReminder(change: Change, context: Context, invoice: Reminded): Promise<Outcome> {
  const { tx, company, now } = change;
  const settings = await findSettings(tx, company.id);
  if (!settings?.enabled) return "left";
  const step = stepOn(settings.steps, invoice.due_date, dateIn(company.timeZone, now));
  if (!step || (await hasReminder(tx, company.id, invoice.id, step.days))) return "left";
  const customer = JSON.parse(await getCustomer(tx, company.id, invoice.customer_id)) as Buyer;
  if (customer.reminders_paused) return "left";
  const key = { company_id: company.id, invoice_id: invoice.id, days: step.days };
  const to = customer.email ?? invoice.customer.email;
  if (to === null) {
    await insertReminder(tx, now, { ...key, message_id: null });
    return "left";
  }
  const refusal = await overLimit(change, context, to);
  if (refusal) return refusal;
  const language = customer.language ?? company.language;
  const message_id = await queueMail(change, context, invoice, { to, language, step });
  await insertReminder(tx, now, { ...key, message_id });
  return "reminded";
}

/** What is beyond the limits waits until there is room again, or until its step is long past. */
async function overLimit(change: Change, context: Context, recipient: string): Promise<Outcome | undefined> {
  const limit = mailsMax.ofCompany;
  const asked = { kinds: ["reminder"] as const, recipients: [recipient], limit };
  const lately = await countMailsLately(change.tx, momentOfMail(context, change), change.company.id, asked);
  if (lately.of_company >= limit) return "no more today";
  return lately.to_recipient >= mailsMax.toRecipient ? "left" : undefined;
}

async function queueMail(
  change: Change,
  context: Context,
  invoice: Reminded,
  { to, language, step }: { to: string; language: Language; step: ReminderStep },
): Promise<string> {
  const { tx, company } = change;
  const { config, mail } = context;
  const url = `${config.siteUrl}${buyersPagePath(company.id, invoice.portal_token)}`;
  const { look, attachments } = await mailLookOf(tx, config, company.id);
  return mail.queue(
    tx,
    {
      ...writeMail(to, language, config.siteUrl, reminderLetter(invoice, language, step, url), look),
      kind: "reminder",
      fromName: invoice.supplier.name,
      replyTo: invoice.supplier.email ?? undefined,
      attachments: [{ document: "invoice", id: invoice.id }, ...attachments],
      triedHours,
    },
    { companyId: company.id, about: `invoice/${invoice.id}`, at: momentOfMail(context, change) },
  );
}
