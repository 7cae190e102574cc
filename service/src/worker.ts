import type { App } from "./app.ts";
import type { Context } from "./context.ts";
import type { Loop } from "./foundation/loops.ts";
import { purgeAnswers } from "./http/idempotency.ts";
import { purgeSessions, purgeTries } from "./modules/accounts/service.ts";
import { settleDue } from "./modules/attempts/service.ts";
import { createDeliveryWorker } from "./modules/deliveries/sending/worker.ts";
import { purgeDeliveries } from "./modules/deliveries/service.ts";
import { createRegistrar, reconcileRegistrations, reportPayments } from "./modules/einvoicing/service.ts";
import { purgeInbox } from "./modules/inbox/service.ts";
import { tellOverdue } from "./modules/invoices/overdue.ts";
import { expireLinks } from "./modules/links/service.ts";
import { sendRefunds } from "./modules/payments/service.ts";

/** Every background loop, in one list. */
export function backgroundLoops(context: Context): Loop[] {
  const registrar = createRegistrar(context);
  return [
    { name: "tell overdue invoices", everyMs: 30_000, run: () => tellOverdue(context) },
    { name: "end expired payment links", everyMs: 5_000, run: () => expireLinks(context) },
    { name: "ask gateways about payments", everyMs: 2_000, run: () => settleDue(context) },
    { name: "send refunds to gateways", everyMs: 1_000, run: () => sendRefunds(context) },
    { name: "finish registrations", everyMs: 1_000, run: () => reconcileRegistrations(context, registrar) },
    { name: "report payments to authorities", everyMs: 5_000, run: () => reportPayments(context) },
    { name: "purge kept answers", everyMs: 60_000, run: () => purgeAnswers(context.db, context.clock.now()) },
    { name: "purge old deliveries", everyMs: 60_000, run: () => purgeDeliveries(context) },
    { name: "purge counted tries", everyMs: 60_000, run: () => purgeTries(context) },
    { name: "purge ended sessions", everyMs: 600_000, run: () => purgeSessions(context) },
    { name: "purge the inbox", everyMs: 60_000, run: () => purgeInbox(context) },
    { name: "deliver events", worker: createDeliveryWorker(context) },
  ];
}

/** Loops that only a process serving the API runs. */
export function apiLoops(app: App): Loop[] {
  return [{ name: "note key uses", everyMs: 5_000, run: () => app.keys.flushUses().then(() => 0) }];
}
