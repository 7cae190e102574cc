import type Stripe from "stripe";
import { integrationFailed } from "../../foundation/errors.ts";
import { isObject } from "../../foundation/outbound/answers.ts";
import type { Outbound } from "../../foundation/outbound/outbound.ts";
import { makesNoSense, wordsOf } from "./answers.ts";
import type { Account, Attempt, Gateway, Opened, Order, Refunded, RefundOrder, Seen } from "./port.ts";
import { fromStripeAmount, toStripeAmount } from "./stripe-amounts.ts";
import { explainError, isKeyReused, isMissing, isRefusal } from "./stripe-errors.ts";
import { isGenuine, referenceIn } from "./stripe-notifications.ts";
import { connect } from "./stripe-transport.ts";

type Session = Stripe.Checkout.Session;

/**
 * Stripe, by its hosted checkout: one Checkout Session an attempt, found again by its id, or by our reference where
 * the id was lost on the way. The transaction is the session's payment intent.
 */
export const stripe: Gateway = {
  name: "stripe",
  title: "Stripe",
  needsEmail: false,
  signatureHeader: "stripe-signature",
  pageOrigins: ({ baseUrl }) => {
    const { origin } = new URL(baseUrl);
    return origin === "https://api.stripe.com" ? [pageOrigin] : [pageOrigin, origin];
  },
  check,
  open,
  look,
  refund,
  referenceIn,
  isGenuine,
};

const pageOrigin = "https://checkout.stripe.com";

// Not the balance: a restricted key may well be kept from seeing it, and still be good for all that we do.
async function check(outbound: Outbound, account: Account): Promise<void> {
  await ask(outbound, account, "list payment pages", async (client) =>
    entriesOf(await client.checkout.sessions.list({ limit: 1 })),
  );
}

async function open(outbound: Outbound, account: Account, order: Order): Promise<Opened> {
  const params = sessionParams(order);
  const session = await ask(outbound, account, "open a payment page", async (client) => {
    try {
      return await client.checkout.sessions.create(params, { idempotencyKey: order.reference });
    } catch (error) {
      // It was opened before, at another time of day and hence with another end.
      const opened = isKeyReused(error) && (await findSession(client, order.reference));
      if (!opened) throw error;
      return opened;
    }
  });
  if (!isOurs(session, order.reference)) throw makesNoSense("Stripe");
  if (session.status !== "open") {
    throw integrationFailed("Stripe", "has already closed this payment page. Start the payment again");
  }
  if (!/^https?:\/\//.test(session.url ?? "") || !URL.canParse(session.url!)) throw makesNoSense("Stripe");
  return { pageUrl: session.url!, session: session.id };
}

const minute = 60_000;
// Stripe's bounds are 30 minutes and 24 hours by its own clock, which need not be ours to the second.
const lifeMin = 31 * minute;
const lifeMax = 24 * 60 * minute - minute;

function sessionParams(order: Order): Stripe.Checkout.SessionCreateParams {
  const { reference, currency, email, description, returnUrl, expiresAt, now } = order;
  const life = Math.min(Math.max(expiresAt.getTime() - now.getTime(), lifeMin), lifeMax);
  // Stripe takes no more, and no halves of characters.
  const name = description.slice(0, 250).toWellFormed();
  const price = { currency: currency.toLowerCase(), unit_amount: toStripeAmount(order.amount, currency) };
  return {
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { ...price, product_data: { name } } }],
    client_reference_id: reference,
    metadata: { reference },
    payment_intent_data: { description: name, metadata: { reference } },
    ...(email !== null && { customer_email: email }),
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: Math.floor((now.getTime() + life) / 1000),
  };
}

function look(outbound: Outbound, account: Account, { reference, session }: Attempt): Promise<Seen> {
  return ask(outbound, account, "tell about a payment", async (client): Promise<Seen> => {
    const id = session ?? (await findSession(client, reference))?.id;
    const found = id && (await retrieve(client, id));
    if (!found) return { status: "unknown" };
    if (!isOurs(found, reference)) throw makesNoSense("Stripe");
    return read(found, account);
  });
}

