import { type Queryable, statement } from "../../platform/db/database.ts";
import { type ErasedValues, eraseIdentifiedSql, identifiedValues } from "../../platform/db/erasure.ts";

const erase0 = statement(
  "idempotency_erase",
  eraseIdentifiedSql("idempotency_keys", { texts: ["body_start", "body"] }),
);

/** Responses that are kept for repeated requests: a repeated request gets them without the values. */
export async function eraseStoredResponses(
  tx: Queryable,
  companyId: number,
  erased: ErasedValues,
): Promise<void> {
  await tx.query(erase0, identifiedValues(companyId, erased));
}
