import { currencyDigits } from "../../../service/src/platform/values/currency.ts";
import { formatDate, type Region } from "../ui/format.ts";

type Written = Pick<Region, "locale">;

/** A price may have more digits than its currency: `₦0.125`. */
export function formatPrice(price: number | string, currency: string, { locale }: Written): string {
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: currencyDigits(currency) ?? 2,
    maximumFractionDigits: 6,
  }).format(String(price) as `${number}`);
}

/** `15 Nov`, where the year is clear from the context. */
export function formatShortDate(date: string, { locale }: Written): string {
  return new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month: "short" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** `Nov 2026` */
export function formatMonth(date: string, { locale }: Written): string {
  return new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "short", year: "numeric" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** `1 Nov 2026 – 7 Nov 2026`, or the one day. */
export function formatDateRange(from: string, to: string, region: Written): string {
  return from === to ? formatDate(from, region) : `${formatDate(from, region)} – ${formatDate(to, region)}`;
}

/** `4 s`, `12 min`, `3 h`, `5 d`: an age, where only the order of magnitude counts. */
export function formatAge(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}