async function retrieve(client: Stripe, id: string): Promise<Session | undefined> {
  try {
    return await client.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function read(session: Session, account: Account): Seen {
  if (session.payment_status === "paid") return readPaid(session);
  if (session.status === "expired") return { status: "closed" };
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const failure = intent?.last_payment_error;
  // A slow payment that came to nothing leaves its session complete for ever.
  const lost = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  if (session.status === "complete" && !lost) return { status: "processing" };
  if (failure || session.status === "complete") {
    return {
      status: "failed",
      reason: failure ? wordsOf(failure.message, account) : "The payment was called off",
    };
  }
  if (session.status !== "open") throw makesNoSense("Stripe");
  return { status: "open" };
}

function readPaid({ payment_intent: intent, amount_total, currency: code }: Session): Seen {
  const currency = String(code).toUpperCase();
  const amount = fromStripeAmount(amount_total, currency);
  if (typeof intent !== "object" || !isId(intent?.id) || amount === undefined) throw makesNoSense("Stripe");
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const paidAt = new Date(Number(charge?.created ?? intent.created) * 1000);
  if (Number.isNaN(paidAt.getTime())) throw makesNoSense("Stripe");
  const method = charge?.payment_method_details?.type;
  return {
    status: "paid",
    amount,
    currency,
    method: isWord(method) ? method : null,
    paidAt,
    transaction: intent.id,
  };
}

async function refund(outbound: Outbound, account: Account, order: RefundOrder): Promise<Refunded> {
  const { key, reference, reason } = order;
  const amount = expressible(order);
  if (typeof amount === "object") return amount;
  const params: Stripe.RefundCreateParams = {
    payment_intent: order.transaction,
    amount,
    metadata: { key, reference, ...(reason !== null && { reason: reason.slice(0, 500).toWellFormed() }) },
  };
  return ask(outbound, account, "give money back", async (client): Promise<Refunded> => {
    const before = order.again ? await findRefund(client, order) : undefined;
    if (before) return readRefund(before);
    try {
      return readRefund(await client.refunds.create(params, { idempotencyKey: key }));
    } catch (error) {
      if (!isRefusal(error) && !isKeyReused(error)) throw error;
      // That all is given back already may be due to this very refund, by a call whose answer was lost.
      const ours = await findRefund(client, order);
      if (ours) return readRefund(ours);
      if (!isRefusal(error)) throw error;
      return { status: "failed", reason: wordsOf(error.message, account) };
    }
  });
}

function readRefund({ id, status, failure_reason }: Stripe.Refund): Refunded {
  if (!isId(id)) throw makesNoSense("Stripe");
  if (status === "succeeded") return { status: "done", refund: id };
  if (status !== "failed" && status !== "canceled") return { status: "processing", refund: id };
  const why = isWord(failure_reason) ? failure_reason : status;
  return { status: "failed", reason: `Stripe could not give the money back (${why})` };
}

/** Newest first. A session that is not among the newest few hundred has an address that nobody ever got. */
async function findSession(client: Stripe, reference: string): Promise<Session | undefined> {
  const { found } = await find(
    3,
    (page) => client.checkout.sessions.list(page),
    (session) => isOurs(session, reference),
  );
  return found;
}

async function findRefund(client: Stripe, order: RefundOrder): Promise<Stripe.Refund | undefined> {
  const { found, complete } = await find(
    50,
    (page) => client.refunds.list({ ...page, payment_intent: order.transaction }),
    ({ metadata }) => metadata?.key === order.key,
  );
  // Giving money back twice is worse than not knowing.
  if (!found && !complete) throw makesNoSense("Stripe");
  return found;
}

async function find<T extends { id: string }>(
  pagesMax: number,
  list: (page: Stripe.PaginationParams) => Promise<Stripe.ApiList<T>>,
  isWanted: (one: T) => boolean,
): Promise<{ found?: T; complete: boolean }> {
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await list({ limit: 100, ...(after && { starting_after: after }) });
    const entries = entriesOf(answer);
    const found = entries.find(isWanted);
    if (found) return { found, complete: true };
    if (answer.has_more !== true) return { complete: true };
    after = entries.at(-1)?.id;
  }
  return { complete: false };
}

function entriesOf<T>({ data }: Stripe.ApiList<T>): T[] {
  if (!Array.isArray(data) || !data.every(isObject)) throw makesNoSense("Stripe");
  return data;
}

/** Every call ends with an answer or an ApiError. */
async function ask<T>(
  outbound: Outbound,
  account: Account,
  task: string,
  call: (client: Stripe) => Promise<T>,
): Promise<T> {
  try {
    return await call(connect(outbound, account));
  } catch (error) {
    throw explainError(error, account, task);
  }
}

function isOurs({ id, client_reference_id }: Session, reference: string): boolean {
  return isId(id) && client_reference_id === reference;
}

function isId(id: unknown): id is string {
  return typeof id === "string" && /^\w{1,255}$/.test(id);
}

/** Such as `card` or `lost_or_stolen_card`. */
function isWord(word: unknown): word is string {
  return typeof word === "string" && /^\w{1,60}$/.test(word);
}

/** What Stripe can't give back in its units it never will: the refund has failed. */
function expressible({ amount, currency }: RefundOrder): number | Refunded {
  try {
    return toStripeAmount(amount, currency);
  } catch (error) {
    return { status: "failed", reason: (error as Error).message };
  }
}
