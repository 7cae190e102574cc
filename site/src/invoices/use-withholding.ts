import type { Customer } from "../dashboard/records.ts";
import { useTerms } from "../dashboard/use-terms.ts";
import { useResponse } from "../data/use-response.ts";
import type { InvoiceForm } from "./invoice-form.ts";

/** The rate of an invoice form: what was typed, or else the customer's. */
export function useWithholdingRate(form: InvoiceForm): string {
  const id = form.customer?.value;
  const isOpen = form.withholdingRate === null;
  const { data } = useResponse<{ customer: Customer }>(`/customers/${id}`, {
    enabled: isOpen && id !== undefined,
  });
  if (form.withholdingRate !== null) return form.withholdingRate;
  const rate = id === undefined ? null : data?.customer.withholding_rate;
  return rate == null ? "" : String(rate);
}

/** What holds for the invoice of a form as a whole. */
export function useInvoiceTerms(form: InvoiceForm) {
  const withholdingRate = useWithholdingRate(form);
  return { ...useTerms(form), withholdingRate };
}
