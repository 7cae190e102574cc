import type { Queryable } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseRows } from "../../../platform/db/erasure.ts";
import type { LineOwner } from "./fields.ts";

/** The columns of lines in which a company may name a person. The database lets an erasure change these alone. */
export const erasedLineColumns = {
  texts: ["description", "exemption_reason"],
  jsons: ["discounts", "charges"],
};

const eraseOf = (owner: LineOwner) =>
  eraseRows(`${owner}_lines`, `${owner}_lines`, erasedLineColumns, `r.${owner}_id = any($4::int8[])`);
const erase = {
  sale: eraseOf("sale"),
  quote: eraseOf("quote"),
  invoice: eraseOf("invoice"),
  credit_note: eraseOf("credit_note"),
};

/** The lines of documents, without the values of a person. */
export async function eraseLines(
  tx: Queryable,
  companyId: number,
  owner: LineOwner,
  ownerIds: readonly number[],
  erased: ErasedValues,
): Promise<void> {
  await erase[owner](tx, companyId, erased, ownerIds);
}
