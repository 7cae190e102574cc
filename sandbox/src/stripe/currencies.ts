import { invalidRequest } from "./refusal.ts";

// The simulator has its own list, so that a mistake in the service's list is noticed.
const known = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));
const zeroDecimal = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
const threeDecimal = new Set("bhd jod kwd omr tnd".split(" "));
const zeroDecimalWithTwoZeros = new Set("isk ugx".split(" "));

export function checkAmount(amount: number, currency: string, param: string): void {
  if (!known.has(currency)) throw invalidRequest(`Invalid currency: ${currency}.`, "currency");
  if (amount < 1) {
    throw invalidRequest(
      "This value must be greater than or equal to 1.",
      param,
      "parameter_invalid_integer",
    );
  }
  if (amount > 999_999_999_999) throw invalidRequest("Amount is too large.", param, "amount_too_large");
  const step = threeDecimal.has(currency) ? 10 : zeroDecimalWithTwoZeros.has(currency) ? 100 : 1;
  if (amount % step === 0) return;
  throw invalidRequest(`Amounts in ${currency} must be evenly divisible by ${step}.`, param);
}

/** Formats an amount as `NGN 1500.50` for the page. */
export function showAmount(amount: number, currency: string): string {
  const digits = zeroDecimal.has(currency) ? 0 : threeDecimal.has(currency) ? 3 : 2;
  const figures = String(amount).padStart(digits + 1, "0");
  const point = figures.length - digits;
  return `${currency.toUpperCase()} ${figures.slice(0, point)}${digits ? `.${figures.slice(point)}` : ""}`;
}
