import type { FieldsProps } from "../dashboard/documents/checked-editor.tsx";
import {
  DocumentCreatePage,
  DocumentEditPage,
  type DocumentKind,
} from "../dashboard/documents/edit-pages.tsx";
import { CurrencySelect } from "../dashboard/pickers.tsx";
import type { RecurringInvoice } from "../dashboard/records.ts";
import { texts as recurringTexts } from "../texts/recurring.ts";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
import {
  checkRecurring,
  emptyRecurring,
  fromRecurring,
  type RecurringForm,
  toRecurringInput,
} from "./recurring-form.ts";
import { ScheduleCard } from "./schedule-card.tsx";

const texts = recurringTexts.editor;

const recurringInvoices: DocumentKind<RecurringForm, RecurringInvoice> = {
  member: "recurring_invoice",
  path: "/recurring_invoices",
  scope: "invoices:write",
  feature: "invoicing",
  noun: recurringTexts.recurring,
  nameOf: ({ id }) => recurringTexts.name(id),
  list: { to: "/app/recurring-invoices", label: recurringTexts.title },
  page: (id) => ({ to: "/app/recurring-invoices/$id", params: { id: String(id) } }),
  texts,
  customer: { label: texts.customer },
  details: Details,
  sections: ScheduleCard,
  withholding: (form) => form,
  empty: ({ currency, today }) => emptyRecurring(currency, today),
  fromRecord: fromRecurring,
  toInput: toRecurringInput,
  check: checkRecurring,
};

export const RecurringCreatePage = () => <DocumentCreatePage kind={recurringInvoices} />;
export const RecurringEditPage = () => <DocumentEditPage kind={recurringInvoices} />;

function Details({ form, errors, set }: FieldsProps<RecurringForm>) {
  return (
    <>
      <Field label={texts.currency} error={errors.currency} className="sm:col-span-3">
        <CurrencySelect value={form.currency} onChange={set("currency")} />
      </Field>
      <Field label={texts.terms} optional error={errors.payment_terms_days} className="sm:col-span-3">
        <TextInput
          value={form.paymentTerms}
          onChange={set("paymentTerms")}
          inputMode="numeric"
          maxLength={3}
          placeholder={recurringTexts.facts.companyTerms}
        />
      </Field>
    </>
  );
}
