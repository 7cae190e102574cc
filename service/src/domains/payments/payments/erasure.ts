import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseIdentifiedSql, identifiedValues } from "../../../platform/db/erasure.ts";

const erase0 = statement(
  "payment_erase",
  eraseIdentifiedSql("payments", { texts: ["reference", "note", "reversal_reason", "dispute_reason"] }),
);
const erase1 = statement(
  "payment_erase_refunds",
  eraseIdentifiedSql("refunds", { texts: ["reason", "failure"] }),
);

/** Texts of payments and refunds that name a person. */
export async function erasePayments(tx: Queryable, companyId: number, erased: ErasedValues): Promise<void> {
  await tx.query(erase0, identifiedValues(companyId, erased));
  await tx.query(erase1, identifiedValues(companyId, erased));
}
