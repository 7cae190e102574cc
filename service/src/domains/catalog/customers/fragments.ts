import { fragment } from "../../../platform/db/fragments.ts";

// How statements of other modules read customers, mostly as `c`.

export const fromCustomers = (alias: string) => fragment(`from customers ${alias}`);

export const joinCustomerOf = (row: string) =>
  fragment(`join customers c on c.company_id = ${row}.company_id and c.id = ${row}.customer_id`);

/** The customer `c` of the row `r`. */
export const joinCustomerSql = joinCustomerOf("r");
