import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { lazyPart } from "../data/lazy-part.tsx";
import { useCan } from "../session.tsx";
import { texts as adjustmentTexts } from "../texts/adjustments.ts";
import { texts } from "../texts/dashboard.ts";
import { texts as editorTexts } from "../texts/editor.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { formatRate } from "../ui/format.ts";
import { Checkbox } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";
import { Money, useRegion } from "../ui/values.tsx";
import type { DocumentForm } from "./document-form.ts";
import { FormError, formErrors, useFocusFirstError } from "./form-errors.tsx";
import { AdjustmentEditor } from "./lines/adjustment-editor.tsx";
import { LineEditor } from "./lines/line-editor.tsx";
import { isBlank, linesToSend, toInput as toLineInput } from "./lines/line-form.ts";
import { type LiveTotals, liveTotals } from "./lines/live-totals.ts";
import { Totals, withheldSums } from "./lines/totals.tsx";
import { CustomerPicker, customerChoice } from "./pickers.tsx";
import { remainingErrors } from "./remaining-errors.ts";
import { useTerms } from "./use-terms.ts";

const CustomerDialog = lazyPart(
  async () => (await import("../customers/customer-dialog.tsx")).CustomerDialog,
);

type FieldErrors = Readonly<Record<string, string | undefined>>;

/** A refused attempt to save: by the page, or by the service. */
export type Refusal<Form> = { error: unknown; form: Form | undefined };

export type DocumentEditorProps<Form extends DocumentForm> = {
  form: Form;
  onChange: (form: Form) => void;
  refusal: Refusal<Form>;
  isBusy: boolean;
  /** Saves, if nothing is missing. */
  onSave: () => void;
  toInput: (form: Form) => object;
  titles: { details: string; notes: string };
  customer: { label: string; optional?: boolean; hint?: string };
  /** The fields beside the customer. */
  details: (errors: FieldErrors, set: (name: keyof Form) => (value: string) => void) => ReactNode;
  /** Further cards between the customer and the lines. */
  sections?:
    | ((errors: FieldErrors, set: (name: keyof Form) => (value: string) => void) => ReactNode)
    | undefined;
  /** The fields below the lines. */
  notes: (errors: FieldErrors, set: (name: keyof Form) => (value: string) => void) => ReactNode;
  buttons: (totals: LiveTotals) => ReactNode;
  /** Beside the form on wide screens. */
  preview?: ReactNode;
  /** The percentage that the buyer withholds, of an invoice. */
  withholdingRate?: string;
};

