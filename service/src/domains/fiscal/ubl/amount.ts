import { currencyDigits } from "../../../platform/values/currency.ts";
import { fractionDigits, parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { type Element, text } from "./xml.ts";

export type Amount = (element: string, amount: string) => Element | undefined;

export function amountsIn(currency: string): Amount {
  return (element, amount) => text(element, amountText(currency, amount), { currencyID: currency });
}

/** The amount with its currency's digits; a price may have more. */
export function amountText(currency: string, amount: string): string {
  const digits = currencyDigits(currency) ?? 0;
  const value = parseDecimal(amount)!;
  return fractionDigits(value) > digits ? toPlain(value) : value.toFixed(digits);
}
