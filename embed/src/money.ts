import { texts } from "./texts.ts";

/** `₦1,500.50`. `digits` are the currency's; a unit price may have more of them. */
export function showMoney(amount: string | number, currency: string, digits: number): string {
  const format = new Intl.NumberFormat(texts.language, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: 6,
  });
  // Fifteen digits at most: a number holds them all.
  return format.format(Number(amount));
}
