import { type Queryable, statement } from "../../foundation/database.ts";
import type { FieldError } from "../../foundation/errors.ts";
import { type Json, jsonOf } from "../../foundation/sql.ts";
import { addCustomer, customerSnapshotFields } from "../customers/service.ts";
import type { Buyer } from "./schema.ts";

/** Whom an order is for: a customer of the company, or somebody who gives a name. */
export type BuyerInput = { customer_id: number } | Buyer;

/** Of a body of any shape: whom an order is for is said once. */
export function buyerFaults(body: unknown): FieldError[] {
  const { customer_id, customer } = (body ?? {}) as { customer_id?: unknown; customer?: unknown };
  if (customer_id == null || customer == null) return [];
  return [{ field: "customer", message: "can't stand beside customer_id: give one of them" }];
}

/** The customer that a buyer is, as an invoice shows it; and as its event tells it, if it was made here. */
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

type Stranger = { companyId: number; now: Date; buyer: Buyer };

// In one order for everybody, so that two batches with the same strangers wait and do not deadlock.
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
 * Makes customers of those whom nobody knew a moment ago. Whoever comes with the same e-mail address at the same
 * time, on whichever node, waits here and becomes the same customer.
 */
export async function welcome(tx: Queryable, strangers: readonly Stranger[]): Promise<KnownBuyer[]> {
  const values = [
    strangers.map(({ companyId }) => companyId),
    strangers.map(({ buyer }) => buyer.email ?? null),
  ];
  await tx.query(lock, values);
  const found = await tx.query<BuyerRow>(find, values);
  const made = new Map<string, KnownBuyer>();
  const known: KnownBuyer[] = [];
  for (const [index, stranger] of strangers.entries()) {
    const { customer_id, customer } = found[index]!;
    const name = `${stranger.companyId} ${stranger.buyer.email?.toLowerCase() ?? `number ${index}`}`;
    const earlier = customer_id === null ? made.get(name) : { customer_id, customer: customer! };
    // That a customer was made is told once, by the order that made it.
    const { created, ...buyer } = earlier ?? (await register(tx, stranger));
    made.set(name, buyer);
    known.push(created === undefined ? buyer : { ...buyer, created });
  }
  return known;
}

/** Somebody of whom only a name and perhaps an address are known is taken for a consumer. */
async function register(tx: Queryable, { companyId, now, buyer }: Stranger): Promise<KnownBuyer> {
  const created = await addCustomer(tx, companyId, now, { ...buyer, kind: "consumer" });
  const { id, name, email, phone, kind, tax_id, registration_number, address } = JSON.parse(created);
  const shown = { name, email, phone, kind, tax_id, registration_number, address };
  return { customer_id: id, customer: JSON.stringify(shown), created };
}
