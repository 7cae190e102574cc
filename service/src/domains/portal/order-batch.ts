import type { Context } from "../../context.ts";
import {
  deleteExpired,
  type StoredResponse,
  storedResponseSql,
} from "../../http/idempotency/idempotency-store.ts";
import {
  type Database,
  inTransaction,
  type Queryable,
  statement,
  type Transaction,
} from "../../platform/db/database.ts";
import type { Json } from "../../platform/db/sql.ts";
import { newInvoiceIdSql } from "../billing/invoices/service.ts";
import { newLineIdsSql } from "../billing/lines/service.ts";
import { newSaleIdSql } from "../billing/sales/service.ts";
import { addCustomer, customerByIdOrEmailSql } from "../catalog/customers/service.ts";
import { newLinkIdSql } from "../payments/links/service.ts";
import type { OrderEntry } from "./order-records.ts";
import { storeEntries } from "./order-store.ts";
import type { OrderOutcome, PortalOrder } from "./orders.ts";
import type { Buyer } from "./schema.ts";

/** The buyer of an order: a customer of the company, or somebody who gives a name. */
export type BuyerInput = { customer_id: number } | Buyer;

/**
 * The buyer's customer record, as an invoice shows it, and its version when it was read; and its event, if it was created
 * here, in which case it needs no version.
 */
export type KnownBuyer = { customer_id: number; customer: Json; version?: string; created?: Json };

type BuyerRow = { customer_id: number | null; customer: Json | null; customer_version: string | null };

/** What is looked up for an order: its ids, its customer, and the response if its key was used before. */
export type OrderLookup = BuyerRow &
  StoredResponse & {
    sale_id: number;
    invoice_id: number;
    link_id: number;
    /** As text: the driver does not parse lists of big integers. */
    sale_line_ids: string[];
    invoice_line_ids: string[];
  };

type FoundOrder = { order: PortalOrder; found: OrderLookup };

/** Thrown to roll back an order that turns out to be refused. */
class Refused extends Error {
  readonly outcome: OrderOutcome;
  constructor(outcome: OrderOutcome) {
    super(`an order was refused: ${outcome.kind}`);
    this.outcome = outcome;
  }
}

/** Takes any number of orders; outcomes are returned in the same order. */
export async function takeOrders(
  db: Database,
  config: Context["config"],
  orders: readonly PortalOrder[],
): Promise<OrderOutcome[]> {
  const rows = await lookUp(db, orders);
  const found = orders.map((order, index) => ({ order, found: rows[index]! }));
  const expired = found.filter((each) => each.found.expired);
  await deleteExpired(
    db,
    expired.map(({ order }) => ({ companyId: order.company.id, keyed: order.keyed })),
  );
  const early = found.map(earlyOutcome);
  const rest = found.filter((_each, index) => !early[index]);
  const stored = rest.length === 0 ? [] : await storeFound(db, config, rest);
  return early.map((outcome) => outcome ?? stored.shift()!);
}

function earlyOutcome({ order, found }: FoundOrder): OrderOutcome | undefined {
  const { request_hash, status, body, expired, customer_id } = found;
  if (request_hash !== null && !expired)
    return { kind: "stored", request_hash, status: status!, body: body! };
  return "customer_id" in order.buyer && customer_id === null ? { kind: "no customer" } : undefined;
}

// The ids of a batch grow in the order of its orders: the storing statement admits by them.
const find = statement(
  "portal_orders_look_up",
  `select ${newSaleIdSql} as sale_id, ${newInvoiceIdSql} as invoice_id, ${newLinkIdSql} as link_id,
     ${newLineIdsSql("sale", "o.line_count")} as sale_line_ids,
     ${newLineIdsSql("invoice", "o.line_count")} as invoice_line_ids, o.*
   from (
     select x.line_count, c.id as customer_id, c.customer, c.version as customer_version, k.request_hash, k.status, k.body, k.expired
     from unnest($1::int8[], $2::int8[], $3::text[], $4::int4[], $5::text[], $6::timestamptz[])
       with ordinality as x(company_id, customer_id, email, line_count, key, valid_since, ord)
     ${customerByIdOrEmailSql} ${storedResponseSql}
     order by x.ord offset 0
   ) o`,
);

