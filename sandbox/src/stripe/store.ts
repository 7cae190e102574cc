import { randomBytes } from "node:crypto";

/** The simulator's state. Amounts are integers in the currency's minor unit, and times are in seconds. */
export type Store = {
  url: string;
  now(): Date;
  /** In order of creation. */
  sessions: Map<string, SessionRecord>;
  refunds: Map<string, RefundRecord>;
  disputes: Map<string, { owner: string; dispute: Dispute }>;
  /** The status that new refunds get. */
  refundStatus: RefundStatus;
};

/** Uses Stripe's field names, so that it can be returned unchanged. */
export type Session = {
  id: string;
  object: "checkout.session";
  amount_subtotal: number;
  amount_total: number;
  cancel_url: string | null;
  client_reference_id: string | null;
  created: number;
  currency: string;
  customer_email: string | null;
  expires_at: number;
  livemode: false;
  metadata: Record<string, string>;
  mode: "payment";
  payment_intent: string | null;
  payment_method_types: string[];
  payment_status: "unpaid" | "paid";
  status: "open" | "complete" | "expired";
  success_url: string;
  /** Null once the session is no longer open. */
  url: string | null;
};

export type SessionRecord = {
  /** The key that created it; other keys cannot see it. */
  owner: string;
  session: Session;
  product: string;
  intentMetadata: Record<string, string>;
  /** Set from the buyer's first attempt on. */
  intent: Intent | undefined;
};

export type Intent = {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_received: number;
  created: number;
  currency: string;
  last_payment_error: { type: "card_error"; code: string; message: string } | null;
  latest_charge: string | null;
  metadata: Record<string, string>;
  payment_method_types: string[];
  status: "requires_payment_method" | "processing" | "succeeded";
  /** Returned in place of its id when the request expands it. */
  charge: Charge | undefined;
};

export type Charge = {
  id: string;
  object: "charge";
  amount: number;
  amount_refunded: number;
  created: number;
  currency: string;
  paid: boolean;
  payment_method_details: { type: string };
  status: "succeeded" | "pending" | "failed";
};

export type RefundStatus = "pending" | "requires_action" | "succeeded" | "failed" | "canceled";

export type Refund = {
  id: string;
  object: "refund";
  amount: number;
  charge: string;
  created: number;
  currency: string;
  failure_reason?: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string | null;
  status: RefundStatus;
};

export type DisputeStatus =
  | "warning_needs_response"
  | "warning_under_review"
  | "warning_closed"
  | "needs_response"
  | "under_review"
  | "won"
  | "lost"
  | "prevented";

export type Dispute = {
  id: string;
  object: "dispute";
  amount: number;
  /** What was taken from the account for it, below zero, and given back. */
  balance_transactions: { id: string; amount: number; currency: string }[];
  charge: string;
  created: number;
  currency: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string;
  status: DisputeStatus;
};

export type RefundRecord = { owner: string; refund: Refund };

export const makeId = (prefix: string) => `${prefix}_${randomBytes(16).toString("hex")}`;

export const unixSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
