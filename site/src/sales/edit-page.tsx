import { checkDocument } from "../dashboard/document-checks.ts";
import type { FieldsProps } from "../dashboard/documents/checked-editor.tsx";
import {
  DocumentCreatePage,
  DocumentEditPage,
  type DocumentKind,
} from "../dashboard/documents/edit-pages.tsx";
import { CurrencySelect } from "../dashboard/pickers.tsx";
import type { Sale } from "../dashboard/records.ts";
import { texts as editorTexts } from "../texts/editor.ts";
import { texts as saleTexts } from "../texts/sales.ts";
import { DateInput } from "../ui/date-input.tsx";
import { Field } from "../ui/field.tsx";
import { emptySale, fromSale, type SaleForm, toSaleInput } from "./sale-form.ts";

const texts = editorTexts.sale;

const sales: DocumentKind<SaleForm, Sale> = {
  member: "sale",
  path: "/sales",
  scope: "sales:write",
  feature: "catalog",
  noun: saleTexts.sale,
  nameOf: ({ number }) => number,
  list: { to: "/app/sales", label: saleTexts.title },
  page: (id) => ({ to: "/app/sales/$id", params: { id: String(id) } }),
  texts,
  customer: { label: texts.customer, optional: true, hint: texts.customerHint },
  details: Details,
  empty: ({ currency }) => emptySale(currency),
  fromRecord: fromSale,
  toInput: toSaleInput,
  check: (form) => checkDocument(form, { needsCustomer: false, dates: { booking_date: form.bookingDate } }),
};

export const SaleCreatePage = () => <DocumentCreatePage kind={sales} />;
export const SaleEditPage = () => <DocumentEditPage kind={sales} />;

function Details({ form, errors, set }: FieldsProps<SaleForm>) {
  return (
    <>
      <Field label={texts.booking} optional error={errors.booking_date} className="sm:col-span-3">
        <DateInput value={form.bookingDate} onChange={set("bookingDate")} />
      </Field>
      <Field label={texts.currency} error={errors.currency} className="sm:col-span-3">
        <CurrencySelect value={form.currency} onChange={set("currency")} />
      </Field>
    </>
  );
}
