import type { Choice } from "../ui/combobox.tsx";
import { plain } from "../ui/decimals.ts";

/** What the buyer withholds, of an invoice or a recurring invoice. A form that was kept by an earlier version has none. */
export type WithholdingForm = {
  customer: Choice | null;
  /** Null as long as nobody touched it: the customer's default applies. */
  withholdingRate?: string | null;
  withholdingReason?: string;
};

type Withholding = { rate: number; reason?: string | null | undefined } | null;

export const untouchedWithholding = { withholdingRate: null, withholdingReason: "" };

export const fromWithholding = (withholding: Withholding) => ({
  withholdingRate: withholding === null ? "" : String(withholding.rate),
  withholdingReason: withholding?.reason ?? "",
});

/** Left out, the customer's default applies, or what is stored stays; null is none. */
export function withholdingInput({ withholdingRate = null, withholdingReason = "" }: WithholdingForm) {
  if (withholdingRate === null) return {};
  const rate = plain(withholdingRate).trim();
  return { withholding: rate === "" ? null : { rate, reason: withholdingReason.trim() || null } };
}
