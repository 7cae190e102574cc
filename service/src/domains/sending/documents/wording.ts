import type { Language } from "../../../contract/languages.ts";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { showAmount, showFigures, showNumber } from "../../../platform/values/format.ts";
import { fractionDigits, parseDecimal } from "../../../platform/values/money.ts";
import type { Address } from "../../../platform/values/schema.ts";
import { typeface } from "./fonts/inter.ts";
import { documentTexts } from "./texts/texts.ts";

/** How documents phrase the content of records: amounts, units, taxes, addresses. */

/** `₦1,500.50`, or `AFN 1,500.50` where the font does not have the currency's sign. */
export function money(amount: string | number, currency: string, language: Language): string {
  const shown = showAmount(amount, currency, language).replace(/\p{Zs}/gu, " ");
  const { holds } = typeface("regular");
  const isPrintable = [...shown].every((character) => holds(character.codePointAt(0)!));
  return isPrintable ? shown : `${currency} ${figures(amount, currency, language)}`;
}

/** `1,500.50`, where the currency is shown elsewhere. */
export const figures = (amount: string | number, currency: string, language: Language): string =>
  showFigures(amount, currency, language).replace(/\p{Zs}/gu, " ");

/** A price may have more decimals than its currency: `0.000125`. */
export function price(amount: string | number, currency: string, language: Language): string {
  const isFiner = fractionDigits(parseDecimal(amount)!) > (currencyDigits(currency) ?? 2);
  return isFiner ? showNumber(amount, language) : figures(amount, currency, language);
}

/** `2.5 hours`, by the codes of UN/ECE Recommendation 20; a code that has no name here stays a code. */
export function quantity(amount: string | number, unitCode: string, language: Language): string {
  return `${showNumber(amount, language)} ${unitName(unitCode, Number(amount), language)}`.trimEnd();
}

const pluralRules = new Map<Language, Intl.PluralRules>();

function unitName(code: string, amount: number, language: Language): string {
  const { units, countedUnits } = documentTexts[language];
  if (Object.hasOwn(countedUnits, code)) {
    const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
    pluralRules.set(language, rules);
    const names = countedUnits[code as keyof typeof countedUnits];
    return rules.select(amount) === "one" ? names.one : names.other;
  }
  return Object.hasOwn(units, code) ? units[code as keyof typeof units] : code;
}

/** Company or customer, as the invoice froze them. */
export type Party = {
  name: string;
  tax_id: string | null;
  registration_number: string | null;
  email: string | null;
  phone: string | null;
  address: Address | null;
};

/** Everything but the name, line by line. */
export function partyLines(party: Party, language: Language): string[] {
  const { address, email, phone, tax_id, registration_number } = party;
  const texts = documentTexts[language];
  return [
    ...addressLines(address, language),
    email,
    phone,
    tax_id && texts.taxId(tax_id),
    registration_number && texts.registrationNumber(registration_number),
  ].filter((line): line is string => Boolean(line));
}

const countryNames = new Map<Language, Intl.DisplayNames>();

function countryName(code: string, language: Language): string | undefined {
  const names =
    countryNames.get(language) ?? new Intl.DisplayNames(language, { type: "region", fallback: "code" });
  countryNames.set(language, names);
  return names.of(code);
}

function addressLines(address: Address | null, language: Language): string[] {
  if (!address) return [];
  const { line1, line2, city, region, postal_code, country } = address;
  const place = [city, region === city ? null : region].filter(Boolean).join(", ");
  return [
    line1,
    line2,
    [place, postal_code].filter(Boolean).join(" "),
    country && countryName(country, language),
  ].filter((line): line is string => Boolean(line));
}

export const taxCategoryName = (code: string, language: Language): string | undefined => {
  const names: Record<string, string> = documentTexts[language].taxCategories;
  return Object.hasOwn(names, code) ? names[code] : undefined;
};

/** The name of a tax category for buyers; the standard rate needs none. */
export const taxCategoryNote = (code: string, language: Language): string | undefined =>
  code === "S" ? undefined : taxCategoryName(code, language);
