import { emptyLine, fromRecord, type LineForm, toInput } from "../dashboard/lines/line-form.ts";
import { customerChoice } from "../dashboard/pickers.tsx";
import type { Invoice } from "../dashboard/records.ts";
import type { Choice } from "../ui/combobox.tsx";

/** The fields of the invoice form. */
export type InvoiceForm = {
  customer: Choice | null;
  invoiceDate: string;
  dueDate: string;
  currency: string;
  lines: LineForm[];
  notes: string;
  externalId: string;
};

export const emptyInvoice = (currency: string, today: string): InvoiceForm => ({
  customer: null,
  invoiceDate: today,
  dueDate: "",
  currency,
  lines: [emptyLine()],
  notes: "",
  externalId: "",
});

export function fromInvoice(invoice: Invoice): InvoiceForm {
  const { customer, customer_id } = invoice;
  return {
    customer: customerChoice({ id: customer_id, name: customer.name, email: customer.email }),
    invoiceDate: invoice.invoice_date,
    dueDate: invoice.due_date,
    currency: invoice.currency,
    lines: invoice.lines.map(fromRecord),
    notes: invoice.notes ?? "",
    externalId: invoice.external_id ?? "",
  };
}

/** Without a customer 0 is sent, which names nobody: the service reports it together with all other faults. */
export function toInvoiceInput(form: InvoiceForm) {
  return {
    customer_id: Number(form.customer?.value ?? 0),
    invoice_date: form.invoiceDate || null,
    due_date: form.dueDate || null,
    currency: form.currency,
    lines: form.lines.map(toInput),
    notes: form.notes.trim() || null,
    external_id: form.externalId.trim() || null,
  };
}
