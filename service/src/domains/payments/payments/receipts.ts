import type { Change } from "../../../context.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { emit } from "../../webhooks/events/service.ts";
import { lockPayment, markReceiptSent } from "./queries.ts";
import { getPayment } from "./record.ts";

/** The mail with the receipt is stored in the same transaction. */
export async function noteReceiptSent(change: Change, id: number): Promise<Json> {
  const { tx, company, now } = change;
  const before = await lockPayment(tx, company.id, id);
  await markReceiptSent(tx, company.id, id, now);
  const after = await getPayment(tx, company.id, id);
  await emit(change, "payment.receipt_sent", after, before);
  return after;
}
