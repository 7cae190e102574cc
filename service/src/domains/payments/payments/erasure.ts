import type { Queryable } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseIdentifiedRows } from "../../../platform/db/erasure.ts";

const eraseReceived = eraseIdentifiedRows("payment", "payments", {
  texts: ["reference", "note", "certificate_number", "reversal_reason", "dispute_reason"],
  jsons: ["metadata"],
});
const eraseRefunds = eraseIdentifiedRows("refund", "refunds", { texts: ["reason", "failure"] });

/** Texts of payments and refunds that name a person. */
export async function erasePayments(tx: Queryable, companyId: number, erased: ErasedValues): Promise<void> {
  await eraseReceived(tx, companyId, erased);
  await eraseRefunds(tx, companyId, erased);
}
