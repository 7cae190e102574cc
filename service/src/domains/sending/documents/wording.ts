import { currencyDigits } from "../../../platform/values/currency.ts";
import { showAmount, showNumber } from "../../../platform/values/format.ts";
import { fractionDigits, parseDecimal } from "../../../platform/values/money.ts";
import type { Address } from "../../../platform/values/schema.ts";
import { printable } from "./font.ts";

/** How documents phrase the content of records: amounts, units, taxes, addresses. */

/** `₦1,500.50`, or `AFN 1,500.50` where the font lacks the currency's sign. */
export function money(amount: string | number, currency: string): string {
  const shown = showAmount(amount, currency);
  return printable(shown) === shown.replace(/\p{Zs}/gu, " ")
    ? shown
    : `${currency} ${figures(amount, currency)}`;
}

/** `1,500.50`, where the currency is shown elsewhere. */
export function figures(amount: string | number, currency: string): string {
  const shown = showAmount(amount, currency);
  // The currency's sign stands between the minus and the first digit, and may hold a point of its own.
  const [digits] = /\d.*/.exec(shown)!;
  return shown.startsWith("-") ? `-${digits}` : digits;
}

/** A price may have more decimals than its currency: `0.000125`. */
export function price(amount: string | number, currency: string): string {
  const isFiner = fractionDigits(parseDecimal(amount)!) > (currencyDigits(currency) ?? 2);
  return isFiner ? showNumber(amount) : figures(amount, currency);
}

/** UN/ECE Recommendation 20, as far as people know them by a shorter name; C62 is "one", which goes without saying. */
const units: Record<string, string> = {
  C62: "",
  EA: "each",
  DZN: "dozen",
  SEC: "s",
  MIN: "min",
  GRM: "g",
  KGM: "kg",
  TNE: "t",
  LBR: "lb",
  MMT: "mm",
  CMT: "cm",
  MTR: "m",
  KMT: "km",
  MTK: "m²",
  MTQ: "m³",
  MLT: "ml",
  LTR: "l",
  KWH: "kWh",
};
const countedUnits: Record<string, string> = {
  H87: "piece",
  PR: "pair",
  SET: "set",
  HUR: "hour",
  DAY: "day",
  WEE: "week",
  MON: "month",
  ANN: "year",
};

/** `2.5 hours`; a code that has no name here stays a code. */
export function quantity(amount: string | number, unitCode: string): string {
  return `${showNumber(amount)} ${unitName(unitCode, Number(amount) === 1)}`.trimEnd();
}

function unitName(code: string, isOne: boolean): string {
  if (Object.hasOwn(countedUnits, code)) return isOne ? countedUnits[code]! : `${countedUnits[code]}s`;
  return Object.hasOwn(units, code) ? units[code]! : code;
}

export const taxCategoryNames: Record<string, string> = {
  S: "Standard",
  Z: "Zero-rated",
  E: "Exempt",
  AE: "Reverse charge",
  K: "Intra-community supply",
  G: "Export",
  O: "Outside the scope of tax",
  L: "Canary Islands (IGIC)",
  M: "Ceuta and Melilla (IPSI)",
};

export const rate = (percentage: string | number): string => `${showNumber(percentage)}%`;

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
export function partyLines({ address, email, phone, tax_id, registration_number }: Party): string[] {
  return [
    ...addressLines(address),
    email,
    phone,
    tax_id && `Tax ID ${tax_id}`,
    registration_number && `Registration no. ${registration_number}`,
  ].filter((line): line is string => Boolean(line));
}

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

function addressLines(address: Address | null): string[] {
  if (!address) return [];
  const { line1, line2, city, region, postal_code, country } = address;
  const place = [city, region === city ? null : region].filter(Boolean).join(", ");
  return [
    line1,
    line2,
    [place, postal_code].filter(Boolean).join(" "),
    country && countries.of(country),
  ].filter((line): line is string => Boolean(line));
}
