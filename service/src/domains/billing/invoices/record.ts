import type { Change } from "../../../context.ts";
import { notFound } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import type { LineInput } from "../lines/schema.ts";
import { findInvoice, lockInvoice } from "./queries.ts";
import { assertAllowed, type FiscalStatus, type InvoiceStatus, type Transition } from "./status.ts";

/** An invoice as the program reads it: parsed from the JSON that answers show. */
export type InvoiceRecord = {
  id: number;
  number: string | null;
  status: InvoiceStatus;
  customer_id: number;
  invoice_date: string;
  due_date: string;
  currency: string;
  total: number;
  amount_paid: number;
  amount_credited: number;
  fiscal_status: FiscalStatus;
  sale_id: number | null;
  lines: LineInput[];
};

/** Locks an invoice for a transition, if its state allows that. */
export async function lockFor(change: Change, id: number, transition: Transition) {
  const { tx, company, now } = change;
  const json = await lockInvoice(tx, company.id, dateIn(company.timeZone, now), id);
  if (json === undefined) throw notFound("The invoice");
  const record = JSON.parse(json) as InvoiceRecord;
  assertAllowed(transition, record);
  return { json, record };
}

export async function getInvoice(
  db: Queryable,
  companyId: number,
  today: string,
  id: number,
): Promise<string> {
  const invoice = await findInvoice(db, companyId, today, id);
  if (invoice === undefined) throw notFound("The invoice");
  return invoice;
}

/** For callers that must look at other records before they know what to do. */
export async function lockInvoiceRow({ tx, company, now }: Change, id: number): Promise<string> {
  const json = await lockInvoice(tx, company.id, dateIn(company.timeZone, now), id);
  if (json === undefined) throw notFound("The invoice");
  return json;
}
