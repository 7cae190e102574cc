import { useMemo } from "react";
import { texts } from "../texts/ui.ts";
import { type Option, Select } from "./inputs.tsx";

/** ISO 3166-1. Names come from the browser, in the language of the texts. */
const codes =
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

const names = new Intl.DisplayNames(texts.language, { type: "region" });

export const countryName = (code: string): string => names.of(code) ?? code;

/** Options for a select, sorted by name. */
export function countries(): Option[] {
  return codes
    .split(" ")
    .map((value) => ({ value, label: countryName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, texts.language));
}

/** The country of the browser's locale, as a first guess. */
export function likelyCountry(): string {
  const region = regionOf(navigator.language);
  return codes.split(" ").includes(region) ? region : "";
}

/** Some systems report an invalid locale, such as en-US@posix. */
function regionOf(language: string): string {
  try {
    return new Intl.Locale(language).maximize().region ?? "";
  } catch {
    return "";
  }
}

type CountrySelectProps = { value: string; onChange: (code: string) => void; none: string };

export function CountrySelect({ value, onChange, none }: CountrySelectProps) {
  const options = useMemo(() => [{ value: "", label: none }, ...countries()], [none]);
  return <Select value={value} onChange={onChange} options={options} />;
}
