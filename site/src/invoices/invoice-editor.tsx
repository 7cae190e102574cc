import { DocumentEditor } from "../dashboard/document-editor.tsx";
import { DocumentTextFields } from "../dashboard/document-fields.tsx";
import { CurrencySelect } from "../dashboard/pickers.tsx";
import { texts } from "../texts/invoices.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
import type { InvoiceForm } from "./invoice-form.ts";

type Props = {
  form: InvoiceForm;
  onChange: (form: InvoiceForm) => void;
  error: unknown;
  isBusy: boolean;
  saveLabel: string;
  onSave: () => void;
  /** Set for drafts. */
  onSaveAndIssue?: (() => void) | undefined;
};

export function InvoiceEditor({ form, isBusy, saveLabel, onSaveAndIssue, ...editor }: Props) {
  // The service reports the id of a missing customer as unknown; to the user, a choice is missing.
  const messages: Record<string, string> = form.customer ? {} : { customer_id: texts.form.needCustomer };
  return (
    <DocumentEditor
      {...editor}
      form={form}
      isBusy={isBusy}
      titles={{ customer: texts.form.customerSection, details: texts.form.detailsSection }}
      messages={messages}
      customer={{ label: texts.form.customer }}
      details={(errors, set) => (
        <>
          <Field label={texts.form.invoiceDate} error={errors.invoice_date}>
            <TextInput type="date" value={form.invoiceDate} onChange={set("invoiceDate")} />
          </Field>
          <Field label={texts.form.dueDate} optional error={errors.due_date}>
            <TextInput type="date" value={form.dueDate} onChange={set("dueDate")} />
          </Field>
          <Field label={texts.form.currency} error={errors.currency}>
            <CurrencySelect value={form.currency} onChange={set("currency")} />
          </Field>
          <DocumentTextFields form={form} set={set} errors={errors} />
        </>
      )}
      buttons={
        <>
          <Button type="submit" busy={isBusy} kind={onSaveAndIssue ? "secondary" : "primary"}>
            {saveLabel}
          </Button>
          {onSaveAndIssue && (
            <Button kind="primary" busy={isBusy} onClick={onSaveAndIssue}>
              {texts.form.saveAndIssue}
            </Button>
          )}
        </>
      }
    />
  );
}
