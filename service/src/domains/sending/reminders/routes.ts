import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { Invoice, invoiceExample } from "../../billing/invoices/schema.ts";
import { invoiceExists, refusedTransition, setRemindersPaused } from "../../billing/invoices/service.ts";
import { lateDaysMax } from "./calendar.ts";
import { InvoiceReminder, ReminderSettings, ReminderSettingsPatch, settingsExample } from "./schema.ts";
import { changeReminderSettings, getReminderSettings, listReminders } from "./service.ts";

const access = { tag: "Reminders", feature: "invoicing" } as const;
const record = { noun: "The invoice", exists: invoiceExists };
const moment = "2026-11-15T09:31:00.000Z";
const open = { ...invoiceExample, number: "INV-000001", status: "open", issued_at: moment } as const;
const voided = { id: 1042, number: "INV-000001", status: "void" } as const;
const settings = {
  description: "The settings.",
  schema: envelope({ reminder_settings: ReminderSettings }),
  example: { success: true, reminder_settings: settingsExample },
};
const invoice = (description: string, example: object) => ({
  200: { description, schema: envelope({ invoice: Invoice }), example: { success: true, invoice: example } },
});

export const reminderRoutes: Route[] = [
  read({
    ...access,
    path: "/reminder_settings",
    operationId: "getReminderSettings",
    summary: "Get the settings of reminders",
    scope: "invoices:read",
    responses: { 200: settings },
    handle: async ({ context, principal }) => {
      const found = await getReminderSettings(context.reads, principal.company.id);
      return jsonResponse(200, { reminder_settings: JSON.stringify(found) });
    },
  }),
  change("PATCH", {
    ...access,
    path: "/reminder_settings",
    operationId: "updateReminderSettings",
    summary: "Change the settings of reminders",
    description: `Buyers who have yet to pay an issued invoice are reminded by mail on the days of the steps, counted from its due date. Only the newest step that has come is sent, and none that is more than ${lateDaysMax} days past: switching reminders on does not send all that was missed.`,
    scope: "invoices:write",
    body: ReminderSettingsPatch,
    bodyExample: { enabled: true, steps: settingsExample.steps },
    responses: { 200: settings },
    handle: async (made, { body }) => {
      const changed = await changeReminderSettings(made, body);
      return jsonResponse(200, { reminder_settings: JSON.stringify(changed) });
    },
  }),
  read({
    ...access,
    path: "/invoices/{id}/reminders",
    operationId: "listInvoiceReminders",
    summary: "List the reminders of an invoice",
    scope: "invoices:read",
    record,
    responses: {
      200: {
        description: "One for each step that has come, oldest first.",
        schema: envelope({ reminders: Type.Array(InvoiceReminder) }),
        example: { success: true, reminders: [{ days: -3, outcome: "mailed", created_at: moment }] },
      },
    },
    handle: async ({ context, principal, id }) =>
      jsonResponse(200, { reminders: await listReminders(context.reads, principal.company.id, id) }),
  }),
  change("POST", {
    ...access,
    path: "/invoices/{id}/pause_reminders",
    operationId: "pauseReminders",
    summary: "Pause the reminders of an invoice",
    description:
      "A reminder that waits to be sent is cancelled. If they are paused already, nothing changes.",
    scope: "invoices:write",
    record,
    refusals: [refusedTransition("pause_reminders", voided)],
    responses: invoice("The invoice.", { ...open, reminders_paused: true }),
    handle: async (made, { id }) => jsonResponse(200, { invoice: await setRemindersPaused(made, id, true) }),
  }),
  change("POST", {
    ...access,
    path: "/invoices/{id}/resume_reminders",
    operationId: "resumeReminders",
    summary: "Resume the reminders of an invoice",
    description: `Goes on with the newest step that has come, unless it is more than ${lateDaysMax} days past.`,
    scope: "invoices:write",
    record,
    refusals: [refusedTransition("resume_reminders", voided)],
    responses: invoice("The invoice.", open),
    handle: async (made, { id }) => jsonResponse(200, { invoice: await setRemindersPaused(made, id, false) }),
  }),
];
