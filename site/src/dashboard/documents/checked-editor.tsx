import { type ReactNode, useState } from "react";
import type { ApiFailure } from "../../data/api.ts";
import { Button } from "../../ui/button.tsx";
import { DocumentEditor, type DocumentEditorProps, type Refusal } from "../document-editor.tsx";
import { DocumentTextFields } from "../document-fields.tsx";
import type { DocumentForm } from "../document-form.ts";
import { useWithholdingRate } from "../use-terms.ts";
import { WithholdingFields } from "../withholding-fields.tsx";
import type { WithholdingForm } from "../withholding-form.ts";

const noWithholding: WithholdingForm = { customer: null, withholdingRate: "" };

export type FieldsProps<Form> = {
  form: Form;
  errors: Readonly<Record<string, string | undefined>>;
  set: (name: keyof Form) => (value: string) => void;
};

/** What the editor of a noun shows beside customer, lines and texts. */
export type EditorDefinition<Form extends DocumentForm> = {
  texts: { details: string; notes: string; save: string };
  customer: DocumentEditorProps<Form>["customer"];
  /** The fields beside the customer, as cells of a grid of six columns. */
  details: (props: FieldsProps<Form>) => ReactNode;
  /** Further cards between the customer and the lines. */
  sections?: (props: FieldsProps<Form>) => ReactNode;
  /** The part of the form that says what the buyer withholds, of nouns that become invoices by themselves. */
  withholding?: (form: Form) => WithholdingForm;
  /** What is missing before anything is sent. */
  check: (form: Form) => ApiFailure | undefined;
  toInput: (form: Form) => object;
};

type Props<Form extends DocumentForm> = Pick<
  DocumentEditorProps<Form>,
  "form" | "onChange" | "refusal" | "isBusy" | "onSave"
> & { definition: EditorDefinition<Form> };

/** The editor of a document with one button, which saves unless something is missing. */
export function CheckedEditor<Form extends DocumentForm>(props: Props<Form>) {
  const { definition, form, onChange, refusal, isBusy, onSave } = props;
  const { details, sections, check, toInput, customer, texts } = definition;
  const [missing, setMissing] = useState<Refusal<Form>>();
  const withholding = definition.withholding?.(form);
  const withholdingRate = useWithholdingRate(withholding ?? noWithholding);
  const save = () => {
    const error = check(form);
    setMissing(error && { error, form });
    if (!error) onSave();
  };
  return (
    <DocumentEditor
      form={form}
      onChange={onChange}
      refusal={missing ?? refusal}
      isBusy={isBusy}
      onSave={save}
      toInput={toInput}
      titles={texts}
      customer={customer}
      details={(errors, set) => details({ form, errors, set })}
      sections={sections && ((errors, set) => sections({ form, errors, set }))}
      withholdingRate={withholdingRate}
      notes={(errors, set) => (
        <>
          <DocumentTextFields form={form} set={set} errors={errors} />
          {withholding && (
            <WithholdingFields
              form={withholding}
              rate={withholdingRate}
              errors={errors}
              onChange={(changed) => onChange({ ...form, ...changed })}
            />
          )}
        </>
      )}
      buttons={() => (
        <Button type="submit" kind="primary" busy={isBusy}>
          {texts.save}
        </Button>
      )}
    />
  );
}
