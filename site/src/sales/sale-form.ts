import {
  type DocumentForm,
  emptyDocument,
  fromDocument,
  toDocumentInput,
} from "../dashboard/document-form.ts";
import type { Sale } from "../dashboard/records.ts";
import type { Choice } from "../ui/combobox.tsx";

/** The fields of the sale form. */
export type SaleForm = DocumentForm & { bookingDate: string };

export const emptySale = (currency: string): SaleForm => ({ ...emptyDocument(currency), bookingDate: "" });

export const fromSale = (sale: Sale, customer: Choice | null): SaleForm => ({
  ...fromDocument(sale, customer),
  bookingDate: sale.booking_date ?? "",
});

export const toSaleInput = (form: SaleForm) => ({
  ...toDocumentInput(form),
  customer_id: form.customer ? Number(form.customer.value) : null,
  booking_date: form.bookingDate || null,
});
