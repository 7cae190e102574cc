import { createContext, type ReactNode, useContext, useId } from "react";
import { texts } from "../texts/ui.ts";

/** The attributes that connect a control to its label, hint and error. */
type FieldAttributes = { id?: string; "aria-describedby"?: string; "aria-invalid"?: true };
const FieldContext = createContext<FieldAttributes>({});
export const useFieldAttributes = (): FieldAttributes => useContext(FieldContext);

/** What the form found wrong with its fields when it was submitted, by the id of the control. */
export const FormProblems = createContext<Readonly<Record<string, string>>>({});

export type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** The error of the value, for example from `fieldErrors(error)`. */
  error?: string | undefined;
  optional?: boolean;
  /** Hides the label visually, for example where a column heading shows it; screen readers still read it. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

/** A control with its label, hint and error. */
export function Field({ label, hint, error: given, optional, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const error = useContext(FormProblems)[id] ?? given;
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
