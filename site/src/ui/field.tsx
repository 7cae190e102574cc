import { createContext, type ReactNode, useContext, useId } from "react";
import { texts } from "../texts/ui.ts";

/** What the control within a field needs to be tied to its label, hint and fault. */
type FieldAttributes = { id?: string; "aria-describedby"?: string; "aria-invalid"?: true };
const FieldContext = createContext<FieldAttributes>({});
export const useFieldAttributes = (): FieldAttributes => useContext(FieldContext);

export type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value; from `fieldErrors(error)`, for instance. */
  error?: string | undefined;
  optional?: boolean;
  /** For tables of inputs, where the column says it already. The label stays for those who do not see. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

/** A label, one control, and what there is to say about it. */
export function Field({ label, hint, error, optional, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const attributes: FieldAttributes = { id };
  if (described) attributes["aria-describedby"] = described;
  if (error) attributes["aria-invalid"] = true;
  return (
    <div className={`flex flex-col gap-1.5 ${className ?? ""}`}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "font-medium"}>
        {label}
        {optional && <span className="font-normal text-muted"> ({texts.optional})</span>}
      </label>
      {hint && (
        <div id={`${id}-hint`} className="-mt-1 text-sm text-muted">
          {hint}
        </div>
      )}
      <FieldContext value={attributes}>{children}</FieldContext>
      {error && (
        <div id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </div>
      )}
    </div>
  );
}

/** Several controls that belong together, such as checkboxes. */
export function FieldGroup({
  label,
  hint,
  error,
  children,
}: Pick<FieldProps, "label" | "hint" | "error" | "children">) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">{label}</legend>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      {children}
      {error && <p className="text-sm font-medium text-bad">{error}</p>}
    </fieldset>
  );
}
