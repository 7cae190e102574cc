import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { texts } from "../texts/ui.ts";
import { grouped } from "./decimals.ts";
import { useFieldAttributes } from "./field.tsx";
import { useRegion } from "./values.tsx";

type Text = {
  value: string;
  onChange: (value: string) => void;
};

export type TextInputProps = Text & {
  /** Without a border and colours of its own, as in the cell of a table. */
  isBare?: boolean;
} & Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange">;

/** Use it inside a `Field`, which connects it to its label. */
export function TextInput({ value, onChange, className, isBare = false, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      {...useFieldAttributes()}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${isBare ? "" : "control"} ${className ?? ""}`}
    />
  );
}

/**
 * An amount, a quantity or a rate. The text stays as typed, and `plain` and the service interpret it; outside of it, it
 * is shown with separators (`1,685,600`).
 */
export function DecimalInput({ value, className, onFocus, onBlur, ...rest }: TextInputProps) {
  const { locale } = useRegion();
  const [hasFocus, setFocus] = useState(false);
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={hasFocus ? value : grouped(value, locale)}
      onFocus={(event) => {
        // The text changes under the selection that the Tab key made.
        flushSync(() => setFocus(true));
        if (value !== grouped(value, locale)) event.currentTarget.select();
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocus(false);
        onBlur?.(event);
      }}
      className={`text-end tabular-nums ${className ?? ""}`}
    />
  );
}

export type TextAreaProps = Text & Omit<ComponentProps<"textarea">, "value" | "onChange">;

export function TextArea({ value, onChange, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      rows={3}
      {...useFieldAttributes()}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`control ${className ?? ""}`}
    />
  );
}

/** A password input that can be revealed, so that typing errors are found. */
export function PasswordInput({ className, ...rest }: TextInputProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextInput {...rest} type={isShown ? "text" : "password"} className={`pe-20 ${className ?? ""}`} />
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-1 end-1 rounded px-3 text-sm font-semibold text-accent hover:bg-tint"
      >
        {isShown ? texts.hide : texts.show}
      </button>
    </div>
  );
}

export type Option = { value: string; label: string; disabled?: boolean };
export type SelectProps = Text & { options: readonly Option[] } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    "value" | "onChange"
  >;

/** The browser's native select, which works well on phones. Use `Combobox` for long, searchable lists. */
export function Select({ value, onChange, options, className, ...rest }: SelectProps) {
  return (
    <select
      {...useFieldAttributes()}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      // Browsers indent the text of a select by themselves.
      className={`control ps-2 pe-1 ${className ?? ""}`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

type TickProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
};

export function Checkbox(props: TickProps) {
  return <Tick {...props} type="checkbox" />;
}

/** Radio buttons of one group share a `name`. */
export function Radio(props: TickProps & { name: string }) {
  return <Tick {...props} type="radio" />;
}

function Tick({ label, hint, checked, onChange, type, ...rest }: TickProps & { type: "checkbox" | "radio" }) {
  const id = useId();
  return (
    <div className="flex gap-3 py-1.5">
      <input
        {...rest}
        id={id}
        type={type}
        checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div>
        <label htmlFor={id} className="cursor-pointer font-medium">
          {label}
        </label>
        {hint && (
          <div id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}
