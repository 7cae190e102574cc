import { countryCodes } from "./codes.ts";
import { clean } from "./xml.ts";

/**
 * A tax number with its country code as a prefix (BR-CO-09): `NG12345678-0001`. The country is that of the address,
 * unless the number begins with the code of another EU member state. Null without a number or a country.
 */
export function vatIdentifier(taxId: string | null, country: string | null): string | null {
  const number = clean(taxId)?.replace(/\s/g, "");
  if (!number) return null;
  const given = number.slice(0, 2).toUpperCase();
  const prefixed = `${greece(given)}${number.slice(2)}`;
  if (country === null) return isPrefix(given) ? prefixed : null;
  const own = greece(country);
  if (greece(given) === own) return prefixed;
  return isForeign(given, own, number) ? prefixed : `${own}${number}`;
}

/** Greece uses EL instead of its ISO 3166 code. */
const greece = (code: string) => (code === "GR" ? "EL" : code);

const isPrefix = (code: string) => code === "EL" || countryCodes.has(code);

const european = new Set(
  "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI".split(" "),
);

// Within the EU a business may be registered in another state than its address; elsewhere leading letters are part of
// the number.
function isForeign(given: string, own: string, number: string): boolean {
  return european.has(own) && european.has(greece(given)) && /^..[0-9A-Za-z]{2,12}$/.test(number);
}
