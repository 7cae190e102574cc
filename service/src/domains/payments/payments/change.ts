import type { Change } from "../../../context.ts";
import { invalid, notFound } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { emit } from "../../webhooks/events/service.ts";
import { lockPayment, updatePayment } from "./queries.ts";
import { alreadyReversed, getPayment, type PaymentRecord } from "./record.ts";
import type { PaymentPatch } from "./schema.ts";
import { certificateFaults } from "./withholding.ts";

/**
 * A buyer that withholds tax pays it to the state, and proves that by a certificate. Until its number is known, the
 * payment that records the tax has none. Metadata, which is the company's own, may change at any time.
 */
export async function changePayment(change: Change, id: number, patch: PaymentPatch): Promise<Json> {
  const { tx, company } = change;
  const before = await lockPayment(tx, company.id, id);
  if (before === undefined) throw notFound("The payment");
  if (patch.certificate_number === undefined && patch.metadata === undefined) return before;
  const record = JSON.parse(before) as PaymentRecord;
  const faults = certificateFaults({ ...patch, method: record.method });
  if (faults.length > 0) throw invalid(faults);
  if (patch.certificate_number !== undefined && record.reversed_at !== null) throw alreadyReversed(record);
  const { certificate_number = record.certificate_number, metadata = record.metadata } = patch;
  await updatePayment(tx, company.id, id, { certificate_number, metadata: metadata ?? {} });
  const payment = await getPayment(tx, company.id, id);
  await emit(change, "payment.updated", payment, before);
  return payment;
}
