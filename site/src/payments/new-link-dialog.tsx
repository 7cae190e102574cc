import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import { CurrencySelect } from "../dashboard/pickers.tsx";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useCompany } from "../session.tsx";
import { texts as linkTexts } from "../texts/invoice-detail.ts";
import { texts } from "../texts/payment-links.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { Field } from "../ui/field.tsx";
import { Checkbox, Select, TextInput } from "../ui/inputs.tsx";
import { emptyLinkForm, type LinkChoice, type LinkForm, linkRequest } from "./link-form.ts";
import { LinkUrlFields } from "./link-url-fields.tsx";

const hours = Object.entries(linkTexts.link.hours).map(([value, label]) => ({ value, label }));
const choices = Object.entries(texts.choices).map(([value, label]) => ({ value, label }));
const amountLabels = { fixed: texts.amount, amount: texts.suggested, quantity: texts.price } as const;

type Props = { onMade: (reference: string) => void; onClose: () => void };

/** Creates a payment link that is for no invoice. */
export function NewLinkDialog({ onMade, onClose }: Props) {
  const { currency } = useCompany();
  const [form, setForm] = useState(() => emptyLinkForm(currency));
  const change = (fields: Partial<LinkForm>) => setForm({ ...form, ...fields });
  const make = useChange((input: object) => callOnce<{ reference: string }>("/payments/link", input), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.done,
    onDone: ({ reference }) => onMade(reference),
  });
  const errors = formErrors(make.error);
  return (
    <FormDialog
      title={texts.title}
      description={texts.intro}
      save={texts.save}
      isBusy={make.isPending}
      error={make.error}
      onSave={() => make.mutate(linkRequest(form, new Date()))}
      onClose={onClose}
    >
      <Field label={texts.label} hint={texts.labelHint} optional error={errors.label}>
        <TextInput value={form.label} onChange={(label) => change({ label })} maxLength={200} />
      </Field>
      <Field label={texts.choice}>
        <Select
          value={form.choice}
          onChange={(choice) => change({ choice: choice as LinkChoice })}
          options={choices}
        />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={amountLabels[form.choice]} error={errors.amount}>
          <AmountInput
            value={form.amount}
            onChange={(amount) => change({ amount })}
            currency={form.currency}
          />
        </Field>
        <Field label={texts.currency} error={errors.currency}>
          <CurrencySelect value={form.currency} onChange={(code) => change({ currency: code })} />
        </Field>
        <ChoiceFields form={form} onChange={change} errors={errors} />
      </div>
      <Checkbox
        label={texts.reusable}
        hint={texts.reusableHint}
        checked={form.reusable}
        onChange={(reusable) => change({ reusable })}
      />
      {form.reusable && (
        <Field label={texts.maxPayments} hint={texts.maxPaymentsHint} optional error={errors.max_payments}>
          <TextInput
            inputMode="numeric"
            value={form.maxPayments}
            onChange={(maxPayments) => change({ maxPayments })}
            maxLength={9}
          />
        </Field>
      )}
      <Field label={texts.expires} error={errors.expires_at}>
        <Select value={form.hours} onChange={(value) => change({ hours: value })} options={hours} />
      </Field>
      <LinkUrlFields form={form} onChange={change} errors={errors} />
    </FormDialog>
  );
}

type ChoiceProps = {
  form: LinkForm;
  onChange: (fields: Partial<LinkForm>) => void;
  errors: Readonly<Record<string, string | undefined>>;
};

/** The bounds of what the buyer chooses. */
function ChoiceFields({ form, onChange, errors }: ChoiceProps) {
  if (form.choice === "amount") {
    return (
      <Field label={texts.minAmount} error={errors.min_amount}>
        <AmountInput
          value={form.minAmount}
          onChange={(minAmount) => onChange({ minAmount })}
          currency={form.currency}
        />
      </Field>
    );
  }
  if (form.choice === "fixed") return null;
  return (
    <>
      <Field label={texts.minQuantity} error={errors.min_quantity}>
        <TextInput
          inputMode="numeric"
          value={form.minQuantity}
          onChange={(minQuantity) => onChange({ minQuantity })}
          maxLength={9}
        />
      </Field>
      <Field label={texts.maxQuantity} error={errors.max_quantity}>
        <TextInput
          inputMode="numeric"
          value={form.maxQuantity}
          onChange={(maxQuantity) => onChange({ maxQuantity })}
          maxLength={9}
        />
      </Field>
    </>
  );
}
