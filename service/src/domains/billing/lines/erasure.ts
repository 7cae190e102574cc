import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseSql } from "../../../platform/db/erasure.ts";
import type { LineOwner } from "./fields.ts";

const eraseStatement = (owner: LineOwner) =>
  statement(
    `${owner}_lines_erase`,
    eraseSql(
      `${owner}_lines`,
      { texts: ["description", "exemption_reason"], jsons: ["discounts", "charges"] },
      `r.${owner}_id = any($4::int8[])`,
    ),
  );
const statements = {
  sale: eraseStatement("sale"),
  quote: eraseStatement("quote"),
  invoice: eraseStatement("invoice"),
  credit_note: eraseStatement("credit_note"),
};

/** The lines of documents, without the values of a person. */
export async function eraseLines(
  tx: Queryable,
  companyId: number,
  owner: LineOwner,
  ownerIds: readonly number[],
  erased: ErasedValues,
): Promise<void> {
  await tx.query(statements[owner], [companyId, erased.text, erased.json, ownerIds]);
}
