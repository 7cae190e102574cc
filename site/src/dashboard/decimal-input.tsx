import { TextInput, type TextInputProps } from "../ui/inputs.tsx";

/** An amount, a quantity or a rate. The text stays as typed; `plain` and the service interpret it. */
export function DecimalInput({ className, ...rest }: TextInputProps) {
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      className={`text-right tabular-nums ${className ?? ""}`}
    />
  );
}
