import { addDays, isCalendarDate } from "../../../service/src/platform/values/clock.ts";
import { parseDecimal, toPlain } from "../../../service/src/platform/values/money.ts";
import { emptyReferences } from "../dashboard/document-fields.tsx";
import {
  type DocumentForm,
  emptyDocument,
  fromDocument,
  toDocumentInput,
} from "../dashboard/document-form.ts";
import { customerChoice } from "../dashboard/pickers.tsx";
import type { Invoice } from "../dashboard/records.ts";
import {
  fromWithholding,
  untouchedWithholding,
  type WithholdingForm,
  withholdingInput,
} from "../dashboard/withholding-form.ts";
import { plain } from "../ui/decimals.ts";

/** The fields of the invoice form. */
export type InvoiceForm = DocumentForm &
  WithholdingForm & {
    invoiceDate: string;
    dueDate: string;
    /** As typed. Empty: the rate of its date is used at issue. */
    exchangeRate: string;
  };

export const emptyInvoice = (currency: string, today: string): InvoiceForm => ({
  ...emptyDocument(currency),
  invoiceDate: today,
  dueDate: "",
  ...untouchedWithholding,
  exchangeRate: "",
});

export function fromInvoice(invoice: Invoice): InvoiceForm {
  const { customer, customer_id } = invoice;
  return {
    ...fromDocument(invoice, customerChoice({ id: customer_id, name: customer.name, email: customer.email })),
    invoiceDate: invoice.invoice_date,
    dueDate: invoice.due_date,
    ...fromWithholding(invoice.withholding),
    exchangeRate: rateOf(invoice),
  };
}

/** In the company's own currency the rate is 1, and nobody gave it. */
function rateOf({ currency, accounting_currency, exchange_rate }: Invoice): string {
  if (exchange_rate === null || currency === accounting_currency) return "";
  return toPlain(parseDecimal(exchange_rate)!);
}

/** Without a customer, the id 0 is sent, which matches none: the service reports it together with all other errors. */
export const toInvoiceInput = (form: InvoiceForm) => ({
  ...toDocumentInput(form),
  customer_id: Number(form.customer?.value ?? 0),
  invoice_date: form.invoiceDate || null,
  due_date: form.dueDate || null,
  ...withholdingInput(form),
  // A form that was kept by an earlier version has none.
  exchange_rate: plain(form.exchangeRate ?? "") || null,
});

/** A new invoice with the same customer, lines and notes, dated today. References belong to the original alone. */
export const copyOfInvoice = (invoice: Invoice, today: string): InvoiceForm => {
  const form = fromInvoice(invoice);
  return {
    ...form,
    lines: form.lines.map((line) => ({ ...line, key: crypto.randomUUID() })),
    invoiceDate: today,
    dueDate: "",
    exchangeRate: "",
    ...emptyReferences(),
  };
};

/** The due date that the service sets for an invoice without one; empty as long as it is not known. */
export const dueByTerms = ({ invoiceDate }: InvoiceForm, termsDays: number | undefined): string =>
  termsDays === undefined || !isCalendarDate(invoiceDate) ? "" : addDays(invoiceDate, termsDays);
