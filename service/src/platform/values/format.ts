import type { Language } from "../../contract/languages.ts";
import { currencyDigits } from "./currency.ts";
import { texts as en } from "./texts/en.ts";
import { texts as fr } from "./texts/fr.ts";
import type { Translation } from "./translation.ts";

/** Amounts, dates and moments as people read them, on pages, in mails and in documents. */
const texts: Record<Language, Translation<typeof en>> = { en, fr };
const locales: Record<Language, string> = { en: "en-GB", fr: "fr" };

const formats = new Map<string, { format(value: never): string }>();

/** Formats are expensive to make, so each is made once. */
function kept<Format extends { format(value: never): string }>(key: string, make: () => Format): Format {
  let format = formats.get(key) as Format | undefined;
  if (!format) {
    format = make();
    formats.set(key, format);
  }
  return format;
}

/** `₦1,500.50`. The amount stays text all the way, so no digit is lost. */
export function showAmount(amount: string | number, currency: string, language: Language): string {
  const digits = currencyDigits(currency) ?? 2;
  const format = kept(
    `amount ${currency} ${language}`,
    () =>
      new Intl.NumberFormat(language, {
        style: "currency",
        currency,
        currencyDisplay: "narrowSymbol",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
  return format.format(String(amount) as `${number}`);
}

/** `1,500.50`, where the currency is shown elsewhere. */
export function showFigures(amount: string | number, currency: string, language: Language): string {
  const digits = currencyDigits(currency) ?? 2;
  const given = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = kept(`figures ${digits} ${language}`, () => new Intl.NumberFormat(language, given));
  return format.format(String(amount) as `${number}`);
}

/** A quantity or a rate: `2.5`, `1,200`. */
export function showNumber(value: string | number, language: Language): string {
  const format = kept(
    `number ${language}`,
    () => new Intl.NumberFormat(language, { maximumFractionDigits: 6 }),
  );
  return format.format(String(value) as `${number}`);
}

/** Units of one currency per unit of another: `1,534.25`. */
export function showExchangeRate(rate: string | number, language: Language): string {
  const format = kept(
    `exchange rate ${language}`,
    () => new Intl.NumberFormat(language, { maximumFractionDigits: 10 }),
  );
  return format.format(String(rate) as `${number}`);
}

/** `7.5%`. */
export const showRate = (percentage: string | number, language: Language): string =>
  texts[language].rate(showNumber(percentage, language));

/** `15 November 2026`, of a date that is text. */
export function showDate(date: string, language: Language): string {
  const format = kept(
    `date ${language}`,
    () => new Intl.DateTimeFormat(locales[language], { timeZone: "UTC", dateStyle: "long" }),
  );
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** `15 November 2026 at 12:00 GMT+1`, where the company is. */
export function showMoment(moment: Date, timeZone: string, language: Language): string {
  const format = kept(
    `moment ${timeZone} ${language}`,
    () =>
      new Intl.DateTimeFormat(locales[language], {
        timeZone,
        day: "numeric",
        month: "long",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        timeZoneName: "short",
      }),
  );
  return format.format(moment);
}

/** How somebody paid. Gateways and callers give short words such as `bank_transfer`; one without a name here stays. */
export function showMethod(method: string, language: Language): string {
  const known: Record<string, string> = texts[language].methods;
  const name = method.toLowerCase();
  if (Object.hasOwn(known, name)) return known[name]!;
  const words = method.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
