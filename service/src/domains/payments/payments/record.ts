import { notFound, wrongState } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import type { GatewayName } from "../gateways/service.ts";
import { findPayment } from "./queries.ts";

/** A payment parsed from its JSON representation. */
export type PaymentRecord = {
  id: number;
  invoice_id: number | null;
  amount: number;
  currency: string;
  unallocated_amount: number;
  allocations: { invoice_id: number; amount: number }[];
  amount_refunded: number;
  method: string | null;
  reference: string | null;
  certificate_number: string | null;
  note: string | null;
  metadata: Record<string, unknown>;
  source: "api" | "gateway" | "site";
  gateway: GatewayName | null;
  refunds: { amount: number; status: "pending" | "done" | "failed" }[];
  gateway_reference: string | null;
  paid_at: string;
  dispute_status: "open" | "won" | "lost" | null;
  reversed_at: string | null;
};

export async function getPayment(db: Queryable, companyId: number, id: number): Promise<Json> {
  const payment = await findPayment(db, companyId, id);
  if (payment === undefined) throw notFound("The payment");
  return payment;
}

export const alreadyReversed = ({ id }: Pick<PaymentRecord, "id">) =>
  wrongState(`Payment ${id} was reversed, so it no longer counts.`);
