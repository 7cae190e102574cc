import { type Queryable, statement } from "../../platform/db/database.ts";
import { type Json, jsonOf } from "../../platform/db/sql.ts";
import { addCustomer, customerSnapshotFields } from "../catalog/customers/service.ts";
import type { Buyer } from "./schema.ts";

/** The buyer of an order: a customer of the company, or somebody who gives a name. */
export type BuyerInput = { customer_id: number } | Buyer;

/** The buyer's customer record, as an invoice shows it; and its event, if it was created here. */
export type KnownBuyer = { customer_id: number; customer: Json; created?: Json };

export type BuyerRow = { customer_id: number | null; customer: Json | null };

/** The customer `c` of the row `x`, which has an id or an e-mail address. Of several with one address, the oldest. */
export const buyerSql = `left join lateral (
     (select c.id, ${jsonOf(customerSnapshotFields)} as customer from customers c
      where c.company_id = x.company_id and c.id = x.customer_id)
     union all
     (select c.id, ${jsonOf(customerSnapshotFields)} as customer from customers c
      where c.company_id = x.company_id and lower(c.email) = lower(x.email) order by c.id limit 1)
     limit 1
   ) c on true`;

export const idOf = (buyer: BuyerInput) => ("customer_id" in buyer ? buyer.customer_id : null);
export const emailOf = (buyer: BuyerInput) => ("customer_id" in buyer ? null : (buyer.email ?? null));

type NewBuyer = { companyId: number; now: Date; buyer: Buyer };

// Sorted, so that two batches with the same new buyers wait for each other instead of deadlocking.
const lock = statement(
  "portal_buyers_lock",
  `select pg_advisory_xact_lock(name) from (
     select distinct hashtextextended('buyer ' || company_id || ' ' || lower(email), 20260101) as name
     from unnest($1::int8[], $2::text[]) x(company_id, email) where email is not null order by name
   ) names`,
);

const find = statement(
  "portal_buyers_find",
  `select c.id as customer_id, c.customer
   from unnest($1::int8[], $2::text[]) with ordinality as y(company_id, email, ord)
   cross join lateral (select y.company_id, null::int8 as customer_id, y.email) x ${buyerSql} order by y.ord`,
);

/**
 * Creates customers for buyers that were unknown a moment ago. Buyers with the same e-mail address at the same time,
 * on whichever node, wait here and become the same customer.
 */
export async function createCustomersForNewBuyers(
  tx: Queryable,
  newBuyers: readonly NewBuyer[],
): Promise<KnownBuyer[]> {
  const values = [
    newBuyers.map(({ companyId }) => companyId),
    newBuyers.map(({ buyer }) => buyer.email ?? null),
  ];
  await tx.query(lock, values);
  const found = await tx.query<BuyerRow>(find, values);
  const made = new Map<string, KnownBuyer>();
  const known: KnownBuyer[] = [];
  for (const [index, newBuyer] of newBuyers.entries()) {
    const { customer_id, customer } = found[index]!;
    const name = `${newBuyer.companyId} ${newBuyer.buyer.email?.toLowerCase() ?? `number ${index}`}`;
    const earlier = customer_id === null ? made.get(name) : { customer_id, customer: customer! };
    // The customer's creation is announced once, by the order that created it.
    const { created, ...buyer } = earlier ?? (await createCustomerFor(tx, newBuyer));
    made.set(name, buyer);
    known.push(created === undefined ? buyer : { ...buyer, created });
  }
  return known;
}

/** A buyer known only by name, and perhaps address, counts as a consumer. */
async function createCustomerFor(tx: Queryable, { companyId, now, buyer }: NewBuyer): Promise<KnownBuyer> {
  const created = await addCustomer(tx, companyId, now, { ...buyer, kind: "consumer" });
  const { id, name, email, phone, kind, tax_id, registration_number, address } = JSON.parse(created);
  const shown = { name, email, phone, kind, tax_id, registration_number, address };
  return { customer_id: id, customer: JSON.stringify(shown), created };
}
