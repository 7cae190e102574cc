import type { Change } from "../../../context.ts";
import type { FieldError } from "../../../contract/errors.ts";
import type { CustomerDefaults } from "../../catalog/customers/service.ts";
import { invoiceRecord, resolveContent } from "../invoices/service.ts";
import { copiedColumns, type DocumentColumns, type StoredTerms } from "../lines/service.ts";
import { documentNames } from "./fields.ts";
import type { RecurringInvoiceCreate } from "./schema.ts";

/**
 * What each invoice of a schedule says, priced once as an invoice is: lines, totals and texts, in the words that
 * invoices have for them. Prices that a product gave hold from then on.
 */
export async function priceDocument(
  change: Change,
  input: RecurringInvoiceCreate,
  {
    stored,
    errors,
    customer,
  }: { stored: boolean; errors: FieldError[]; customer: CustomerDefaults | undefined },
): Promise<{ document: Record<string, unknown>; currency: string }> {
  const { tx, company, now } = change;
  const { start_date: invoice_date, end_date: _end, ...rest } = input;
  const draft = { ...rest, invoice_date, due_date: null };
  const { lines, content } = await resolveContent(tx, company, invoice_date, draft, {
    storedLines: stored,
    errors,
    customer,
  });
  const ids = { company_id: company.id, owner_id: 0, id: 0 };
  const shown = JSON.parse(
    invoiceRecord.newJson({
      ...content,
      companyId: company.id,
      id: 0,
      customer: "null",
      supplier: "null",
      sale_id: null,
      source: "api",
      portal_secret: "",
      now,
      lines: lines.map((line) => ({ ...line, ...ids })),
    }),
  ) as Record<string, unknown> & { lines: Record<string, unknown>[] };
  const document = Object.fromEntries(documentNames.map((name) => [name, shown[name]]));
  const withoutIds = shown.lines.map(({ id: _id, ...line }) => line);
  return { document: { ...document, lines: withoutIds }, currency: content.currency };
}

/** The body of an invoice of a schedule, from the JSON that answers show of the schedule. */
export function invoiceInputOf(
  record: Pick<RecurringInvoiceCreate, "customer_id" | "lines" | "withholding"> & { currency: string },
  dates: { invoice_date: string; due_date: string },
) {
  const { customer_id, currency, lines, withholding } = record;
  // The schedule has the columns of a document by name, as a sale has.
  const copied = copiedColumns(record as unknown as DocumentColumns & StoredTerms);
  return { ...copied, customer_id, currency, lines, withholding, ...dates };
}
