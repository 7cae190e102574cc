import { fragment } from "../../../platform/db/fragments.ts";

/** The sale of an invoice, a quote or another row with a `sale_id`. */
export const joinSaleOf = (row: string, alias: string) =>
  fragment(`join sales ${alias} on ${alias}.company_id = ${row}.company_id and ${alias}.id = ${row}.sale_id`);

/** The numbers of the company `$1`, by the ids of their sales. */
export const saleNumbersSql = fragment(`select r.id, r.number from sales r where r.company_id = $1`);
