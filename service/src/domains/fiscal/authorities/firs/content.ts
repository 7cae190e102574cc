import { hash } from "node:crypto";
import { isObject } from "../../../../platform/outbound/response-parsing.ts";
import { amountOf, groupOf, textOf } from "../response-fields.ts";

/** The authority's hash of the document. The payment status is excluded, because it changes. */
export function contentHash(invoice: object): string {
  // As it is serialised: without undefined members.
  const { payment_status: _, ...sent } = JSON.parse(JSON.stringify(invoice)) as Record<string, unknown>;
  return hash("sha256", JSON.stringify(sorted(sent)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

/**
 * Whether this is the document that we would send. Only identifying fields are compared, as far as the authority
 * returns them: an older version of this program may have written the rest differently.
 */
export function isSameDocument(ours: object, received: Record<string, unknown>): boolean {
  const [mine, theirs] = [identifyingFields(ours as Record<string, unknown>), identifyingFields(received)];
  const isDifferent = (name: string) => theirs[name] !== undefined && theirs[name] !== mine[name];
  return !Object.keys(mine).some(isDifferent) && !hasOtherLines(ours, received);
}

/** Whether the response has enough fields to distinguish it from another document. */
export const isIdentifiable = (received: Record<string, unknown>) =>
  identifyingFields(received).total !== undefined;

function identifyingFields(invoice: Record<string, unknown>): Record<string, string | undefined> {
  const totals = groupOf(invoice.legal_monetary_total);
  const customer = groupOf(invoice.accounting_customer_party ?? invoice.customer);
  return {
    issueDate: textOf(invoice.issue_date),
    type: textOf(invoice.invoice_type_code),
    currency: textOf(invoice.document_currency_code),
    net: amountOf(totals.line_extension_amount),
    total: amountOf(totals.tax_inclusive_amount),
    payable: amountOf(totals.payable_amount),
    customer: textOf(customer.party_name),
    taxNumber: textOf(customer.tin),
  };
}

function hasOtherLines(ours: object, received: Record<string, unknown>): boolean {
  if (!Array.isArray(received.invoice_line)) return false;
  const [mine, theirs] = [(ours as Record<string, unknown>).invoice_line, received.invoice_line].map(
    (lines) => JSON.stringify((lines as unknown[]).map(lineOf)),
  );
  return mine !== theirs;
}

function lineOf(line: unknown): unknown[] {
  const { invoiced_quantity, line_extension_amount, item } = groupOf(line);
  const { name, description } = groupOf(item);
  return [amountOf(invoiced_quantity), amountOf(line_extension_amount), textOf(name), textOf(description)];
}
