import { Big } from "big.js";
import type { Change } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { type FieldError, notFound } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { decimalsFault, parseDecimal, toPlain } from "../../../platform/values/money.ts";
import {
  invoiceExists,
  lockInvoiceRows,
  lockPayableInvoice,
  type PayableInvoice,
} from "../../billing/invoices/service.ts";
import { allocationsMax, type PaymentAllocationCreate } from "./schema.ts";

/** Names one invoice, or several with the part of each. */
export type NamedInvoices = {
  invoice_id?: number | null;
  allocations?: PaymentAllocationCreate[] | null;
};

/** What a payment shall pay of an invoice, and the fields in which a caller has said so. */
export type Part = {
  invoiceId: number;
  /** Undefined: as much as possible. */
  amount: Big | undefined;
  fields: { invoice: string; amount: string };
};

/** A part whose amount is known. */
export type WholePart = Part & { amount: Big };

export type LockedPart = Part & { payable: PayableInvoice };

/** In the caller's order. */
export const listedParts = (allocations: readonly PaymentAllocationCreate[]): WholePart[] =>
  allocations.map(({ invoice_id, amount }, index) => ({
    invoiceId: invoice_id,
    amount: parseDecimal(amount)!,
    fields: { invoice: `allocations[${index}].invoice_id`, amount: `allocations[${index}].amount` },
  }));

/** An unknown invoice is reported as 404 first, even if the body is invalid for other reasons. */
export async function requireNamedInvoices(
  db: Queryable,
  company: Company,
  body: unknown,
): Promise<FieldError[]> {
  const { invoice_id, allocations } = (body ?? {}) as { invoice_id?: unknown; allocations?: unknown };
  const listed = Array.isArray(allocations) ? allocations.slice(0, allocationsMax) : [];
  const ids = [invoice_id, ...listed.map((part) => (part as { invoice_id?: unknown } | null)?.invoice_id)];
  for (const id of ids.filter((id) => Number.isSafeInteger(id))) {
    if (!(await invoiceExists(db, company.id, id as number))) throw notFound("The invoice");
  }
  return [];
}

/** Locks all invoices that are named, so that one that is unknown is reported before anything else. */
export async function lockNamedInvoices(change: Change, named: NamedInvoices): Promise<void> {
  const listed = (named.allocations ?? []).map(({ invoice_id }) => invoice_id);
  await lockInvoiceRows(change, [...(named.invoice_id == null ? [] : [named.invoice_id]), ...listed]);
}

/** An invoice that is listed twice is more likely a mistake than two parts of one payment. */
export function repeatedInvoices(parts: readonly Part[]): FieldError[] {
  const seen = new Set<number>();
  return parts.flatMap(({ invoiceId, fields }) => {
    if (seen.has(invoiceId)) return [{ field: fields.invoice, message: "is in the list already" }];
    seen.add(invoiceId);
    return [];
  });
}

/** The invoices are locked by `lockNamedInvoices` already, in the order of their ids. */
export async function lockParts(change: Change, parts: readonly Part[]): Promise<LockedPart[]> {
  const locked: LockedPart[] = [];
  for (const part of parts) {
    locked.push({ ...part, payable: await lockPayableInvoice(change, part.invoiceId, "pay") });
  }
  return locked;
}

/** The money of a payment came from one customer, and in one currency. */
export function otherCurrencies(parts: readonly LockedPart[], currency: string): FieldError[] {
  return parts
    .filter(({ payable }) => payable.record.currency !== currency)
    .map(({ payable, fields }) => ({
      field: fields.invoice,
      message: `is in ${payable.record.currency}, but the payment is in ${currency}`,
    }));
}

export function otherCustomers(
  parts: readonly LockedPart[],
  first: { id: number; customer_id: number },
): FieldError[] {
  return parts
    .filter(({ payable }) => payable.record.customer_id !== first.customer_id)
    .map(({ fields }) => ({
      field: fields.invoice,
      message: `belongs to another customer than invoice ${first.id}, which this payment pays`,
    }));
}

/** What is wrong with the amount of a part; the first of its faults. */
export function amountFault(amount: Big, { payable, fields }: LockedPart): FieldError | undefined {
  const { due, record } = payable;
  const message =
    decimalsFault(amount, record.currency) ??
    (amount.gt(due) ? `must not exceed the amount due, ${toPlain(due)} ${record.currency}` : undefined);
  return message === undefined ? undefined : { field: fields.amount, message };
}

export const sumOf = (parts: readonly { amount: Big }[]): Big =>
  parts.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
