import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseIdentifiedSql, identifiedValues } from "../../../platform/db/erasure.ts";

const erase0 = statement(
  "finished_import_erase",
  eraseIdentifiedSql("finished_imports", { texts: ["file_name"] }),
);

/** Names of files that are called after a person. */
export async function eraseFinishedImports(
  tx: Queryable,
  companyId: number,
  erased: ErasedValues,
): Promise<void> {
  await tx.query(erase0, identifiedValues(companyId, erased));
}
