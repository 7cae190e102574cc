import type { Context } from "../../context.ts";
import { forgetExpired } from "../../http/idempotency/idempotency-store.ts";
import { type Database, inTransaction, type Transaction } from "../../platform/db/database.ts";
import { welcome } from "./buyers.ts";
import { type Found, lookUp } from "./order-lookup.ts";
import type { Order, OrderOutcome } from "./orders.ts";
import { storeEntries } from "./storing.ts";
import type { Entry } from "./texts.ts";

/** Thrown to roll back an order that turns out to be refused. */
class Refused extends Error {
  readonly outcome: OrderOutcome;
  constructor(outcome: OrderOutcome) {
    super(`an order was refused: ${outcome.kind}`);
    this.outcome = outcome;
  }
}

type Visitor = { order: Order; found: Found };

/** Takes any number of orders; outcomes are returned in the same order. */
export async function takeOrders(
  db: Database,
  config: Context["config"],
  orders: readonly Order[],
): Promise<OrderOutcome[]> {
  const found = await lookUp(db, orders);
  const visitors = orders.map((order, index) => ({ order, found: found[index]! }));
  const expired = visitors.filter((visitor) => visitor.found.expired);
  await forgetExpired(
    db,
    expired.map(({ order }) => ({ companyId: order.company.id, keyed: order.keyed })),
  );
  const early = visitors.map(earlyOutcome);
  const rest = visitors.filter((_visitor, index) => !early[index]);
  const stored = rest.length === 0 ? [] : await storeVisitors(db, config, rest);
  return early.map((outcome) => outcome ?? stored.shift()!);
}

function earlyOutcome({ order, found }: Visitor): OrderOutcome | undefined {
  const { request_hash, status, body, expired, customer_id } = found;
  if (request_hash !== null && !expired)
    return { kind: "stored", request_hash, status: status!, body: body! };
  return "customer_id" in order.buyer && customer_id === null ? { kind: "no customer" } : undefined;
}

async function storeVisitors(db: Database, config: Context["config"], visitors: readonly Visitor[]) {
  if (visitors.every(({ found }) => found.customer_id !== null)) {
    return storeEntries(db, config, visitors.map(known));
  }
  return inTransaction(db, (tx) => storeWithStrangers(tx, config, visitors)).catch((error: unknown) => {
    // Among several orders: retry them one by one. Alone: nothing was stored, and this is its outcome.
    if (!(error instanceof Refused) || visitors.length > 1) throw error;
    return [error.outcome];
  });
}

/** An unknown buyer becomes a customer, together with the order or not at all. */
async function storeWithStrangers(
  tx: Transaction,
  config: Context["config"],
  visitors: readonly Visitor[],
): Promise<OrderOutcome[]> {
  const strangers = visitors.flatMap(({ order: { company, now, buyer }, found }) =>
    found.customer_id !== null || "customer_id" in buyer ? [] : { companyId: company.id, now, buyer },
  );
  const welcomed = await welcome(tx, strangers);
  const entries = visitors.map((visitor) =>
    visitor.found.customer_id === null ? { ...visitor, buyer: welcomed.shift()! } : known(visitor),
  );
  const outcomes = await storeEntries(tx, config, entries);
  const refused = outcomes.find(({ kind }) => kind !== "created");
  if (refused) throw new Refused(refused);
  return outcomes;
}

const known = ({ order, found }: Visitor): Entry => ({
  order,
  found,
  buyer: { customer_id: found.customer_id!, customer: found.customer! },
});
