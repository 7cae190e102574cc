import type { Change } from "../../../context.ts";
import { type FieldError, invalid, notFound } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { emit } from "../../webhooks/events/service.ts";
import { lockPayment, setCertificateNumber } from "./queries.ts";
import { alreadyReversed, getPayment, type PaymentRecord } from "./record.ts";
import { type PaymentCreate, type PaymentPatch, withholdingMethod } from "./schema.ts";

/**
 * A buyer that withholds tax pays it to the state, and proves that by a certificate. Until its number is known, the
 * payment that records the tax has none.
 */
export async function changePayment(change: Change, id: number, patch: PaymentPatch): Promise<Json> {
  const { tx, company } = change;
  const before = await lockPayment(tx, company.id, id);
  if (before === undefined) throw notFound("The payment");
  if (patch.certificate_number === undefined) return before;
  const record = JSON.parse(before) as PaymentRecord;
  const faults = certificateFaults({ ...patch, method: record.method });
  if (faults.length > 0) throw invalid(faults);
  if (record.reversed_at !== null) throw alreadyReversed(record);
  await setCertificateNumber(tx, company.id, id, patch.certificate_number);
  const payment = await getPayment(tx, company.id, id);
  await emit(change, "payment.updated", payment, before);
  return payment;
}

/** Only tax that a buyer withheld has a certificate. */
export function certificateFaults(
  payment: Pick<PaymentCreate, "method" | "certificate_number">,
): FieldError[] {
  if (payment.certificate_number == null || payment.method === withholdingMethod) return [];
  return [
    { field: "certificate_number", message: `is only for payments of the method ${withholdingMethod}` },
  ];
}
