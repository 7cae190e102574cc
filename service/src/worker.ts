import type { App } from "./app.ts";
import type { Context } from "./context.ts";
import { booksChecker, objectionToCheckpoint, signCheckpoints } from "./domains/backoffice/books/service.ts";
import { purgeImports } from "./domains/backoffice/imports-exports/resumable-imports.ts";
import { mailNotifications, objectionToNotifications } from "./domains/backoffice/notifications/mailing.ts";
import { addUpTotals, checkTotals } from "./domains/backoffice/overview/totals.ts";
import { statementAttachment } from "./domains/backoffice/reports/statement-mails.ts";
import { emitOverdueEvents } from "./domains/billing/invoices/overdue.ts";
import { expireQuotes } from "./domains/billing/quotes/expiry.ts";
import { runRecurringInvoices } from "./domains/billing/recurring-invoices/run.ts";
import {
  createRegistrar,
  purgeFiscalCalls,
  reconcileRegistrations,
  reportPayments,
} from "./domains/fiscal/registration/service.ts";
import { expireLinks } from "./domains/payments/links/service.ts";
import { pollDueDisputes, pollDuePaymentAttempts } from "./domains/payments/payment-attempts/service.ts";
import { sendRefunds } from "./domains/payments/payments/service.ts";
import { sealDocuments } from "./domains/sending/documents/service.ts";
import type { AttachmentMakers } from "./domains/sending/mails/attachments.ts";
import { purgeMails } from "./domains/sending/mails/service.ts";
import { createMailWorker, type MailChecks } from "./domains/sending/mails/worker.ts";
import { objectionToReminder } from "./domains/sending/reminders/check.ts";
import { sendDueReminders } from "./domains/sending/reminders/run.ts";
import { purgeSessions, purgeTries } from "./domains/tenancy/users/service.ts";
import { createDeliveryWorker } from "./domains/webhooks/deliveries/sending/worker.ts";
import { purgeDeliveries } from "./domains/webhooks/deliveries/service.ts";
import { eventChainer } from "./domains/webhooks/events/chaining.ts";
import { inboxReceiver, purgeInbox } from "./domains/webhooks/inbox/service.ts";
import { movedClocksPass, recurringWork } from "./due-work.ts";
import { purgeIdempotencyKeys } from "./http/idempotency/idempotency.ts";
import type { Loop } from "./platform/ops/loops.ts";

/** Every background loop, in one list. */
export function backgroundLoops(context: Context): Loop[] {
  const registrar = createRegistrar(context);
  return [
    { name: "emit overdue events", everyMs: 30_000, run: () => emitOverdueEvents(context) },
    {
      name: "make recurring invoices",
      everyMs: 2_000,
      run: () => runRecurringInvoices(context, recurringWork(context)),
    },
    { name: "follow moved clocks", everyMs: 2_000, run: movedClocksPass(context) },
    { name: "send reminders", everyMs: 2_000, run: () => sendDueReminders(context) },
    { name: "mail notifications", everyMs: 5_000, run: () => mailNotifications(context) },
    { name: "expire payment links", everyMs: 5_000, run: () => expireLinks(context) },
    { name: "expire quotes", everyMs: 30_000, run: () => expireQuotes(context) },
    { name: "poll payment attempts", everyMs: 2_000, run: () => pollDuePaymentAttempts(context) },
    // Once an hour for each account; a pass looks for accounts whose turn it is.
    { name: "poll gateway disputes", everyMs: 10_000, run: () => pollDueDisputes(context) },
    { name: "send refunds to gateways", everyMs: 1_000, run: () => sendRefunds(context) },
    {
      name: "reconcile registrations",
      everyMs: 1_000,
      run: () => reconcileRegistrations(context, registrar),
    },
    { name: "report payments to authorities", everyMs: 5_000, run: () => reportPayments(context) },
    {
      name: "purge idempotency keys",
      everyMs: 60_000,
      run: () => purgeIdempotencyKeys(context.db, context.clock.now()),
    },
    { name: "purge old deliveries", everyMs: 60_000, run: () => purgeDeliveries(context) },
    { name: "purge calls to authorities", everyMs: 600_000, run: () => purgeFiscalCalls(context) },
    { name: "purge sign-in attempts", everyMs: 60_000, run: () => purgeTries(context) },
    { name: "purge expired sessions", everyMs: 600_000, run: () => purgeSessions(context) },
    { name: "purge inbox", everyMs: 60_000, run: () => purgeInbox(context) },
    { name: "purge old imports", everyMs: 600_000, run: () => purgeImports(context) },
    { name: "add up totals", everyMs: 10_000, run: () => addUpTotals(context) },
    // Less than an hour, so that no hour is left out.
    { name: "check totals", everyMs: 3_000_000, run: () => checkTotals(context) },
    { name: "sign checkpoints", everyMs: 60_000, run: () => signCheckpoints(context) },
    { name: "seal document hashes", everyMs: 60_000, run: () => sealDocuments(context) },
    // Once a day for each company; a pass looks for companies whose turn it is.
    { name: "check books", everyMs: 5_000, run: booksChecker(context) },
    { name: "chain events", everyMs: 2_000, run: eventChainer(context) },
    { name: "purge old mails", everyMs: 600_000, run: () => purgeMails(context) },
    { name: "send mails", worker: createMailWorker(context, mailChecks, attachmentMakers) },
    { name: "deliver events", worker: createDeliveryWorker(context, {}, inboxReceiver(context)) },
  ];
}

/** What is asked of a mail right before it is sent. */
export const mailChecks: MailChecks = {
  reminder: objectionToReminder,
  notifications: objectionToNotifications,
  checkpoint: objectionToCheckpoint,
};

/** Attachments that the outbox can't make by itself. */
export const attachmentMakers: AttachmentMakers = { statement: statementAttachment };

/** Loops that only a process serving the API runs. */
export function apiLoops(app: App): Loop[] {
  return [{ name: "flush key usage", everyMs: 5_000, run: () => app.keys.flushUses().then(() => 0) }];
}
