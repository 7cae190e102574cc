import { auditActions, auditedRecords } from "../../../contract/audit-actions.ts";
import { CreatedRange, PageQuery, text, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const AuditQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  actor_type: Type.Optional(words(["user", "key", "operator", "command_line", "system"])),
  actor_id: Type.Optional(text(100, { description: "The user's id, or the App ID of a key." })),
  action: Type.Optional(words(auditActions)),
  record_type: Type.Optional(words(auditedRecords)),
  subject: Type.Optional(text(300, { description: "One record, such as `invoice/17`." })),
});
export type AuditQuery = Type.Static<typeof AuditQuery>;
