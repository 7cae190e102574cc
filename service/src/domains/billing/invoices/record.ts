import type { Change } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { type FieldError, notFound } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import type { LineInput } from "../lines/schema.ts";
import type { StoredTerms } from "../lines/service.ts";
import { findInvoice, invoiceExists, lockInvoice } from "./queries.ts";
import { assertAllowed, type FiscalStatus, type InvoiceStatus, type Transition } from "./status.ts";

/** An invoice as the program reads it: parsed from the JSON that answers show. */
export type InvoiceRecord = StoredTerms & {
  id: number;
  number: string | null;
  status: InvoiceStatus;
  customer_id: number;
  invoice_date: string;
  due_date: string;
  currency: string;
  accounting_currency: string;
  exchange_rate: number | null;
  tax_total_accounting: number | null;
  total_accounting: number | null;
  tax_total: number;
  total: number;
  amount_paid: number;
  amount_credited: number;
  amount_refunded: number;
  credit_applied: number;
  credit_applied_elsewhere: number;
  amount_due: number;
  amount_payable: number;
  amount_to_refund: number;
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

/** Several of them, in the order of their ids, in which all changes lock several invoices. */
export async function lockInvoiceRows(change: Change, ids: readonly number[]): Promise<void> {
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) await lockInvoiceRow(change, id);
}

/** An unknown invoice is reported as 404 first, even if the body is invalid for other reasons. */
export async function requireNamedInvoice(
  db: Queryable,
  company: Company,
  body: unknown,
): Promise<FieldError[]> {
  const { invoice_id: id } = (body ?? {}) as { invoice_id?: unknown };
  const isId = Number.isSafeInteger(id);
  if (isId && !(await invoiceExists(db, company.id, id as number))) throw notFound("The invoice");
  return [];
}
