import { texts } from "../texts/customers.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { countries } from "../ui/countries.ts";
import { Select } from "../ui/inputs.tsx";

const names = new Intl.DisplayNames(uiTexts.language, { type: "region" });

export const countryName = (code: string): string => names.of(code) ?? code;

const options = [{ value: "", label: texts.noCountry }, ...countries()];

export function CountrySelect({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  return <Select value={value} onChange={onChange} options={options} />;
}
