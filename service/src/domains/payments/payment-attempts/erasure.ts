import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseIdentifiedSql, identifiedValues } from "../../../platform/db/erasure.ts";

const erase0 = statement(
  "attempt_erase",
  eraseIdentifiedSql("payment_attempts", { texts: ["page_url", "reason"] }),
);

/** What gateways were told and said about a person. */
export async function eraseAttempts(tx: Queryable, companyId: number, erased: ErasedValues): Promise<void> {
  await tx.query(erase0, identifiedValues(companyId, erased));
}
