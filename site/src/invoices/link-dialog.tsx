import { type FormEvent, useId, useState } from "react";
import { FormError, formErrors } from "../dashboard/form-errors.tsx";
import type { Invoice, PaymentLink } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { expiryOf, urlsOf } from "../payments/link-form.ts";
import { LinkUrlFields } from "../payments/link-url-fields.tsx";
import { LinkView } from "../payments/link-view.tsx";
import { texts } from "../texts/invoice-detail.ts";
import { texts as linkTexts } from "../texts/payment-links.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { Button } from "../ui/button.tsx";
import { plain } from "../ui/decimals.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { formatMoney } from "../ui/format.ts";
import { Select, TextInput } from "../ui/inputs.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useRegion } from "../ui/values.tsx";

type Props = {
  invoice: Invoice;
  /** An existing link; without it a new one is created. */
  reference?: string;
  onClose: () => void;
};

/** Creates a payment link for an invoice, and shows it with its QR code. */
export function LinkDialog({ invoice, reference, onClose }: Props) {
  const [made, setMade] = useState(reference);
  return (
    <Dialog open onClose={onClose} title={texts.link.title} description={texts.link.intro}>
      {made ? <Made reference={made} /> : <MakeLink invoice={invoice} onMade={setMade} onClose={onClose} />}
    </Dialog>
  );
}

function Made({ reference }: { reference: string }) {
  const { data, error } = useResponse<{ payment_link: PaymentLink }>(`/payments/links/${reference}`);
  if (error) return <ErrorNote error={error} />;
  return data ? <LinkView link={data.payment_link} /> : <Skeleton className="h-64 w-full" />;
}

const hours = Object.entries(texts.link.hours).map(([value, label]) => ({ value, label }));

type MakeProps = { invoice: Invoice; onMade: (reference: string) => void; onClose: () => void };

function MakeLink({ invoice, onMade, onClose }: MakeProps) {
  const region = useRegion();
  const formId = useId();
  const [form, setForm] = useState({
    amount: String(invoice.amount_payable),
    email: invoice.customer.email ?? "",
    hours: "168",
    minAmount: "",
    returnUrl: "",
    cancelUrl: "",
  });
  const set = (name: keyof typeof form) => (value: string) => setForm({ ...form, [name]: value });
  const make = useChange((input: object) => callOnce<{ reference: string }>("/payments/link", input), {
    invalidates: affectedBy.invoicing,
    onDone: ({ reference }) => onMade(reference),
  });
  const errors = formErrors(make.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (make.isPending) return;
    make.mutate({
      amount: plain(form.amount),
      invoice_id: invoice.id,
      email: form.email.trim() || null,
      min_amount: form.minAmount.trim() === "" ? null : plain(form.minAmount),
      expires_at: expiryOf(form.hours, new Date()),
      ...urlsOf(form),
    });
  };
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormError error={make.error} />
      <Field
        label={`${texts.link.amount} (${invoice.currency})`}
        hint={texts.link.due(formatMoney(invoice.amount_payable, invoice.currency, region))}
        error={errors.amount}
      >
        <AmountInput value={form.amount} onChange={set("amount")} currency={invoice.currency} />
      </Field>
      <Field label={texts.link.email} optional error={errors.email}>
        <TextInput type="email" value={form.email} onChange={set("email")} maxLength={254} />
      </Field>
      <Field label={texts.link.expires} error={errors.expires_at}>
        <Select value={form.hours} onChange={set("hours")} options={hours} />
      </Field>
      <Field label={linkTexts.minAmount} hint={linkTexts.minAmountHint} optional error={errors.min_amount}>
        <AmountInput value={form.minAmount} onChange={set("minAmount")} currency={invoice.currency} />
      </Field>
      <LinkUrlFields form={form} onChange={(urls) => setForm({ ...form, ...urls })} errors={errors} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>{uiTexts.cancel}</Button>
        <Button kind="primary" type="submit" busy={make.isPending}>
          {texts.link.create}
        </Button>
      </div>
    </form>
  );
}
