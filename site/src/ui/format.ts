import { currencyDigits } from "../../../service/src/platform/values/currency.ts";
import { texts } from "../texts/ui.ts";

/** The locale and time zone of a company. */
export type Region = { locale: string; timeZone: string };

/** The reader's language as it is written in the company's country: `15/11/2026` in one, `2026/11/15` in another. */
export function regionOf(country: string | null | undefined, timeZone: string | undefined): Region {
  return {
    locale: isCountry(country) ? `${texts.language}-${country}` : texts.locale,
    timeZone: isZone(timeZone) ? timeZone : "UTC",
  };
}

const isCountry = (code: string | null | undefined): code is string => /^[A-Z]{2}$/.test(code ?? "");

/** A time zone that the browser does not know must not crash the page. */
function isZone(name: string | undefined): name is string {
  try {
    return name !== undefined && new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export type Amount = string | number;

/** `₦1,500.50`. The amount is passed as text, so that no digit is lost. */
export function formatMoney(amount: Amount, currency: string, { locale }: Pick<Region, "locale">): string {
  const digits = currencyDigits(currency) ?? 2;
  const made = formatter(
    `money ${locale} ${currency}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        currencyDisplay: "narrowSymbol",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
  return made.format(String(amount) as `${number}`);
}

/** `₦1.5M`, for axes and tiles. */
export function formatCompactMoney(
  amount: Amount,
  currency: string,
  { locale }: Pick<Region, "locale">,
): string {
  const made = formatter(
    `short ${locale} ${currency}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        currencyDisplay: "narrowSymbol",
        notation: "compact",
        maximumFractionDigits: 1,
      }),
  );
  return made.format(String(amount) as `${number}`);
}

/** A quantity, a rate or a count. */
export function formatNumber(value: Amount, { locale }: Pick<Region, "locale">): string {
  const made = formatter(
    `number ${locale}`,
    () => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }),
  );
  return made.format(String(value) as `${number}`);
}

/** `7.5%`, as documents and hosted pages write it. */
export const formatRate = (percentage: Amount, region: Pick<Region, "locale">): string =>
  texts.percentage(formatNumber(percentage, region));

/** `1,534.25`, with as many decimals as a rate has. */
export function formatExchangeRate(rate: Amount, { locale }: Pick<Region, "locale">): string {
  const made = formatter(
    `exchange rate ${locale}`,
    () => new Intl.NumberFormat(locale, { maximumFractionDigits: 10 }),
  );
  return made.format(String(rate) as `${number}`);
}

/** `+12.5%`, from 0.125; always with a sign. */
export function formatChange(ratio: number, { locale }: Pick<Region, "locale">): string {
  const made = formatter(
    `change ${locale}`,
    () =>
      new Intl.NumberFormat(locale, { style: "percent", signDisplay: "always", maximumFractionDigits: 1 }),
  );
  return made.format(ratio);
}

/** `15 Nov 2026`, from `2026-11-15`. */
export function formatDate(date: string, { locale }: Pick<Region, "locale">): string {
  const made = formatter(
    `date ${locale}`,
    () =>
      new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" }),
  );
  return made.format(new Date(`${date}T00:00:00Z`));
}

/** `15 Nov 2026, 10:30`, in the company's time zone. */
export function formatDateTime(moment: string, { locale, timeZone }: Region): string {
  const made = formatter(
    `moment ${locale} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        timeZone,
        day: "numeric",
        month: "short",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
      }),
  );
  return made.format(new Date(moment));
}

/** `10:30`, in the company's time zone. */
export function formatTime(moment: string, { locale, timeZone }: Region): string {
  const options = { timeZone, hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(moment));
}

/** `1,500.50`, where the currency is clear from the context. */
export function formatAmount(amount: Amount, currency: string, { locale }: Pick<Region, "locale">): string {
  const digits = currencyDigits(currency) ?? 2;
  const made = formatter(
    `amount ${locale} ${digits}`,
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: 6 }),
  );
  return made.format(String(amount) as `${number}`);
}

/** A price may have more digits than its currency: `₦0.125`. */
export function formatPrice(
  price: number | string,
  currency: string,
  { locale }: Pick<Region, "locale">,
): string {
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: currencyDigits(currency) ?? 2,
    maximumFractionDigits: 6,
  }).format(String(price) as `${number}`);
}

/** `15 Nov`, where the year is clear from the context. */
export function formatShortDate(date: string, { locale }: Pick<Region, "locale">): string {
  return new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month: "short" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** `Nov 2026` */
export function formatMonth(date: string, { locale }: Pick<Region, "locale">): string {
  return new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "short", year: "numeric" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** `1 Nov 2026 – 7 Nov 2026`, or the one day. */
export function formatDateRange(from: string, to: string, region: Pick<Region, "locale">): string {
  return from === to ? formatDate(from, region) : `${formatDate(from, region)} – ${formatDate(to, region)}`;
}

/** `4 s`, `12 min`, `3 h`, `5 d`: an age, where only the order of magnitude counts. */
export function formatAge(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

type Formatter = { format(value: never): string };
const formatters = new Map<string, Formatter>();

/** Formatters are cached, because creating one costs far more than using it. */
function formatter<Made extends Formatter>(name: string, make: () => Made): Made {
  const known = formatters.get(name);
  if (known) return known as Made;
  const made = make();
  formatters.set(name, made);
  return made;
}
