import { Big } from "big.js";
import type Type from "typebox";
import type { Company, GatewayChoice } from "../../../contract/access.ts";
import { ApiError } from "../../../contract/errors.ts";
import type { Language } from "../../../contract/languages.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { toPlain } from "../../../platform/values/money.ts";
import type { Supplier } from "../../billing/invoices/schema.ts";
import type { GatewayName } from "../gateways/service.ts";
import type { LinkStatus, PaymentAttemptStatus } from "../links/schema.ts";
import { linkIdOf } from "../links/service.ts";
import { findCheckoutJson, findPaymentAttemptByReference } from "./queries.ts";

/** A payment link as the checkout page shows it: found by its reference alone, without a key. */
export type Checkout = {
  company_id: number;
  id: number;
  amount: number;
  currency: string;
  status: LinkStatus;
  label: string | null;
  email: string | null;
  expires_at: string;
  /** The partner's page to return to. */
  return_url: string | null;
  /** The partner's page for buyers who leave without paying. */
  cancel_url: string | null;
  /** The least that the buyer may choose to pay; null where the amount is fixed. */
  min_amount: number | null;
  /** Each buyer has an attempt of their own, and sees no other. */
  reusable: boolean;
  min_quantity: number | null;
  /** How many the buyer may pay for; null where the buyer is not asked. */
  max_quantity: number | null;
  received: number;
  company_name: string;
  company_language: Language;
  /** Of the invoice's customer. */
  customer_language: Language | null;
  /** As invoices show it. */
  supplier: Type.Static<typeof Supplier>;
  company_status: Company["status"];
  gateway: GatewayChoice | null;
  time_zone: string;
  clock_offset_ms: number;
  payments_disabled: boolean;
  invoice: CheckoutInvoice | null;
  /** The most recent one; of a reusable link, the one that the buyer's address names. */
  attempt: {
    id: number;
    reference: string;
    status: PaymentAttemptStatus;
    reason: string | null;
    amount: number;
    page_url: string | null;
    gateway: GatewayName;
    created_at: string;
  } | null;
  /** The most recent one; of a reusable link, that of the attempt. */
  payment: {
    id: number;
    amount: number;
    currency: string;
    paid_at: string;
    method: string | null;
    gateway: GatewayName | null;
    gateway_reference: string | null;
    amount_refunded: number;
    quantity: number | null;
  } | null;
};

export type CheckoutInvoice = {
  number: string | null;
  status: string;
  due_date: string;
  currency: string;
  prices_include_tax: boolean;
  discounts: { percent?: number; amount?: number; reason?: string }[];
  charges: { percent?: number; amount?: number; reason?: string }[];
  subtotal: number;
  discount_total: number;
  charge_total: number;
  tax_total: number;
  total: number;
  amount_credited: number;
  credit_applied: number;
  amount_due: number;
  withholding: { rate: number; reason?: string } | null;
  amount_payable: number;
  taxes: { rate: number; category: string; tax_amount: number }[];
  portal_token: string;
  lines: {
    description: string;
    quantity: number;
    unit_price: number;
    gross_amount: number;
    discount_amount: number;
    charge_amount: number;
  }[];
};

export const noSuchLink = () =>
  new ApiError(404, "not_found", "There is no payment link at this address. Ask the seller for a new one.");

/** A wrong secret and an unknown id give the same error, so that guessing reveals nothing. */
export async function findCheckout(
  db: Queryable,
  reference: string,
  attemptReference: string | null = null,
): Promise<Checkout> {
  const id = linkIdOf(reference);
  const secret = reference.slice(reference.indexOf("_", 3) + 1);
  const json = id === undefined ? undefined : await findCheckoutJson(db, id, secret, attemptReference);
  if (json === undefined) throw noSuchLink();
  return JSON.parse(json) as Checkout;
}

/** The amount still to pay: the link's amount minus earlier payments, and never more than the invoice's amount payable. */
export function amountToPay(
  link: { amount: number | string; received: number | string },
  invoice: { amount_payable: number } | null,
): string {
  let left = new Big(String(link.amount)).minus(String(link.received));
  if (invoice) {
    const payable = new Big(String(invoice.amount_payable));
    if (payable.lt(left)) left = payable;
  }
  return left.gt(0) ? toPlain(left) : "0";
}

/** What a buyer may choose to pay: at least the link's minimum, or all that is left of the invoice if that is less. */
export function choiceOf(
  { min_amount }: { min_amount: number | null },
  invoice: { amount_payable: number } | null,
): { min: string; max: string | null } | null {
  if (min_amount === null) return null;
  const min = new Big(String(min_amount));
  if (!invoice) return { min: toPlain(min), max: null };
  const max = new Big(String(invoice.amount_payable));
  return { min: toPlain(max.lt(min) ? max : min), max: toPlain(max) };
}

/** How many a buyer may pay for. */
export function quantityBoundsOf({
  min_quantity,
  max_quantity,
}: Pick<Checkout, "min_quantity" | "max_quantity">): { min: number; max: number } | null {
  return max_quantity === null ? null : { min: min_quantity ?? 1, max: max_quantity };
}

/** The payment attempt that the buyer returns from, if it belongs to this link. */
export async function findPaymentAttemptOf(
  db: Queryable,
  { company_id, id }: Pick<Checkout, "company_id" | "id">,
  reference: string,
): Promise<{ company_id: number; id: number } | undefined> {
  const found = await findPaymentAttemptByReference(db, reference);
  return found?.company_id === company_id && found.payment_link_id === id ? found : undefined;
}
