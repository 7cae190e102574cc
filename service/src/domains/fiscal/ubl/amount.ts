import { currencyDigits } from "../../../platform/values/currency.ts";
import { fractionDigits, parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { type Element, text } from "./xml.ts";

export type Amount = (element: string, amount: string) => Element | undefined;

/** Writes amounts with their currency's digits; a price may have more. */
export function amountsIn(currency: string): Amount {
  const digits = currencyDigits(currency) ?? 0;
  return (element, amount) => {
    const value = parseDecimal(amount)!;
    const written = fractionDigits(value) > digits ? toPlain(value) : value.toFixed(digits);
    return text(element, written, { currencyID: currency });
  };
}
