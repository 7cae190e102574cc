import {
  type ComparedValue,
  detailSql,
  detailsTextSql,
  numberSql,
  objectOfSql,
  trimmedSql,
} from "../../../platform/db/compared.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import { insertLinesSql, type LineColumns, type LineOwner, lineRecords, lineRowsSql } from "./fields.ts";

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

/** What the lines of a document come to, with their products, by a lateral subquery of the company `$1`. */
export const lineAmountsSql = (owner: LineOwner, id: string) =>
  fragment(`(select l.product_id, l.net_amount, l.tax_amount from ${owner}_lines l
     where l.company_id = $1 and l.${owner}_id = ${id})`);

const amountsForBooks = ["quantity", "unit_price", "tax_rate", "net_amount", "tax_amount", "total_amount"];
const lineTextSql = amountsForBooks.map((name) => `trim_scale(l.${name})`).join(", ',', ");
const lineJsonSql = amountsForBooks.map((name) => `'${name}', l.${name}`).join(", ");

/** The same lines with all that they have, as a list. */
export const lineDetailsSql = (owner: LineOwner, id: string): ComparedValue => {
  const read = (names: readonly string[], format: (sql: string) => ComparedValue = detailSql) =>
    Object.entries(lineRecords[owner].fieldsSql(names)).map(([name, sql]) => [name, format(sql)] as const);
  const details = Object.fromEntries([
    ...read(["id"]),
    ...read(amountsForBooks, numberSql),
    ...read(["description", "tax_category", "exemption_reason", "product_id", "unit_code", "hs_code"]),
    ...read(["service_code"]),
    ...read(["discounts", "charges"], trimmedSql),
    ...read(["gross_amount", "discount_amount", "charge_amount"], numberSql),
  ]);
  const linesSql = (aggregate: string) =>
    fragment(`(select ${aggregate} from ${owner}_lines l where l.company_id = $1 and l.${owner}_id = ${id})`);
  return {
    text: linesSql(`string_agg(${detailsTextSql(details)}, ';' order by l.id)`),
    json: linesSql(`jsonb_agg(${objectOfSql(details)} order by l.id)`),
  };
};

/** The lines of a document of the company `$1` by their ids, as the check of the books compares them with the events. */
export const linesForBooks = (owner: LineOwner, id: string): ComparedValue => {
  const linesSql = (aggregate: string) =>
    fragment(
      `(select coalesce(${aggregate}) from ${owner}_lines l where l.company_id = $1 and l.${owner}_id = ${id})`,
    );
  return {
    text: linesSql(`string_agg(concat(l.id, ':', ${lineTextSql}), ';' order by l.id), ''`),
    json: linesSql(`jsonb_object_agg(l.id, jsonb_build_object(${lineJsonSql})), '{}'`),
  };
};
