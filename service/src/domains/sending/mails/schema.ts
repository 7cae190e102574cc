import { mailKinds } from "../../../contract/mail-kinds.ts";
import {
  CreatedRange,
  Id,
  includes,
  nullable,
  PageQuery,
  Timestamp,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const mailStatuses = ["queued", "sent", "failed", "expired", "cancelled", "kept"] as const;

export const MailRecord = Type.Object(
  {
    id: Id,
    kind: words(mailKinds),
    to: Type.String({ maxLength: 254 }),
    cc: Type.Array(Type.String(), {
      description: "Who gets a copy of the same mail: the further addresses of `to`, and those of `cc`.",
    }),
    language: Type.String(),
    subject: Type.String(),
    about: nullable(
      Type.String({ description: "The record that it is about, such as invoice/1042 or payment/310." }),
    ),
    status: words(mailStatuses),
    attempts: Type.Integer({ minimum: 0 }),
    last_error: nullable(Type.String({ description: "Why the last attempt failed." })),
    next_attempt_at: nullable(Timestamp),
    created_at: Timestamp,
    sent_at: nullable(Timestamp),
  },
  { title: "Mail" },
);

export const MailQuery = Type.Object({
  ...PageQuery,
  include: includes("total_count"),
  ...CreatedRange,
  status: Type.Optional(words(mailStatuses)),
  kind: Type.Optional(words(mailKinds)),
  about: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
});
export type MailQuery = Type.Static<typeof MailQuery>;

export const mailExample = {
  id: 12,
  kind: "invoice",
  to: "accounts@acme.example",
  cc: [],
  language: "en",
  subject: "Invoice INV-000001 from Lagos Works Ltd",
  about: "invoice/1042",
  status: "failed",
  attempts: 1,
  last_error: "The mail server refused the recipient: 550 5.1.1 No such user",
  next_attempt_at: null,
  created_at: "2026-11-15T09:30:00.000Z",
  sent_at: null,
};
