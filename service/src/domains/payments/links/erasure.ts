import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseIdentifiedSql, identifiedValues } from "../../../platform/db/erasure.ts";

const erase0 = statement(
  "link_erase",
  eraseIdentifiedSql("payment_links", {
    texts: ["email", "phone", "purpose", "label", "return_url", "cancel_url"],
  }),
);

/** Payment links that name a person, or were sent to one. */
export async function eraseLinks(tx: Queryable, companyId: number, erased: ErasedValues): Promise<void> {
  await tx.query(erase0, identifiedValues(companyId, erased));
}
