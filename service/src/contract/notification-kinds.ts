import type { EventType } from "./event-types.ts";

/**
 * What people can be notified of, and the events that say so. An import has no event: the dashboard reports its end.
 * A delivery that failed has none either, since the event would be one more to deliver.
 */
export const notificationKinds = {
  payment_received: ["payment.recorded"],
  payment_disputed: ["payment.disputed"],
  quote_answered: ["quote.accepted", "quote.declined"],
  registration_failed: ["invoice.registration_failed", "credit_note.registration_failed"],
  recurring_invoice_failed: ["recurring_invoice.failed"],
  mail_failed: ["mail.failed"],
  deliveries_failed: [],
  endpoint_disabled: ["webhook.disabled"],
  import_finished: [],
} as const satisfies Record<string, readonly EventType[]>;

export type NotificationKind = keyof typeof notificationKinds;
export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[];
