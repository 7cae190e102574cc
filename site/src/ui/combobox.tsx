import { useCallback, useRef } from "react";
import { lazyPart } from "../data/lazy-part.tsx";
import { useFieldAttributes } from "./field.tsx";
import { Icon } from "./icon.tsx";

export type Choice = { value: string; label: string; detail?: string };

export type ComboboxProps = {
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  /** The options; when the service searches, its matches for the typed text. */
  choices: readonly Choice[];
  /** Called with the typed text when the service searches. Without it, the options are filtered here. */
  onSearch?: (text: string) => void;
  /** Offered below the options, for a record that does not exist yet; called with the typed text. */
  create?: { label: (text: string) => string; onCreate: (text: string) => void } | undefined;
  loading?: boolean;
  placeholder?: string;
};

const ComboboxWindow = lazyPart(async () => (await import("./combobox-window.tsx")).ComboboxWindow);

/** A searchable select. Use it inside a `Field`. Its code is large, so a field of the same size is shown first. */
export function Combobox(props: ComboboxProps) {
  const hasFocus = useRef(false);
  const isFocused = useCallback(() => hasFocus.current, []);
  const attributes = useFieldAttributes();
  const field = (
    <div className="relative">
      <input
        {...attributes}
        readOnly
        value={props.value?.label ?? ""}
        placeholder={props.placeholder}
        onFocus={() => {
          hasFocus.current = true;
        }}
        onBlur={() => {
          hasFocus.current = false;
        }}
        className="control bg-raised! pe-10"
      />
      <Icon name="down" className="pointer-events-none absolute end-3.5 top-3.5 size-4 text-muted" />
    </div>
  );
  return <ComboboxWindow {...props} isFocused={isFocused} whileLoading={field} />;
}
