import { useMemo } from "react";
import { countryCodes } from "../../../service/src/platform/values/country-defaults.ts";
import { texts } from "../texts/ui.ts";
import { type Option, Select } from "./inputs.tsx";

const names = new Intl.DisplayNames(texts.language, { type: "region" });

export const countryName = (code: string): string => names.of(code) ?? code;

/** Options for a select, sorted by name. */
export function countries(): Option[] {
  return countryCodes
    .map((value) => ({ value, label: countryName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, texts.language));
}

type CountrySelectProps = { value: string; onChange: (code: string) => void; none: string };

export function CountrySelect({ value, onChange, none }: CountrySelectProps) {
  const options = useMemo(() => [{ value: "", label: none }, ...countries()], [none]);
  return <Select value={value} onChange={onChange} options={options} />;
}