/** The editor of an invoice, a sale, a quote or a recurring invoice. The totals are those that the service will compute. */
export function DocumentEditor<Form extends DocumentForm>(props: DocumentEditorProps<Form>) {
  const { form, onChange, refusal, isBusy, onSave, toInput, titles, customer, preview } = props;
  const element = useRef<HTMLFormElement>(null);
  const region = useRegion();
  const error = remainingOf(refusal, form, toInput);
  const errors = formErrors(error);
  const { withholdingRate = "" } = props;
  const terms = { ...useTerms(form), withholdingRate };
  const totals = liveTotals(form.lines, form.currency, terms);
  useFocusFirstError(element, refusal.error);
  const set = (name: keyof Form) => (value: string) => onChange({ ...form, [name]: value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSave();
  };
  return (
    <form
      ref={element}
      onSubmit={submit}
      onKeyDown={(event) => pressInForm(event, () => element.current?.requestSubmit())}
      noValidate
      data-wide={preview ? "" : undefined}
      className={`grid items-start gap-6 [&_:is(input,select,textarea,button)]:scroll-mb-32 ${preview ? "xl:grid-cols-[minmax(0,1fr)_24rem] 2xl:grid-cols-[minmax(0,1fr)_30rem] min-[120rem]:grid-cols-[minmax(0,1fr)_38rem]" : ""}`}
    >
      <div className={`flex min-w-0 flex-col gap-6 ${preview ? "max-xl:hidden" : ""}`}>
        <Card title={titles.details}>
          <div className="grid items-start gap-4 sm:grid-cols-6">
            <CustomerField
              {...customer}
              error={errors.customer_id}
              value={form.customer}
              onChange={(chosen) => onChange({ ...form, customer: chosen })}
            />
            {props.details(errors, set)}
          </div>
        </Card>
        {props.sections?.(errors, set)}
        <Card title={editorTexts.lines.title}>
          <LineEditor
            lines={form.lines}
            onChange={(lines) => onChange({ ...form, lines })}
            currency={form.currency}
            pricesIncludeTax={terms.pricesIncludeTax}
            nets={totals.nets}
            errors={errors}
          />
          <div className="mt-3">
            <Checkbox
              label={adjustmentTexts.pricesIncludeTax}
              checked={terms.pricesIncludeTax}
              onChange={(pricesIncludeTax) => onChange({ ...form, pricesIncludeTax })}
            />
          </div>
          <section
            aria-label={adjustmentTexts.documentTitle}
            className="@container mt-4 flex flex-col gap-1.5"
          >
            <span className="font-medium">{adjustmentTexts.title}</span>
            <AdjustmentEditor
              rows={terms.adjustments}
              onChange={(adjustments) => onChange({ ...form, adjustments })}
              currency={form.currency}
              errorOf={(name) => errors[name]}
            />
          </section>
          <div className="mt-6 ms-auto max-w-sm" aria-live="polite">
            <Totals
              totals={totals}
              currency={form.currency}
              more={withheldSums(totals, formatRate(withholdingRate, region))}
            />
            {totals.tooMuch && <p className="mt-3 text-sm font-medium text-bad">{adjustmentTexts.tooMuch}</p>}
            {totals.tooLong && <p className="mt-3 text-sm font-medium text-bad">{texts.totals.tooLong}</p>}
          </div>
        </Card>
        <Card title={titles.notes}>
          <div className="grid items-start gap-4 sm:grid-cols-2">{props.notes(errors, set)}</div>
        </Card>
        <FormError error={error} />
      </div>
      {preview}
      <Footer form={form} totals={totals}>
        {props.buttons(totals)}
      </Footer>
    </form>
  );
}

/** What is still wrong: errors disappear as soon as their field is changed. */
function remainingOf<Form extends DocumentForm>(
  { error, form: sent }: Refusal<Form>,
  now: Form,
  toInput: (form: Form) => object,
): unknown {
  if (!error || !sent) return error;
  const keys = {
    sent: linesToSend(sent.lines).map(({ key }) => key),
    now: now.lines.map(({ key }) => key),
  };
  const current = { ...toInput(now), lines: now.lines.map(toLineInput) };
  return remainingErrors(error, toInput(sent), current, keys);
}

/** Enter goes on to nothing here, because it is too easily pressed; Ctrl or ⌘ with Enter saves. */
function pressInForm(event: KeyboardEvent, save: () => void): void {
  if (event.key !== "Enter" || event.target instanceof HTMLButtonElement) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    save();
  } else if (event.target instanceof HTMLInputElement) event.preventDefault();
}

/** The total and the buttons stay in view, above the navigation of phones. */
function Footer({ form, totals, children }: { form: DocumentForm; totals: LiveTotals; children: ReactNode }) {
  const count = form.lines.filter((line) => !isBlank(line)).length;
  return (
    <div className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 col-span-full -mx-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line bg-raised px-4 py-3 sm:-mx-6 sm:px-6 lg:bottom-0 lg:mx-0 lg:rounded-t-card lg:border-x">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-muted">{texts.totals.total}</span>
        <Money amount={totals.total} currency={form.currency} className="text-xl font-semibold" />
        <span className="text-sm text-muted max-sm:hidden">{editorTexts.lines.count(count)}</span>
      </p>
      <div className="flex gap-3 max-sm:w-full max-sm:*:flex-1 max-sm:*:px-2">{children}</div>
    </div>
  );
}

type CustomerFieldProps = DocumentEditorProps<DocumentForm>["customer"] & {
  error: string | undefined;
  value: DocumentForm["customer"];
  onChange: (customer: DocumentForm["customer"]) => void;
};

function CustomerField({ value, onChange, ...field }: CustomerFieldProps) {
  const [newName, setNewName] = useState<string>();
  const can = useCan();
  const canCreate = can("customers:write", "catalog");
  return (
    <div className="grid items-start gap-3 sm:col-span-6 sm:grid-cols-[1fr_auto]">
      <Field {...field}>
        <CustomerPicker value={value} onChange={onChange} onCreate={canCreate ? setNewName : undefined} />
      </Field>
      {canCreate && (
        // Beside the input, below the label and the hint.
        <Button
          icon="plus"
          className={field.hint ? "sm:mt-[3.25rem]" : "sm:mt-[1.875rem]"}
          onClick={() => setNewName("")}
        >
          {texts.newCustomer}
        </Button>
      )}
      {newName !== undefined && (
        <CustomerDialog
          name={newName}
          onClose={() => setNewName(undefined)}
          onSaved={(customer) => {
            onChange(customerChoice(customer));
            setNewName(undefined);
          }}
        />
      )}
    </div>
  );
}
