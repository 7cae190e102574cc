import { useId } from "react";

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
};

/** A choice between a few options, side by side. */
export function SegmentedControl<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap rounded-control max-sm:grow sm:w-fit border border-line bg-raised p-1">
      <legend className="sr-only">{label}</legend>
      {options.map(([option, title]) => (
        <label
          key={option}
          className="flex min-h-9 cursor-pointer items-center justify-center rounded px-2 max-sm:grow sm:px-3 text-sm font-medium text-muted hover:text-foreground has-checked:bg-tint has-checked:text-accent has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
            className="sr-only"
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