/** Takes no lock. */
function lookUp(db: Queryable, orders: readonly PortalOrder[]): Promise<OrderLookup[]> {
  return db.query<OrderLookup>(find, [
    orders.map(({ company }) => company.id),
    orders.map(({ buyer }) => ("customer_id" in buyer ? buyer.customer_id : null)),
    orders.map(({ buyer }) => ("customer_id" in buyer ? null : (buyer.email ?? null))),
    orders.map(({ lines }) => lines.length),
    orders.map(({ keyed }) => keyed?.key ?? null),
    orders.map(({ keyed }) => keyed?.validSince ?? null),
  ]);
}

async function storeFound(db: Database, config: Context["config"], orders: readonly FoundOrder[]) {
  if (orders.every(({ found }) => found.customer_id !== null)) {
    return storeEntries(db, config, orders.map(withKnownBuyer));
  }
  return inTransaction(db, (tx) => storeWithNewBuyers(tx, config, orders)).catch((error: unknown) => {
    // Among several orders: retry them one by one. Alone: nothing was stored, and this is its outcome.
    if (!(error instanceof Refused) || orders.length > 1) throw error;
    return [error.outcome];
  });
}

const withKnownBuyer = ({ order, found }: FoundOrder): OrderEntry => ({
  order,
  found,
  buyer: { customer_id: found.customer_id!, customer: found.customer!, version: found.customer_version! },
});

/** An unknown buyer becomes a customer, together with the order or not at all. */
async function storeWithNewBuyers(
  tx: Transaction,
  config: Context["config"],
  orders: readonly FoundOrder[],
): Promise<OrderOutcome[]> {
  const newBuyers = orders.flatMap(({ order: { company, now, buyer }, found }) =>
    found.customer_id !== null || "customer_id" in buyer ? [] : { companyId: company.id, now, buyer },
  );
  const created = await createCustomersForNewBuyers(tx, newBuyers);
  const entries = orders.map((each) =>
    each.found.customer_id === null ? { ...each, buyer: created.shift()! } : withKnownBuyer(each),
  );
  const outcomes = await storeEntries(tx, config, entries);
  const refused = outcomes.find(({ kind }) => kind !== "created");
  if (refused) throw new Refused(refused);
  return outcomes;
}

type NewBuyer = { companyId: number; now: Date; buyer: Buyer };

// Sorted, so that two batches with the same new buyers wait for each other instead of deadlocking.
const lockAddresses = statement(
  "portal_buyers_lock",
  `select pg_advisory_xact_lock(name) from (
     select distinct hashtextextended('buyer ' || company_id || ' ' || lower(email), 20260101) as name
     from unnest($1::int8[], $2::text[]) x(company_id, email) where email is not null order by name
   ) names`,
);

const findBuyers = statement(
  "portal_buyers_find",
  `select c.id as customer_id, c.customer, c.version as customer_version
   from unnest($1::int8[], $2::text[]) with ordinality as y(company_id, email, ord)
   cross join lateral (select y.company_id, null::int8 as customer_id, y.email) x ${customerByIdOrEmailSql} order by y.ord`,
);

/**
 * Creates customers for buyers that were unknown a moment ago. Buyers with the same email address at the same time,
 * on whichever node, wait here and become the same customer.
 */
async function createCustomersForNewBuyers(
  tx: Queryable,
  newBuyers: readonly NewBuyer[],
): Promise<KnownBuyer[]> {
  const values = [
    newBuyers.map(({ companyId }) => companyId),
    newBuyers.map(({ buyer }) => buyer.email ?? null),
  ];
  await tx.query(lockAddresses, values);
  const found = await tx.query<BuyerRow>(findBuyers, values);
  const made = new Map<string, KnownBuyer>();
  const known: KnownBuyer[] = [];
  for (const [index, newBuyer] of newBuyers.entries()) {
    const { customer_id, customer, customer_version } = found[index]!;
    const name = `${newBuyer.companyId} ${newBuyer.buyer.email?.toLowerCase() ?? `number ${index}`}`;
    const earlier =
      customer_id === null
        ? made.get(name)
        : { customer_id, customer: customer!, version: customer_version! };
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
