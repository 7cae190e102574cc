import { notificationKindNames } from "../../../contract/notification-kinds.ts";
import { Id, idMax, nullable, Timestamp, text, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const Position = Type.Integer({ minimum: 0, maximum: idMax });
const optional = <T extends Type.TSchema>(schema: T) => Type.Optional(nullable(schema));

export const notificationsShown = 20;

/** What a sentence about it needs; which members there are depends on the kind. */
const Notification = Type.Object({
  kind: words(notificationKindNames),
  /** Its position among those of its source, for marking it as read. */
  event: nullable(Position),
  import: nullable(Position),
  delivery: nullable(Position),
  created_at: Timestamp,
  unread: Type.Boolean(),
  payment_id: optional(Id),
  invoice_id: optional(Id),
  credit_note_id: optional(Id),
  recurring_invoice_id: optional(Id),
  quote_id: optional(Id),
  quote_status: optional(Type.String()),
  number: optional(Type.String()),
  customer_name: optional(Type.String()),
  amount: optional(Type.Number()),
  currency: optional(Type.String()),
  endpoint_id: optional(Id),
  url: optional(Type.String()),
  reason: optional(Type.String()),
  about: optional(Type.String()),
  subject: optional(Type.String()),
  recipient: optional(Type.String()),
  dispute_status: optional(Type.String()),
  sheet: optional(Type.String()),
  file_name: optional(Type.String()),
  created: optional(Count),
  updated: optional(Count),
  failed: optional(Count),
});

/** What happened, whether or not somebody has read it. */
export type Notification = Omit<Type.Static<typeof Notification>, "unread">;

export const Notifications = {
  notifications: Type.Array(Notification, { maxItems: notificationsShown }),
  /** Of those that are shown. */
  unread_count: Count,
  kinds: Type.Array(words(notificationKindNames)),
  /** The kinds of records that this person may read. */
  available: Type.Array(words(notificationKindNames)),
  /** The kinds that this person also gets by mail. */
  mail_kinds: Type.Array(words(notificationKindNames)),
  /** Whether the service can send mail. */
  mail_ready: Type.Boolean(),
};

export const notificationsExample = {
  notifications: [
    {
      kind: "payment_received",
      event: 31,
      import: null,
      delivery: null,
      created_at: "2026-11-15T09:30:00.000Z",
      unread: true,
      payment_id: 12,
      invoice_id: 1042,
      number: "INV-000042",
      customer_name: "Acme Trading Ltd",
      amount: 145125,
      currency: "NGN",
    },
  ],
  unread_count: 1,
  kinds: notificationKindNames,
  available: notificationKindNames,
  mail_kinds: ["payment_disputed"],
  mail_ready: true,
};

// Pages that were loaded before an upgrade know of no deliveries.
export const ReadBody = Type.Object({
  event: Position,
  import: Position,
  delivery: Type.Optional(Position),
});
const Kinds = Type.Array(words(notificationKindNames), {
  maxItems: notificationKindNames.length,
  uniqueItems: true,
});
// Pages that were loaded before an upgrade send no kinds for mail, and change none.
export const PreferencesBody = Type.Object({ kinds: Kinds, mail_kinds: Type.Optional(Kinds) });
export type Preferences = Type.Static<typeof PreferencesBody>;
export const FinishedImportBody = Type.Object({
  kind: words(["customers", "products"]),
  file_name: text(200),
  created: Count,
  updated: Count,
  failed: Count,
});
export type FinishedImport = Type.Static<typeof FinishedImportBody>;
