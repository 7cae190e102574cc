import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseIdentifiedSql, identifiedValues } from "../../../platform/db/erasure.ts";

const erase0 = statement(
  "fiscal_erase",
  eraseIdentifiedSql("fiscal_documents", { texts: ["document"], jsons: ["outcome"] }),
);
const erase1 = statement(
  "fiscal_erase_fiscal_calls",
  eraseIdentifiedSql("fiscal_calls", { texts: ["request", "response"] }),
);

/** What was registered, and the calls about it; only documents that need not be kept any more are erased. */
export async function eraseFiscalDocuments(
  tx: Queryable,
  companyId: number,
  erased: ErasedValues,
): Promise<void> {
  await tx.query(erase0, identifiedValues(companyId, erased));
  await tx.query(erase1, identifiedValues(companyId, erased));
}
