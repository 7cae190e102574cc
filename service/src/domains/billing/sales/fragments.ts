import { fragment } from "../../../platform/db/fragments.ts";

/** The sale of an invoice, a quote or another row with a `sale_id`. */
export const joinSaleOf = (row: string, alias: string) =>
  fragment(`join sales ${alias} on ${alias}.company_id = ${row}.company_id and ${alias}.id = ${row}.sale_id`);
