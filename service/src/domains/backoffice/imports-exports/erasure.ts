import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseIdentifiedSql, identifiedValues } from "../../../platform/db/erasure.ts";

const erase0 = statement(
  "import_erase",
  eraseIdentifiedSql("imports", { texts: ["file_name", "csv"], jsons: ["errors"] }),
);

/** Files that were imported, and the errors in them, which quote their rows. */
export async function eraseImports(tx: Queryable, companyId: number, erased: ErasedValues): Promise<void> {
  await tx.query(erase0, identifiedValues(companyId, erased));
}
