import type { Queryable } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseIdentifiedRows } from "../../../platform/db/erasure.ts";

const eraseRegistered = eraseIdentifiedRows("fiscal", "fiscal_documents", {
  texts: ["cancel_reason"],
  documents: ["document"],
  jsons: ["outcome"],
});
const eraseCalls = eraseIdentifiedRows("fiscal_calls", "fiscal_calls", {
  documents: ["request", "response"],
});

/** What was registered, and the calls about it; only documents that need not be kept any more are erased. */
export async function eraseFiscalDocuments(
  tx: Queryable,
  companyId: number,
  erased: ErasedValues,
): Promise<void> {
  await eraseRegistered(tx, companyId, erased);
  await eraseCalls(tx, companyId, erased);
}
