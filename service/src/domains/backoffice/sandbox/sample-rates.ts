import { Big } from "big.js";
import { addDays } from "../../../platform/values/clock.ts";
import type { ExchangeRateCreate } from "../../billing/exchange-rates/schema.ts";

/** What a dollar was worth about in the autumn of 2026: sample data has to look likely, not to be true. */
const dollarIn: Readonly<Record<string, string>> = {
  NGN: "1534.25",
  GHS: "10.85",
  KES: "129.2",
  ZAR: "17.15",
  XOF: "565.4",
  XAF: "565.4",
  EGP: "47.3",
  INR: "88.6",
  EUR: "0.862",
  GBP: "0.761",
};

export const foreignCurrency = "USD";

/** A rate for each week up to today, which rises and falls by some per mille; none in a currency without a usual one. */
export function sampleRates(own: string, today: string, weeks: number): ExchangeRateCreate[] {
  const base = Object.hasOwn(dollarIn, own) ? dollarIn[own] : undefined;
  if (base === undefined) return [];
  return Array.from({ length: weeks }, (_, week) => {
    const perMille = 1000 + ((week * 7) % 11) - 5;
    const rate = new Big(base).times(perMille).times("0.001").toFixed(4);
    return { currency: foreignCurrency, date: addDays(today, -7 * (weeks - 1 - week)), rate };
  });
}
