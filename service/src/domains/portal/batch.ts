import type { Context } from "../../context.ts";
import { forgetExpired } from "../../http/idempotency/idempotency-store.ts";
import { type Database, inTransaction, type Transaction } from "../../platform/db/database.ts";
import { createCustomersForNewBuyers } from "./buyers.ts";
import { lookUp, type OrderLookup } from "./order-lookup.ts";
import type { OrderOutcome, PortalOrder } from "./orders.ts";
import { storeEntries } from "./storing.ts";
import type { OrderEntry } from "./texts.ts";

/** Thrown to roll back an order that turns out to be refused. */
class Refused extends Error {
  readonly outcome: OrderOutcome;
  constructor(outcome: OrderOutcome) {
    super(`an order was refused: ${outcome.kind}`);
    this.outcome = outcome;
  }
}

type FoundOrder = { order: PortalOrder; found: OrderLookup };

/** Takes any number of orders; outcomes are returned in the same order. */
export async function takeOrders(
  db: Database,
  config: Context["config"],
  orders: readonly PortalOrder[],
): Promise<OrderOutcome[]> {
  const found = await lookUp(db, orders);
  const foundOrders = orders.map((order, index) => ({ order, found: found[index]! }));
  const expired = foundOrders.filter((foundOrder) => foundOrder.found.expired);
  await forgetExpired(
    db,
    expired.map(({ order }) => ({ companyId: order.company.id, keyed: order.keyed })),
  );
  const early = foundOrders.map(earlyOutcome);
  const rest = foundOrders.filter((_visitor, index) => !early[index]);
  const stored = rest.length === 0 ? [] : await storeFoundOrders(db, config, rest);
  return early.map((outcome) => outcome ?? stored.shift()!);
}

function earlyOutcome({ order, found }: FoundOrder): OrderOutcome | undefined {
  const { request_hash, status, body, expired, customer_id } = found;
  if (request_hash !== null && !expired)
    return { kind: "stored", request_hash, status: status!, body: body! };
  return "customer_id" in order.buyer && customer_id === null ? { kind: "no customer" } : undefined;
}

async function storeFoundOrders(db: Database, config: Context["config"], foundOrders: readonly FoundOrder[]) {
  if (foundOrders.every(({ found }) => found.customer_id !== null)) {
    return storeEntries(db, config, foundOrders.map(known));
  }
  return inTransaction(db, (tx) => storeWithNewBuyers(tx, config, foundOrders)).catch((error: unknown) => {
    // Among several orders: retry them one by one. Alone: nothing was stored, and this is its outcome.
    if (!(error instanceof Refused) || foundOrders.length > 1) throw error;
    return [error.outcome];
  });
}

/** An unknown buyer becomes a customer, together with the order or not at all. */
async function storeWithNewBuyers(
  tx: Transaction,
  config: Context["config"],
  foundOrders: readonly FoundOrder[],
): Promise<OrderOutcome[]> {
  const newBuyers = foundOrders.flatMap(({ order: { company, now, buyer }, found }) =>
    found.customer_id !== null || "customer_id" in buyer ? [] : { companyId: company.id, now, buyer },
  );
  const createdBuyers = await createCustomersForNewBuyers(tx, newBuyers);
  const entries = foundOrders.map((foundOrder) =>
    foundOrder.found.customer_id === null
      ? { ...foundOrder, buyer: createdBuyers.shift()! }
      : known(foundOrder),
  );
  const outcomes = await storeEntries(tx, config, entries);
  const refused = outcomes.find(({ kind }) => kind !== "created");
  if (refused) throw new Refused(refused);
  return outcomes;
}

const known = ({ order, found }: FoundOrder): OrderEntry => ({
  order,
  found,
  buyer: { customer_id: found.customer_id!, customer: found.customer! },
});
