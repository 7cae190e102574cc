import { useResponse } from "../data/use-response.ts";
import type { DocumentForm } from "./document-form.ts";
import { emptyAdjustment } from "./lines/adjustment-form.ts";
import type { TypedTerms } from "./lines/live-totals.ts";
import type { Customer } from "./records.ts";
import type { WithholdingForm } from "./withholding-form.ts";

/** What holds for the document of a form: what was chosen, or else what customer and company start with. */
export function useTerms(form: DocumentForm): TypedTerms {
  const id = form.customer?.value;
  const isOpen = form.adjustments == null;
  const { data: chosen } = useResponse<{ customer: Customer }>(`/customers/${id}`, {
    enabled: isOpen && id !== undefined,
  });
  const { data: own } = useResponse<{ company: { prices_include_tax: boolean } }>("/company", {
    enabled: form.pricesIncludeTax == null,
  });
  const percent = isOpen && id !== undefined ? chosen?.customer.default_discount_percent : null;
  return {
    adjustments: form.adjustments ?? (percent ? [standard(percent)] : []),
    pricesIncludeTax: form.pricesIncludeTax ?? own?.company.prices_include_tax ?? false,
  };
}

/** Always the same key, so that the row keeps its focus. */
const standard = (percent: number) => ({ ...emptyAdjustment("discount", String(percent)), key: "default" });

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
