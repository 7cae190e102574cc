import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import type { LineAllowance } from "../canonical/allowances.ts";
import { amountText } from "../ubl/amount.ts";
import { outsideScope } from "../ubl/categories.ts";
import { allowanceReason } from "../ubl/document-terms.ts";
import { type Element, group, text } from "../ubl/xml.ts";

/** What a group of the VAT breakdown (BG-23) says beside its category and rate. */
type Breakdown = { tax: string; reason: string | null; taxable: string };

export function tradeTax(
  element: string,
  category: string,
  rate: string,
  breakdown?: Breakdown,
): Element | undefined {
  return group(
    element,
    text("ram:CalculatedAmount", breakdown?.tax ?? null),
    // EN 16931 has only this tax, whatever it is called in the seller's country.
    text("ram:TypeCode", "VAT"),
    text("ram:ExemptionReason", breakdown?.reason ?? null),
    text("ram:BasisAmount", breakdown?.taxable ?? null),
    text("ram:CategoryCode", category),
    text("ram:RateApplicablePercent", category === outsideScope ? null : toPlain(parseDecimal(rate)!)),
  );
}

export function allowanceOf(
  allowance: LineAllowance,
  currency: string,
  taxed?: Element,
): Element | undefined {
  const reason = allowanceReason(allowance);
  return group(
    "ram:SpecifiedTradeAllowanceCharge",
    group("ram:ChargeIndicator", text("udt:Indicator", String(allowance.is_charge))),
    text("ram:ActualAmount", amountText(currency, allowance.amount)),
    text("ram:ReasonCode", reason.code),
    text("ram:Reason", reason.text),
    taxed,
  );
}
