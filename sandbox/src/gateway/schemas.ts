import { isRecord } from "../exchange.ts";
import { isCurrency } from "./currency.ts";
import {
  anyOf,
  anything,
  faultsOf,
  flag,
  list,
  object,
  orNull,
  record,
  type Shape,
  text,
  whole,
} from "./shape.ts";

// The shapes of requests and responses. Responses are validated before they are sent, so that a mistake in the
// simulator shows up as an error and not as unusual gateway behaviour.

export type InitializeRequest = {
  email: string;
  /** In minor units. */
  amount: number;
  currency: string;
  reference: string | null;
  callbackUrl: string | null;
  metadata: Record<string, unknown> | null;
};

export type RefundRequest = {
  /** Its reference or its id. */
  transaction: string;
  amount: number | null;
  currency: string | null;
  merchantNote: string | null;
  customerNote: string | null;
};

export type Refusal = { refusal: string; code: string };

const refused = (refusal: string, code: string): Refusal => ({ refusal, code });

export function readInitialize(body: Record<string, unknown>): InitializeRequest | Refusal {
  const { email, reference = null, callback_url: callbackUrl = null } = body;
  if (typeof email !== "string" || email.length > 254 || !/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email)) {
    return refused("Invalid Email Address Passed", "invalid_email_address");
  }
  const amount = readAmount(body.amount);
  if (amount === undefined) return refused("Invalid Amount Sent", "invalid_amount");
  const currency = body.currency ?? "NGN";
  if (typeof currency !== "string" || !isCurrency(currency)) {
    return refused("Currency not supported by merchant", "unsupported_currency");
  }
  if (reference !== null && (typeof reference !== "string" || !/^[A-Za-z0-9.=-]{1,100}$/.test(reference))) {
    return refused("Invalid characters in transaction reference", "invalid_reference");
  }
  if (callbackUrl !== null && !isWebAddress(callbackUrl)) {
    return refused("Invalid callback URL", "invalid_callback_url");
  }
  const metadata = readMetadata(body.metadata);
  if (metadata === undefined) return refused("Invalid metadata", "invalid_metadata");
  return { email, amount, currency, reference, callbackUrl, metadata };
}

export function readRefund(body: Record<string, unknown>): RefundRequest | Refusal {
  const { transaction, currency = null, merchant_note = null, customer_note = null } = body;
  if (typeof transaction !== "string" && typeof transaction !== "number") {
    return refused("Transaction is required", "missing_params");
  }
  const amount = body.amount === undefined ? null : readAmount(body.amount);
  if (amount === undefined) return refused("Invalid Amount Sent", "invalid_amount");
  const texts = [currency, merchant_note, customer_note];
  if (!texts.every((value) => value === null || (typeof value === "string" && value.length <= 1000))) {
    return refused("Currency and notes must be text", "invalid_params");
  }
  const [givenCurrency, merchantNote, customerNote] = texts as (string | null)[];
  return {
    transaction: String(transaction),
    amount,
    currency: givenCurrency ?? null,
    merchantNote: merchantNote ?? null,
    customerNote: customerNote ?? null,
  };
}

/** An integer number of minor units, which may also be given as text. */
function readAmount(value: unknown): number | undefined {
  const amount = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof amount !== "number" || !Number.isSafeInteger(amount)) return undefined;
  return amount > 0 ? amount : undefined;
}

function isWebAddress(value: unknown): value is string {
  return typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** An object, or an object as JSON text. */
function readMetadata(value: unknown): Record<string, unknown> | null | undefined {
  if (value === undefined || value === null || value === "") return null;
  if (isRecord(value)) return value;
  try {
    const read: unknown = JSON.parse(String(value));
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

const envelope = (data: Shape, more: Record<string, Shape> = {}) =>
  object({ status: flag, message: text, data, ...more });

const customerShape = object({
  id: whole,
  first_name: orNull(text),
  last_name: orNull(text),
  email: text,
  customer_code: text,
  phone: orNull(text),
  metadata: orNull(text),
  risk_action: text,
  international_format_phone: orNull(text),
});

const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, text]));
const wholes = (...names: string[]) => Object.fromEntries(names.map((name) => [name, whole]));
const empty = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]));
const records = (...names: string[]) => Object.fromEntries(names.map((name) => [name, record]));

const transactionShape = object({
  ...wholes("id", "amount", "requested_amount"),
  ...texts("domain", "status", "reference", "gateway_response", "created_at", "createdAt", "channel"),
  ...texts("currency", "ip_address", "transaction_date"),
  ...empty("receipt_number", "message", "log", "fees_split", "plan", "order_id", "pos_transaction_data"),
  ...empty("source", "fees_breakdown", "connect"),
  ...records("authorization", "split", "plan_object", "subaccount"),
  paid_at: orNull(text),
  paidAt: orNull(text),
  fees: orNull(whole),
  metadata: anyOf(text, record),
  customer: customerShape,
});

const refundCreatedShape = object({
  ...wholes("integration", "deducted_amount", "amount", "id"),
  ...texts("merchant_note", "customer_note", "status", "refunded_by", "expected_at", "currency", "domain"),
  ...texts("createdAt", "updatedAt"),
  ...empty("channel"),
  ...records("transaction"),
  fully_deducted: flag,
});

const refundShape = object({
  ...wholes("integration", "transaction", "id", "amount", "deducted_amount", "fully_deducted"),
  ...wholes("transaction_amount"),
  ...texts("domain", "currency", "status", "refunded_by", "customer_note", "merchant_note", "createdAt"),
  ...texts("transaction_reference", "reason", "refund_type", "initiated_by", "refund_channel"),
  ...empty("dispute", "settlement", "bank_reference", "session_id"),
  refunded_at: orNull(text),
  customer: customerShape,
  collect_account_number: flag,
});

const disputeShape = object({
  ...wholes("id", "refund_amount"),
  ...texts("currency", "status", "domain", "category", "createdAt", "updatedAt"),
  ...empty("transaction_reference", "bin", "last4", "attachments", "note"),
  resolution: orNull(text),
  resolvedAt: orNull(text),
  transaction: transactionShape,
  customer: customerShape,
  history: list(anything),
  messages: list(anything),
});

const answers = {
  initialize: envelope(object(texts("authorization_url", "access_code", "reference"))),
  verify: envelope(transactionShape),
  refund: envelope(refundCreatedShape),
  refunds: envelope(list(refundShape), {
    meta: object({ ...wholes("total", "skipped", "page", "pageCount", "failedRefundCount"), perPage: text }),
  }),
  fetchRefund: envelope(refundShape),
  dispute: envelope(disputeShape),
  disputes: envelope(list(disputeShape), {
    meta: object(wholes("total", "skipped", "perPage", "page", "pageCount")),
  }),
  error: object({ status: flag, message: text }, { meta: anything, type: text, code: text }),
};

export function requireShape(name: keyof typeof answers, body: unknown): void {
  const faults = faultsOf(answers[name], body, name);
  if (faults.length > 0)
    throw new Error(`The sandbox gateway got its own answer wrong: ${faults.join("; ")}`);
}
