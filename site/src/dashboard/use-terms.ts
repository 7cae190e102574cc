import { useResponse } from "../data/use-response.ts";
import type { DocumentForm } from "./document-form.ts";
import { emptyAdjustment } from "./lines/adjustment-form.ts";
import type { TypedTerms } from "./lines/live-totals.ts";
import type { Customer } from "./records.ts";

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
