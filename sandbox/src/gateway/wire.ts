import { createHash } from "node:crypto";
import type { Dispute } from "./disputes.ts";
import type { Refund } from "./refunds.ts";
import type { Means, Transaction } from "./transactions.ts";

// Objects in Paystack's format. Many of the fields have no meaning here, but clients may expect them.

/** A transaction in verifications and notifications. */
export function transactionAnswer(transaction: Transaction) {
  const { state, createdAt } = transaction;
  const paidAt = "paidAt" in state ? state.paidAt : null;
  const means = "means" in state ? state.means : undefined;
  return {
    id: transaction.id,
    domain: "test",
    status: state.name,
    reference: transaction.reference,
    receipt_number: null,
    amount: transaction.amount,
    message: null,
    gateway_response: gatewayResponse(transaction),
    paid_at: paidAt,
    created_at: createdAt,
    channel: means?.channel ?? "card",
    currency: transaction.currency,
    ip_address: "127.0.0.1",
    metadata: transaction.metadata ?? "",
    log: null,
    fees: paidAt ? 0 : null,
    fees_split: null,
    authorization: means ? authorization(transaction, means) : {},
    customer: customer(transaction),
    plan: null,
    split: {},
    order_id: null,
    paidAt,
    createdAt,
    requested_amount: transaction.amount,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: paidAt ?? createdAt,
    plan_object: {},
    subaccount: {},
  };
}

function gatewayResponse({ state }: Transaction): string {
  switch (state.name) {
    case "abandoned":
      return "The transaction was not completed";
    case "failed":
      return state.why;
    case "ongoing":
      return "The customer is asked for a one-time code";
    case "pending":
    case "processing":
      return "The bank has not decided yet";
    case "success":
      return "Approved";
    case "reversed":
      return "Reversed";
  }
}

function authorization({ id }: Transaction, means: Means) {
  const isCard = means.channel === "card";
  return {
    authorization_code: `AUTH_sandbox${id}`,
    bin: isCard ? means.number.bin : null,
    last4: isCard ? means.number.last4 : "0000",
    exp_month: "12",
    exp_year: "2040",
    channel: means.channel,
    card_type: isCard ? "visa" : "",
    bank: "Sandbox Bank",
    country_code: "NG",
    brand: isCard ? "visa" : "",
    reusable: false,
    signature: `SIG_sandbox${id}`,
    account_name: null,
    receiver_bank_account_number: null,
    receiver_bank: null,
  };
}

function customer({ email }: Transaction) {
  return {
    id: numberFor(email),
    first_name: null,
    last_name: null,
    email,
    customer_code: `CUS_sandbox${numberFor(email)}`,
    phone: null,
    metadata: null,
    risk_action: "default",
    international_format_phone: null,
  };
}

/** Derives the same number from the same text. */
export function numberFor(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) % 1_000_000_000;
}

/** A refund that was just accepted. */
export function refundCreatedAnswer(transaction: Transaction, refund: Refund) {
  const { id, reference, amount, currency, account, state } = transaction;
  const paidAt = "paidAt" in state ? state.paidAt : "";
  const channel = "means" in state ? state.means.channel : "card";
  return {
    transaction: {
      id,
      domain: "test",
      reference,
      amount,
      paid_at: paidAt,
      channel,
      currency,
      authorization: { exp_month: null, exp_year: null, account_name: null },
      customer: { international_format_phone: null },
      plan: {},
      subaccount: { currency: null },
      split: {},
      order_id: null,
      paidAt,
      pos_transaction_data: null,
      source: null,
      fees_breakdown: null,
    },
    integration: numberFor(account),
    deducted_amount: 0,
    channel: null,
    merchant_note: refund.merchantNote,
    customer_note: refund.customerNote,
    status: refund.state,
    refunded_by: "sandbox@example.com",
    expected_at: refund.endsAt,
    currency: refund.currency,
    domain: "test",
    amount: refund.amount,
    fully_deducted: false,
    id: refund.id,
    createdAt: refund.createdAt,
    updatedAt: refund.createdAt,
  };
}

/** A refund in a list or on its own. */
export function refundAnswer(transaction: Transaction, refund: Refund) {
  const { id, reference, amount, account } = transaction;
  const isDone = refund.state === "processed";
  return {
    integration: numberFor(account),
    transaction: id,
    dispute: null,
    settlement: null,
    id: refund.id,
    domain: "test",
    currency: refund.currency,
    amount: refund.amount,
    status: refund.state,
    refunded_at: isDone ? refund.endsAt : null,
    refunded_by: "sandbox@example.com",
    customer_note: refund.customerNote,
    merchant_note: refund.merchantNote,
    deducted_amount: isDone ? refund.amount : 0,
    fully_deducted: isDone ? 1 : 0,
    createdAt: refund.createdAt,
    bank_reference: null,
    transaction_reference: reference,
    reason: refund.state === "failed" ? "The bank did not take the money back" : "",
    customer: {
      ...customer(transaction),
      first_name: "",
      last_name: "",
      phone: "",
      metadata: "",
      international_format_phone: "",
    },
    refund_type: refund.amount === amount ? "full" : "partial",
    transaction_amount: amount,
    initiated_by: "sandbox@example.com",
    refund_channel: "card",
    session_id: null,
    collect_account_number: false,
  };
}

/** A refund in a notification. */
export function refundNotice(transaction: Transaction, refund: Refund) {
  return {
    status: refund.state,
    transaction_reference: transaction.reference,
    refund_reference: String(refund.id),
    amount: refund.amount,
    currency: refund.currency,
    processor: "sandbox",
    customer: { first_name: "", last_name: "", email: transaction.email },
    integration: numberFor(transaction.account),
    domain: "test",
  };
}

/** A dispute, in answers and notifications. */
export function disputeAnswer(transaction: Transaction, dispute: Dispute) {
  const resolutions = { open: null, won: "declined", lost: "merchant-accepted" };
  return {
    id: dispute.id,
    refund_amount: dispute.amount,
    currency: dispute.currency,
    status: dispute.state === "open" ? "awaiting-merchant-feedback" : "resolved",
    resolution: resolutions[dispute.state],
    domain: "test",
    transaction: transactionAnswer(transaction),
    transaction_reference: null,
    category: "chargeback",
    customer: customer(transaction),
    bin: null,
    last4: null,
    attachments: null,
    note: null,
    history: [],
    messages: [],
    resolvedAt: dispute.resolvedAt,
    createdAt: dispute.createdAt,
    updatedAt: dispute.resolvedAt ?? dispute.createdAt,
  };
}
