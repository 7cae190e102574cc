import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { LineColumns } from "./service.ts";

const shownFields = [
  "id",
  "description",
  "quantity",
  "unit_price",
  "tax_rate",
  "tax_category",
  "exemption_reason",
  "product_id",
  "unit_code",
  "hs_code",
  "service_code",
  "net_amount",
  "tax_amount",
  "total_amount",
] as const;

/** A line as answers show it, from the alias `l`. */
const lineFields = shownFields.map((name) => `l.${name}`).join(", ");

const decimals: ReadonlySet<string> = new Set<keyof LineColumns>([
  "quantity",
  "unit_price",
  "tax_rate",
  "net_amount",
  "tax_amount",
  "total_amount",
]);

/** The same for a line that is about to be stored; its decimals become numbers in the JSON. */
export function lineJson(line: LineColumns & { id: number }): Json {
  let json = "";
  for (const name of shownFields) {
    const value = line[name];
    json += `${json === "" ? "{" : ","}"${name}":${decimals.has(name) ? value : JSON.stringify(value)}`;
  }
  return `${json}}`;
}

const columns = `description, quantity, unit_price, tax_rate, tax_category, exemption_reason, product_id,
  unit_code, hs_code, service_code, net_amount, tax_amount, total_amount`;

const types = `description text, quantity numeric, unit_price numeric, tax_rate numeric, tax_category text,
  exemption_reason text, product_id bigint, unit_code text, hs_code text, service_code text,
  net_amount numeric, tax_amount numeric, total_amount numeric`;

/** Lines handed over as one JSON text become rows; ids follow their order, so sorting by id keeps it. */
export const lineRowsSql = (json: string, owner = "") => `json_to_recordset(${json}) as l(${owner}${types})`;
export const lineColumnsSql = columns;

/** What owns lines: the noun in the names of their table and of the column that refers to it. */
export type LineOwner = "sale" | "invoice" | "credit_note";

/** The lines of an owner as a JSON list, in their order. */
export const linesJsonSql = (owner: LineOwner, alias: string) =>
  `(select json_agg(${jsonOf(lineFields)} order by l.id) from ${owner}_lines l
    where l.company_id = ${alias}.company_id and l.${owner}_id = ${alias}.id)`;

/** How many bytes that list has at least: its texts, and the least that the other fields take. */
export const linesBytesSql = (owner: LineOwner, alias: string) =>
  `(select coalesce(sum(200 + octet_length(l.description) + coalesce(octet_length(l.exemption_reason), 0)), 0)
    from ${owner}_lines l where l.company_id = ${alias}.company_id and l.${owner}_id = ${alias}.id)`;

const replaceStatements = {
  sale: replaceStatement("sale"),
  invoice: replaceStatement("invoice"),
  credit_note: replaceStatement("credit_note"),
};

function replaceStatement(owner: LineOwner) {
  return {
    clear: statement(
      `${owner}_lines_clear`,
      `delete from ${owner}_lines where company_id = $1 and ${owner}_id = $2`,
    ),
    insert: statement(
      `${owner}_lines_insert`,
      `insert into ${owner}_lines (company_id, ${owner}_id, ${columns})
       select $1, $2, ${columns} from ${lineRowsSql("$3")}`,
    ),
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
