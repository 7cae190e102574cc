import type { Big } from "big.js";
import { notFound } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { fractionDigits } from "../../../platform/values/money.ts";
import type { GatewayName } from "../gateways/service.ts";
import { findPayment } from "./queries.ts";

/** A payment parsed from its JSON representation. */
export type PaymentRecord = {
  id: number;
  invoice_id: number | null;
  amount: number;
  currency: string;
  unallocated_amount: number;
  amount_refunded: number;
  method: string | null;
  reference: string | null;
  note: string | null;
  source: "api" | "gateway" | "site";
  gateway: GatewayName | null;
  refunds: { amount: number; status: "pending" | "done" | "failed" }[];
  paid_at: string;
};

export async function getPayment(db: Queryable, companyId: number, id: number): Promise<Json> {
  const payment = await findPayment(db, companyId, id);
  if (payment === undefined) throw notFound("The payment");
  return payment;
}

export function decimalsFault(amount: Big, currency: string): string | undefined {
  const digits = currencyDigits(currency)!;
  if (fractionDigits(amount) <= digits) return undefined;
  return digits === 0
    ? `must have no decimals in ${currency}`
    : `must have at most ${digits} decimals in ${currency}`;
}
