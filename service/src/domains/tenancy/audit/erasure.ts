import { eraseIdentifiedRows } from "../../../platform/db/erasure.ts";

/** The entries stay, without the values of a person that was erased. */
export const eraseAuditEntries = eraseIdentifiedRows("audit", "audit_entries", {
  texts: ["subject"],
  jsons: ["details"],
});
