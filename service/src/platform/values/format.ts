import { currencyDigits } from "./currency.ts";

/** Amounts, dates and moments as people read them, on pages and in documents. */
const amounts = new Map<string, Intl.NumberFormat>();
const moments = new Map<string, Intl.DateTimeFormat>();

/** `₦1,500.50`. The amount stays text all the way, so no digit is lost. */
export function showAmount(amount: string | number, currency: string): string {
  let formatter = amounts.get(currency);
  if (!formatter) {
    const digits = currencyDigits(currency) ?? 2;
    formatter = new Intl.NumberFormat("en", {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    amounts.set(currency, formatter);
  }
  return formatter.format(String(amount) as `${number}`);
}

const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 6 });

/** A quantity or a rate: `2.5`, `1,200`. */
export function showNumber(value: string | number): string {
  return plain.format(String(value) as `${number}`);
}

const dates = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "long" });

/** `15 November 2026`, of a date that is text. */
export function showDate(date: string): string {
  return dates.format(new Date(`${date}T00:00:00Z`));
}

/** `15 November 2026 at 12:00 GMT+1`, where the company is. */
export function showMoment(moment: Date, timeZone: string): string {
  let formatter = moments.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short",
    });
    moments.set(timeZone, formatter);
  }
  return formatter.format(moment);
}

/** How somebody paid: gateways and callers give short words such as `bank_transfer`. */
export function showMethod(method: string): string {
  const words = method.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
