import { texts as adjustmentTexts } from "../texts/adjustments.ts";
import { texts } from "../texts/customers.ts";
import { texts as reminderTexts } from "../texts/reminders.ts";
import { texts as withholdingTexts } from "../texts/withholding.ts";
import { CountrySelect } from "../ui/countries.tsx";
import { Field } from "../ui/field.tsx";
import { Checkbox, DecimalInput, Select, TextInput } from "../ui/inputs.tsx";
import type { CustomerForm } from "./customer-form.ts";

type Props = {
  form: CustomerForm;
  onChange: (form: CustomerForm) => void;
  errors: Readonly<Record<string, string | undefined>>;
};

export function CustomerFields({ form, onChange, errors }: Props) {
  const set = (name: keyof CustomerForm) => (value: string) => onChange({ ...form, [name]: value });
  const languages = Object.entries(texts.languages).map(([value, label]) => ({ value, label }));
  const kinds = Object.entries(texts.kinds).map(([value, label]) => ({ value, label }));
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      <Field label={texts.name} error={errors.name} className="sm:col-span-2">
        <TextInput value={form.name} onChange={set("name")} maxLength={200} required autoComplete="off" />
      </Field>
      <Field label={texts.email} optional error={errors.email}>
        <TextInput
          type="email"
          value={form.email}
          onChange={set("email")}
          maxLength={254}
          autoComplete="off"
        />
      </Field>
      <Field label={texts.phone} optional error={errors.phone}>
        <TextInput type="tel" value={form.phone} onChange={set("phone")} maxLength={50} autoComplete="off" />
      </Field>
      <Field label={texts.kind} error={errors.kind}>
        <Select value={form.kind} onChange={set("kind")} options={kinds} />
      </Field>
      <Field label={texts.language} hint={texts.languageHint} error={errors.language}>
        <Select value={form.language} onChange={set("language")} options={languages} />
      </Field>
      <Field label={texts.registration} optional error={errors.registration_number}>
        <TextInput value={form.registrationNumber} onChange={set("registrationNumber")} maxLength={100} />
      </Field>
      <Field label={texts.taxId} optional hint={texts.taxIdHint} error={errors.tax_id}>
        <TextInput value={form.taxId} onChange={set("taxId")} maxLength={50} />
      </Field>
      <Field label={adjustmentTexts.defaultDiscount} optional error={errors.default_discount_percent}>
        <DecimalInput value={form.defaultDiscount} onChange={set("defaultDiscount")} />
      </Field>
      <Field
        label={withholdingTexts.rate}
        optional
        hint={withholdingTexts.customerHint}
        error={errors.withholding_rate}
      >
        <DecimalInput value={form.withholdingRate} onChange={set("withholdingRate")} />
      </Field>
      <Field label={texts.externalId} optional hint={texts.externalIdHint} error={errors.external_id}>
        <TextInput value={form.externalId} onChange={set("externalId")} maxLength={200} />
      </Field>
      <AddressFields form={form} set={set} errors={errors} />
      <div className="sm:col-span-2">
        <Checkbox
          label={reminderTexts.customerPaused}
          hint={reminderTexts.customerHint}
          checked={form.remindersPaused}
          onChange={(remindersPaused) => onChange({ ...form, remindersPaused })}
        />
      </div>
    </div>
  );
}

type AddressProps = Pick<Props, "form" | "errors"> & {
  set: (name: keyof CustomerForm) => (value: string) => void;
};

function AddressFields({ form, set, errors }: AddressProps) {
  return (
    <fieldset className="grid items-start gap-4 sm:col-span-2 sm:grid-cols-2">
      <legend className="mb-3 font-semibold">{texts.address}</legend>
      <Field label={texts.line1} optional error={errors["address.line1"]} className="sm:col-span-2">
        <TextInput value={form.line1} onChange={set("line1")} maxLength={200} />
      </Field>
      <Field label={texts.line2} optional error={errors["address.line2"]} className="sm:col-span-2">
        <TextInput value={form.line2} onChange={set("line2")} maxLength={200} />
      </Field>
      <Field label={texts.city} optional error={errors["address.city"]}>
        <TextInput value={form.city} onChange={set("city")} maxLength={100} />
      </Field>
      <Field label={texts.postalCode} optional error={errors["address.postal_code"]}>
        <TextInput value={form.postalCode} onChange={set("postalCode")} maxLength={20} />
      </Field>
      <Field label={texts.region} optional error={errors["address.region"]}>
        <TextInput value={form.region} onChange={set("region")} maxLength={100} />
      </Field>
      <Field label={texts.country} optional error={errors["address.country"]}>
        <CountrySelect value={form.country} onChange={set("country")} none={texts.noCountry} />
      </Field>
    </fieldset>
  );
}
