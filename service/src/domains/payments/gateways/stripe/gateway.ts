import type Stripe from "stripe";
import { integrationFailed } from "../../../../contract/errors.ts";
import type { Outbound } from "../../../../platform/outbound/outbound.ts";
import type {
  Gateway,
  GatewayAccount,
  GatewayPaymentRef,
  GatewayPaymentStatus,
  OpenedPage,
  PaymentRequest,
} from "../port.ts";
import { isWebAddress, malformedResponse, safeMessage } from "../responses.ts";
import { fromStripeAmount, toStripeAmount } from "./amounts.ts";
import { fetchDispute, listDisputes } from "./disputes.ts";
import { isKeyReused, isMissing } from "./errors.ts";
import { isAboutDispute, isGenuine, referenceIn, transactionIn } from "./notifications.ts";
import { refund } from "./refunds.ts";
import { entriesOf, findInPages, isId, isWord } from "./responses.ts";
import { callStripe } from "./transport.ts";

type Session = Stripe.Checkout.Session;

/**
 * Stripe Checkout: one session per payment attempt, found by its id, or by our reference if the id was lost. The
 * transaction is the session's payment intent.
 */
export const stripe: Gateway = {
  name: "stripe",
  title: "Stripe",
  needsEmail: false,
  methodsFor: () => ["card"],
  signatureHeader: "stripe-signature",
  pageOrigins: ({ baseUrl }) => {
    const { origin } = new URL(baseUrl);
    return origin === "https://api.stripe.com" ? [pageOrigin] : [pageOrigin, origin];
  },
  check,
  open,
  fetchStatus: fetchStatus,
  refund,
  fetchDispute,
  listDisputes,
  referenceIn,
  transactionIn,
  isAboutDispute,
  isGenuine,
};

const pageOrigin = "https://checkout.stripe.com";

// Does not read the balance: a restricted key may not have that permission and still work for payments.
async function check(outbound: Outbound, account: GatewayAccount): Promise<void> {
  await callStripe(outbound, account, "list payment pages", async (client) =>
    entriesOf(await client.checkout.sessions.list({ limit: 1 })),
  );
}

async function open(outbound: Outbound, account: GatewayAccount, order: PaymentRequest): Promise<OpenedPage> {
  const params = sessionParams(order);
  const session = await callStripe(outbound, account, "open a payment page", async (client) => {
    try {
      return await client.checkout.sessions.create(params, { idempotencyKey: order.reference });
    } catch (error) {
      // The session was opened earlier, with a different expiry.
      const opened = isKeyReused(error) && (await findSession(client, order.reference));
      if (!opened) throw error;
      return opened;
    }
  });
  if (!isOurs(session, order.reference)) throw malformedResponse("Stripe");
  if (session.status !== "open") {
    throw integrationFailed("Stripe", "has already closed this payment page. Start the payment again");
  }
  if (!isWebAddress(session.url)) throw malformedResponse("Stripe");
  return { pageUrl: session.url, session: session.id };
}

const minute = 60_000;
// Stripe allows 30 minutes to 24 hours by its own clock; the margin covers clock differences.
const lifeMin = 31 * minute;
const lifeMax = 24 * 60 * minute - minute;

function sessionParams(order: PaymentRequest): Stripe.Checkout.SessionCreateParams {
  const { reference, currency, email, description, returnUrl, expiresAt, now } = order;
  const life = Math.min(Math.max(expiresAt.getTime() - now.getTime(), lifeMin), lifeMax);
  // Stripe's limit; truncation must not split a surrogate pair.
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

function fetchStatus(
  outbound: Outbound,
  account: GatewayAccount,
  { reference, session }: GatewayPaymentRef,
): Promise<GatewayPaymentStatus> {
  return callStripe(outbound, account, "look up a payment", async (client): Promise<GatewayPaymentStatus> => {
    const id = session ?? (await findSession(client, reference))?.id;
    const found = id && (await retrieve(client, id));
    if (!found) return { status: "unknown" };
    if (!isOurs(found, reference)) throw malformedResponse("Stripe");
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

function read(session: Session, account: GatewayAccount): GatewayPaymentStatus {
  if (session.payment_status === "paid") return readPaid(session);
  if (session.status === "expired") return { status: "closed" };
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const failure = intent?.last_payment_error;
  // A delayed payment that failed leaves its session complete forever.
  const lost = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  if (session.status === "complete" && !lost) return { status: "processing" };
  if (failure || session.status === "complete") {
    return {
      status: "failed",
      reason: failure ? safeMessage(failure.message, account) : "The payment was cancelled",
    };
  }
  if (session.status !== "open") throw malformedResponse("Stripe");
  return { status: "open" };
}

function readPaid({ payment_intent: intent, amount_total, currency: code }: Session): GatewayPaymentStatus {
  const currency = String(code).toUpperCase();
  const amount = fromStripeAmount(amount_total, currency);
  if (typeof intent !== "object" || !isId(intent?.id) || amount === undefined)
    throw malformedResponse("Stripe");
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const paidAt = new Date(Number(charge?.created ?? intent.created) * 1000);
  if (Number.isNaN(paidAt.getTime())) throw malformedResponse("Stripe");
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

/** Only the newest few hundred sessions are searched: the URL of an older one was never returned to anybody. */
async function findSession(client: Stripe, reference: string): Promise<Session | undefined> {
  const { found } = await findInPages(
    3,
    (page) => client.checkout.sessions.list(page),
    (session) => isOurs(session, reference),
  );
  return found;
}

function isOurs({ id, client_reference_id }: Session, reference: string): boolean {
  return isId(id) && client_reference_id === reference;
}
