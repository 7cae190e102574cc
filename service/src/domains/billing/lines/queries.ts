import { type Queryable, statement } from "../../../platform/db/database.ts";
import { insertLinesSql, type LineColumns, type LineOwner, lineRowsSql } from "./fields.ts";

const replaceStatements = {
  sale: replaceStatement("sale"),
  quote: replaceStatement("quote"),
  invoice: replaceStatement("invoice"),
  credit_note: replaceStatement("credit_note"),
};

// Ids are assigned in the order of the lines, so sorting by id keeps that order.
function replaceStatement(owner: LineOwner) {
  const ids = { company_id: "$1", [`${owner}_id`]: "$2", id: `nextval('${owner}_lines_id_seq')` };
  return {
    clear: statement(
      `${owner}_lines_clear`,
      `delete from ${owner}_lines where company_id = $1 and ${owner}_id = $2`,
    ),
    insert: statement(`${owner}_lines_insert`, insertLinesSql(owner, lineRowsSql([owner], "$3"), ids)),
  };
}

export async function replaceLines(
  tx: Queryable,
  companyId: number,
  owner: LineOwner,
  ownerId: number,
  lines: readonly LineColumns[],
): Promise<void> {
  await tx.query(replaceStatements[owner].clear, [companyId, ownerId]);
  await tx.query(replaceStatements[owner].insert, [companyId, ownerId, JSON.stringify(lines)]);
}
