import { useResponse } from "../data/use-response.ts";
import type { DocumentForm } from "./document-form.ts";
import type { Customer } from "./records.ts";
import { useTerms } from "./use-terms.ts";
import type { WithholdingForm } from "./withholding-form.ts";

/** The rate of a form: what was typed, or else the customer's. */
export function useWithholdingRate(form: Pick<WithholdingForm, "customer" | "withholdingRate">): string {
  const id = form.customer?.value;
  const typed = form.withholdingRate ?? null;
  const { data } = useResponse<{ customer: Customer }>(`/customers/${id}`, {
    enabled: typed === null && id !== undefined,
  });
  if (typed !== null) return typed;
  const rate = id === undefined ? null : data?.customer.withholding_rate;
  return rate == null ? "" : String(rate);
}

/** What holds for the invoice of a form as a whole. */
export function useInvoiceTerms(form: DocumentForm & WithholdingForm) {
  const withholdingRate = useWithholdingRate(form);
  return { ...useTerms(form), withholdingRate };
}
