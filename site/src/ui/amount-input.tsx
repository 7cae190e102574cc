import { useState } from "react";
import { currencyDigits } from "../../../service/src/platform/values/currency.ts";
import { grouped, readDecimal } from "./decimals.ts";
import { DecimalInput } from "./inputs.tsx";
import { useRegion } from "./values.tsx";

type AmountInputProps = {
  /** A plain decimal such as `1685600.5`. What cannot be read as one is passed on as typed, for the service to refuse. */
  value: string;
  onChange: (value: string) => void;
  currency: string;
};

/** An amount with thousands separators. The text stays as typed until the field is left. Use it inside a `Field`. */
export function AmountInput({ value, onChange, currency }: AmountInputProps) {
  const { locale } = useRegion();
  const [typed, setTyped] = useState<string>();
  return (
    <DecimalInput
      value={typed ?? grouped(value, locale, currencyDigits(currency) ?? 2)}
      onChange={(text) => {
        setTyped(text);
        onChange(readDecimal(text, locale) ?? text);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
