import { emptyLine, fromRecord, type LineForm, toInput } from "../dashboard/lines/line-form.ts";
import type { Sale } from "../dashboard/records.ts";
import type { Choice } from "../ui/combobox.tsx";

/** A sale as it stands in the form. */
export type SaleForm = {
  customer: Choice | null;
  currency: string;
  bookingDate: string;
  lines: LineForm[];
  notes: string;
  externalId: string;
};

export const emptySale = (currency: string): SaleForm => ({
  customer: null,
  currency,
  bookingDate: "",
  lines: [emptyLine()],
  notes: "",
  externalId: "",
});

export const fromSale = (sale: Sale, customer: Choice | null): SaleForm => ({
  customer,
  currency: sale.currency,
  bookingDate: sale.booking_date ?? "",
  lines: sale.lines.map(fromRecord),
  notes: sale.notes ?? "",
  externalId: sale.external_id ?? "",
});

export const toSaleInput = (form: SaleForm) => ({
  customer_id: form.customer ? Number(form.customer.value) : null,
  currency: form.currency,
  booking_date: form.bookingDate || null,
  lines: form.lines.map(toInput),
  notes: form.notes.trim() || null,
  external_id: form.externalId.trim() || null,
});
