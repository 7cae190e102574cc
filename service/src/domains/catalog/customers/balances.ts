import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";

/**
 * Reads what customers owe and have to their credit. Invoices and payments come after customers in the order of
 * modules, so the routes that show customers get this function as an argument.
 */
export type ReadBalances = (
  db: Queryable,
  companyId: number,
  today: string,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, Json>>;

/** Customers as the API shows them, of as many as are given by one statement. */
export async function withBalances(
  db: Queryable,
  read: ReadBalances,
  companyId: number,
  today: string,
  customers: readonly Json[],
): Promise<Json[]> {
  if (customers.length === 0) return [];
  const balances = await read(db, companyId, today, customers.map(idOf));
  return customers.map((customer) => withBalance(customer, balances.get(idOf(customer)) ?? "[]"));
}

export const withBalance = (customer: Json, balance: Json): Json =>
  `${customer.slice(0, -1)},"balance":${balance}}`;

/** The id is the first member, so that a customer with large metadata need not be parsed for it. */
const idOf = (customer: Json): number => Number(/^\{"id":(\d+)/.exec(customer)![1]);
