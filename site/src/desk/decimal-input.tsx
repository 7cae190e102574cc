import { TextInput, type TextInputProps } from "../ui/inputs.tsx";

/** An amount, a quantity or a rate. It stays as it was typed: what it means is for `plain` and the service to say. */
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
