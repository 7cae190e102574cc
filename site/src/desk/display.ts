import { currencyDigits } from "../../../service/src/foundation/currency.ts";

/** Where a company is: its dates, numbers and money are written the way people write them there, in English. */
export type Place = { country: string; timeZone: string };

/** `₦1,500.50`. Decimal text stays text all the way, so no digit is lost. */
export function showMoney(place: Place, amount: number | string, currency: string): string {
  const digits = currencyDigits(currency) ?? 2;
  return moneyFormat(place.country, currency, digits, digits).format(String(amount) as `${number}`);
}

/** A price may have more digits than its currency: `₦0.125`. */
export function showPrice(place: Place, price: number | string, currency: string): string {
  return moneyFormat(place.country, currency, currencyDigits(currency) ?? 2, 6).format(
    String(price) as `${number}`,
  );
}

/** `₦1.5M`, beside a plot where there is no room for more. */
export function showRoughly(place: Place, amount: number, currency: string): string {
  return kept(`rough ${place.country} ${currency}`, () =>
    numberFormat(place.country, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      notation: "compact",
      minimumFractionDigits: 0,
      maximumFractionDigits: 1,
    }),
  ).format(amount);
}

/** A quantity, a rate or a count: `2.5`, `1,200`. */
export function showNumber(place: Place, value: number | string): string {
  return kept(`number ${place.country}`, () =>
    numberFormat(place.country, { maximumFractionDigits: 6 }),
  ).format(String(value) as `${number}`);
}

/** `15 Nov 2026`, of a date that is text and belongs to no time zone. */
export function showDay(place: Place, date: string): string {
  return dateFormat(place.country, { timeZone: "UTC", dateStyle: "medium" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** `15 Nov`, where the year is plain from what stands around it. */
export function showShortDay(place: Place, date: string): string {
  return dateFormat(place.country, { timeZone: "UTC", day: "numeric", month: "short" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** `Nov 2026` */
export function showMonth(place: Place, date: string): string {
  return dateFormat(place.country, { timeZone: "UTC", month: "short", year: "numeric" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** `15 Nov 2026, 12:00`, by the clock on the company's wall. */
export function showMoment(place: Place, moment: string): string {
  return dateFormat(place.country, {
    timeZone: place.timeZone,
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(moment));
}

/** `4 s`, `12 min`, `3 h`, `5 d`: how old something is, where the order of magnitude is what counts. */
export function showAge(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

// Making a formatter costs far more than using it, and lists use the same few again and again.
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function kept<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const known = formats.get(key);
  if (known) return known as T;
  const fresh = make();
  formats.set(key, fresh);
  return fresh;
}

const localeOf = (country: string) => `en-${/^[A-Z]{2}$/.test(country) ? country : "GB"}`;

const numberFormat = (country: string, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(localeOf(country), options);

const moneyFormat = (country: string, currency: string, least: number, most: number) =>
  kept(`money ${country} ${currency} ${most}`, () =>
    numberFormat(country, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    }),
  );

const dateFormat = (country: string, options: Intl.DateTimeFormatOptions) =>
  kept(
    `date ${country} ${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(localeOf(country), options),
  );
