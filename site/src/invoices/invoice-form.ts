import {
  type DocumentForm,
  emptyDocument,
  fromDocument,
  toDocumentInput,
} from "../dashboard/document-form.ts";
import { customerChoice } from "../dashboard/pickers.tsx";
import type { Invoice } from "../dashboard/records.ts";

/** The fields of the invoice form. */
export type InvoiceForm = DocumentForm & { invoiceDate: string; dueDate: string };

export const emptyInvoice = (currency: string, today: string): InvoiceForm => ({
  ...emptyDocument(currency),
  invoiceDate: today,
  dueDate: "",
});

export function fromInvoice(invoice: Invoice): InvoiceForm {
  const { customer, customer_id } = invoice;
  return {
    ...fromDocument(invoice, customerChoice({ id: customer_id, name: customer.name, email: customer.email })),
    invoiceDate: invoice.invoice_date,
    dueDate: invoice.due_date,
  };
}

/** Without a customer, the id 0 is sent, which matches none: the service reports it together with all other errors. */
export const toInvoiceInput = (form: InvoiceForm) => ({
  ...toDocumentInput(form),
  customer_id: Number(form.customer?.value ?? 0),
  invoice_date: form.invoiceDate || null,
  due_date: form.dueDate || null,
});
