import { useState } from "react";
import { checkDocument } from "../dashboard/document-checks.ts";
import { DocumentEditor, type Refusal } from "../dashboard/document-editor.tsx";
import { DocumentTextFields } from "../dashboard/document-fields.tsx";
import { liveTotals } from "../dashboard/lines/live-totals.ts";
import { CurrencySelect } from "../dashboard/pickers.tsx";
import { useTerms, useWithholdingRate } from "../dashboard/use-terms.ts";
import { WithholdingFields } from "../dashboard/withholding-fields.tsx";
import { lazyPart } from "../data/lazy-part.tsx";
import { useResponse } from "../data/use-response.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/editor.ts";
import { texts as rateTexts } from "../texts/exchange-rates.ts";
import { Button } from "../ui/button.tsx";
import { DateInput } from "../ui/date-input.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { formatDate, formatMoney } from "../ui/format.ts";
import { DecimalInput } from "../ui/inputs.tsx";
import { useRegion } from "../ui/values.tsx";
import { dueByTerms, type InvoiceForm, toInvoiceInput } from "./invoice-form.ts";

const InvoicePreview = lazyPart(async () => (await import("./invoice-preview.tsx")).InvoicePreview);

type Props = {
  form: InvoiceForm;
  onChange: (form: InvoiceForm) => void;
  /** The refusal of the service. */
  refusal: Refusal<InvoiceForm>;
  isBusy: boolean;
  saveLabel: string;
  onSave: () => void;
  /** Set for drafts. */
  onSaveAndIssue?: (() => void) | undefined;
  isPreviewed: boolean;
  onShowForm: () => void;
};

export function InvoiceEditor({ form, onChange, isBusy, saveLabel, isPreviewed, ...props }: Props) {
  const [missing, setMissing] = useState<Refusal<InvoiceForm>>();
  const [isAsking, setAsking] = useState(false);
  /** Goes on only if nothing is missing. */
  const checked = (proceed: () => void) => () => {
    const dates = { invoice_date: form.invoiceDate, due_date: form.dueDate };
    const error = checkDocument(form, { needsCustomer: true, dates });
    setMissing(error && { error, form });
    if (error) props.onShowForm();
    else proceed();
  };
  const { onSaveAndIssue } = props;
  const region = useRegion();
  const { currency: own } = useCompany();
  const withholdingRate = useWithholdingRate(form);
  const { data } = useResponse<{ company: { payment_terms_days: number } }>("/company");
  const due = dueByTerms(form, data?.company.payment_terms_days);
  return (
    <>
      <DocumentEditor
        form={form}
        onChange={onChange}
        refusal={missing ?? props.refusal}
        isBusy={isBusy}
        onSave={checked(props.onSave)}
        toInput={toInvoiceInput}
        titles={texts.invoice}
        customer={{ label: texts.invoice.customer }}
        withholdingRate={withholdingRate}
        details={(errors, set) => (
          <>
            <Field label={texts.invoice.invoiceDate} error={errors.invoice_date} className="sm:col-span-2">
              <DateInput value={form.invoiceDate} onChange={set("invoiceDate")} />
            </Field>
            <Field label={texts.invoice.dueDate} optional error={errors.due_date} className="sm:col-span-2">
              <DateInput
                value={form.dueDate}
                onChange={set("dueDate")}
                placeholder={due && formatDate(due, region)}
              />
            </Field>
            <Field label={texts.invoice.currency} error={errors.currency} className="sm:col-span-2">
              <CurrencySelect
                value={form.currency}
                // A rate holds for the currency that it was given for.
                onChange={(currency) => onChange({ ...form, currency, exchangeRate: "" })}
              />
            </Field>
            {form.currency !== own && (
              <Field
                label={rateTexts.rate}
                hint={rateTexts.rateHint(form.currency, own)}
                optional
                error={errors.exchange_rate}
                className="sm:col-span-6"
              >
                <DecimalInput value={form.exchangeRate ?? ""} onChange={set("exchangeRate")} />
              </Field>
            )}
          </>
        )}
        notes={(errors, set) => (
          <>
            <DocumentTextFields form={form} set={set} errors={errors} />
            <WithholdingFields
              form={form}
              rate={withholdingRate}
              errors={errors}
              onChange={(changed) => onChange({ ...form, ...changed })}
            />
          </>
        )}
        buttons={() => (
          <>
            <Button type="submit" busy={isBusy} kind={onSaveAndIssue ? "secondary" : "primary"}>
              {saveLabel}
            </Button>
            {onSaveAndIssue && (
              <Button kind="primary" busy={isBusy} onClick={checked(() => setAsking(true))}>
                {texts.invoice.saveAndIssue}
              </Button>
            )}
          </>
        )}
        preview={isPreviewed && <InvoicePreview form={form} />}
      />
      <IssueQuestion
        form={form}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => onSaveAndIssue?.()}
      />
    </>
  );
}

type QuestionProps = { form: InvoiceForm; isOpen: boolean; onClose: () => void; onConfirm: () => void };

/** Issuing can't be undone, so it is never one press away. */
function IssueQuestion({ form, isOpen, onClose, onConfirm }: QuestionProps) {
  const region = useRegion();
  const { total } = liveTotals(form.lines, form.currency, useTerms(form));
  const { title, body, confirm } = texts.invoice.question;
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onClose}
      title={title}
      confirm={confirm}
      kind="primary"
      // The form shows that it is busy, and what the service refuses.
      onConfirm={async () => onConfirm()}
    >
      {body(form.customer?.label ?? "", formatMoney(total, form.currency, region))}
    </ConfirmDialog>
  );
}
