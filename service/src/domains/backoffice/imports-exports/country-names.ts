import { countryCodes } from "../../../platform/values/country-defaults.ts";

const languages = ["en", "fr"];

const aliases: Readonly<Record<string, string>> = {
  uk: "GB",
  england: "GB",
  usa: "US",
  "united states of america": "US",
  uae: "AE",
  "ivory coast": "CI",
  drc: "CD",
  "congo kinshasa": "CD",
  "congo brazzaville": "CG",
};

/** Without case, accents and punctuation: spreadsheets say "Cote d'Ivoire" as well as "Côte d’Ivoire". */
const plain = (name: string) =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, " ")
    .trim();

let known: ReadonlyMap<string, string> | undefined;

function codesByName(): ReadonlyMap<string, string> {
  known ??= new Map([
    ...languages.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: "region" });
      return countryCodes.map((code) => [plain(names.of(code) ?? code), code] as const);
    }),
    ...Object.entries(aliases),
  ]);
  return known;
}

/** The code of a country that a cell names, in English or French; the cell itself if it names none. */
export function countryCodeOf(cell: string): string {
  const upper = cell.trim().toUpperCase();
  if (countryCodes.includes(upper)) return upper;
  return codesByName().get(plain(cell)) ?? cell;
}
