import { auditActions, auditedRecords } from "../../../contract/audit-actions.ts";
import {
  CreatedRange,
  Id,
  includes,
  nullable,
  PageQuery,
  Timestamp,
  text,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

const actorTypes = ["user", "key", "operator", "command_line", "system"] as const;

export const AuditEntry = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    actor: Type.Object({
      type: words(actorTypes),
      id: nullable(Type.String({ description: "The user's id, or the App ID of a key." })),
      name: nullable(Type.String()),
    }),
    action: words(auditActions),
    subject: Type.String({ description: "The changed record, such as `invoice/17`." }),
    details: Type.Unsafe<Record<string, unknown>>({
      type: "object",
      additionalProperties: true,
      description: "What was changed. It contains no secrets.",
    }),
    request_id: nullable(Type.String()),
    address: nullable(Type.String({ description: "The IP address that the change came from." })),
  },
  { title: "AuditEntry" },
);

export const auditEntryExample = {
  id: 9001,
  created_at: "2026-11-15T09:30:00.000Z",
  actor: { type: "user", id: "17", name: "Ada Obi" },
  action: "key.created",
  subject: "key/bf_test_9w3k2m8q4t7x1z5v6n0p",
  details: { name: "Web shop", scopes: ["invoices:read", "invoices:write"] },
  request_id: "req_6f1c",
  address: "203.0.113.7",
};

export const AuditQuery = Type.Object({
  ...PageQuery,
  include: includes("total_count"),
  ...CreatedRange,
  actor_type: Type.Optional(words(actorTypes)),
  actor_id: Type.Optional(text(100, { description: "The user's id, or the App ID of a key." })),
  action: Type.Optional(words(auditActions)),
  record_type: Type.Optional(words(auditedRecords)),
  subject: Type.Optional(text(300, { description: "One record, such as `invoice/17`." })),
});
export type AuditQuery = Type.Static<typeof AuditQuery>;
