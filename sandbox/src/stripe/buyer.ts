import { type Charge, type Intent, makeId, type SessionRecord, type Store, unixSeconds } from "./store.ts";

/** The actions of a buyer, and later of their bank, on an open session. */
export type Outcome =
  /** The card succeeds. */
  | "paid"
  /** The card is declined; the page stays open. */
  | "declined"
  /** A bank debit that the buyer has authorised and the bank has not settled. */
  | "delayed"
  /** The bank's decision about the debit. */
  | "delayed_succeeds"
  | "delayed_fails";

/** Changes the session and returns the event that Stripe sends for it, if any. */
export function act({ now }: Store, record: SessionRecord, outcome: Outcome): string | undefined {
  const { session } = record;
  const awaited = outcome.startsWith("delayed_");
  const ready = awaited
    ? session.status === "complete" && session.payment_status === "unpaid"
    : session.status === "open";
  if (!ready) {
    throw new Error(
      `session ${session.id} is ${session.status} and ${session.payment_status}: ${outcome} can't be`,
    );
  }
  const intent = ensureIntent(record, now());
  switch (outcome) {
    case "paid":
      succeed(record, intent, charge(intent, "card", now()));
      return "checkout.session.completed";
    case "declined":
      charge(intent, "card", now());
      fail(intent, "card_declined", "Your card was declined.");
      return undefined;
    case "delayed":
      charge(intent, "sepa_debit", now());
      intent.status = "processing";
      Object.assign(session, { status: "complete", url: null });
      return "checkout.session.completed";
    case "delayed_succeeds":
      succeed(record, intent, intent.charge!);
      return "checkout.session.async_payment_succeeded";
    case "delayed_fails":
      fail(intent, "debit_not_authorized", "The customer's bank refused the debit.");
      return "checkout.session.async_payment_failed";
  }
}

/** Closes the session for good, on expiry or on request. */
export function end({ session }: SessionRecord): string {
  if (session.status !== "open") throw new Error(`session ${session.id} is ${session.status} already`);
  Object.assign(session, { status: "expired", url: null });
  return "checkout.session.expired";
}

function ensureIntent(record: SessionRecord, now: Date): Intent {
  const { session, intentMetadata } = record;
  record.intent ??= {
    id: makeId("pi"),
    object: "payment_intent",
    amount: session.amount_total,
    amount_received: 0,
    created: unixSeconds(now),
    currency: session.currency,
    last_payment_error: null,
    latest_charge: null,
    metadata: intentMetadata,
    payment_method_types: ["card", "sepa_debit"],
    status: "requires_payment_method",
    charge: undefined,
  };
  session.payment_intent = record.intent.id;
  return record.intent;
}

function charge(intent: Intent, type: string, now: Date): Charge {
  intent.charge = {
    id: makeId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_refunded: 0,
    created: unixSeconds(now),
    currency: intent.currency,
    paid: false,
    payment_method_details: { type },
    status: "pending",
  };
  intent.latest_charge = intent.charge.id;
  intent.last_payment_error = null;
  return intent.charge;
}

function succeed({ session }: SessionRecord, intent: Intent, paid: Charge): void {
  Object.assign(paid, { paid: true, status: "succeeded" });
  Object.assign(intent, { status: "succeeded", amount_received: intent.amount });
  Object.assign(session, { status: "complete", payment_status: "paid", url: null });
}

function fail(intent: Intent, code: string, message: string): void {
  Object.assign(intent.charge!, { status: "failed" });
  intent.status = "requires_payment_method";
  intent.last_payment_error = { type: "card_error", code, message };
}
