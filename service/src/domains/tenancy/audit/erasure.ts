import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseIdentifiedSql, identifiedValues } from "../../../platform/db/erasure.ts";

const erase0 = statement(
  "audit_erase",
  eraseIdentifiedSql("audit_entries", { texts: ["subject"], jsons: ["details"] }),
);

/** The entries stay, without the values of a person that was erased. */
export async function eraseAuditEntries(
  tx: Queryable,
  companyId: number,
  erased: ErasedValues,
): Promise<void> {
  await tx.query(erase0, identifiedValues(companyId, erased));
}
