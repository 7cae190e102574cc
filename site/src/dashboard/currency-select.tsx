import { currencyCodes } from "../../../service/src/platform/values/currency.ts";
import { useCompany } from "../session.tsx";
import { Select } from "../ui/inputs.tsx";

const names = new Intl.DisplayNames("en", { type: "currency" });

/** The company's own currency stands first; the others follow by their codes. */
export function CurrencySelect({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const { currency } = useCompany();
  const codes = [currency, ...currencyCodes.filter((code) => code !== currency)];
  return (
    <Select
      value={value}
      onChange={onChange}
      options={codes.map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }))}
    />
  );
}
