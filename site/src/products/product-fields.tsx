import { taxCategories } from "../../../service/src/domains/catalog/products/tax.ts";
import { CurrencySelect } from "../dashboard/pickers.tsx";
import { texts as adjustmentTexts } from "../texts/adjustments.ts";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/products.ts";
import { Field } from "../ui/field.tsx";
import { Checkbox, DecimalInput, Select, TextArea, TextInput } from "../ui/inputs.tsx";
import type { ProductForm } from "./product-form.ts";

type Props = {
  form: ProductForm;
  onChange: (form: ProductForm) => void;
  errors: Readonly<Record<string, string | undefined>>;
};

type PartProps = Pick<Props, "form" | "errors"> & {
  set: (name: keyof ProductForm) => (value: string | boolean) => void;
};

export function ProductFields({ form, onChange, errors }: Props) {
  const set = (name: keyof ProductForm) => (value: string | boolean) => onChange({ ...form, [name]: value });
  const kinds = Object.entries(texts.kinds).map(([value, label]) => ({ value, label }));
  return (
    <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
      <Field label={texts.name} error={errors.name} className="col-span-2 sm:col-span-4">
        <TextInput value={form.name} onChange={set("name")} maxLength={200} required />
      </Field>
      <Field
        label={texts.description}
        optional
        hint={texts.descriptionHint}
        error={errors.description}
        className="col-span-2 sm:col-span-4"
      >
        <TextArea value={form.description} onChange={set("description")} maxLength={2000} rows={2} />
      </Field>
      <Field label={texts.price} optional error={errors.unit_price} className="col-span-2">
        <DecimalInput value={form.unitPrice} onChange={set("unitPrice")} placeholder={texts.noPrice} />
      </Field>
      <Field label={texts.currency} error={errors.currency} className="col-span-2">
        <CurrencySelect value={form.currency} onChange={set("currency")} />
      </Field>
      <Field label={texts.kind} error={errors.kind}>
        <Select value={form.kind} onChange={set("kind")} options={kinds} />
      </Field>
      <Field label={texts.rate} error={errors.tax_rate}>
        <DecimalInput
          value={form.taxRate}
          placeholder="0"
          // Typing a rate resets the tax category, which the service then derives from the rate.
          onChange={(taxRate) => onChange({ ...form, taxRate, taxCategory: "" })}
        />
      </Field>
      <Field
        label={adjustmentTexts.defaultDiscount}
        optional
        error={errors.default_discount_percent}
        className="col-span-2"
      >
        <DecimalInput value={form.defaultDiscount} onChange={set("defaultDiscount")} />
      </Field>
      <Names form={form} set={set} errors={errors} />
      <Classification form={form} set={set} errors={errors} />
      <Offer form={form} set={set} />
    </div>
  );
}

function Offer({ form, set }: Omit<PartProps, "errors">) {
  return (
    <div className="col-span-2 flex flex-col gap-1 sm:col-span-4">
      <Checkbox label={texts.active} hint={texts.activeHint} checked={form.active} onChange={set("active")} />
      <Checkbox label={texts.portal} hint={texts.portalHint} checked={form.portal} onChange={set("portal")} />
    </div>
  );
}

function Names({ form, set, errors }: PartProps) {
  return (
    <>
      <Field label={texts.sku} optional error={errors.sku} className="col-span-2">
        <TextInput value={form.sku} onChange={set("sku")} maxLength={100} />
      </Field>
      <Field label={texts.externalId} optional error={errors.external_id} className="col-span-2">
        <TextInput value={form.externalId} onChange={set("externalId")} maxLength={200} />
      </Field>
    </>
  );
}

function Classification({ form, set, errors }: PartProps) {
  return (
    <fieldset className="col-span-2 grid grid-cols-2 items-start gap-4 sm:col-span-4 sm:grid-cols-4">
      <legend className="mb-3 font-semibold">{texts.classification}</legend>
      <Field label={dashboardTexts.lines.category} error={errors.tax_category} className="col-span-2">
        <Select
          value={form.taxCategory}
          onChange={set("taxCategory")}
          options={[
            { value: "", label: dashboardTexts.lines.byRate },
            ...taxCategories.map((letter) => ({
              value: letter,
              label: dashboardTexts.lines.categories[letter],
            })),
          ]}
        />
      </Field>
      <Field
        label={dashboardTexts.lines.exemption}
        optional
        error={errors.exemption_reason}
        className="col-span-2"
      >
        <TextInput value={form.exemptionReason} onChange={set("exemptionReason")} maxLength={500} />
      </Field>
      <Field label={dashboardTexts.lines.unit} optional error={errors.unit_code}>
        <TextInput
          value={form.unitCode}
          maxLength={3}
          placeholder="C62"
          onChange={(code) => set("unitCode")(code.toUpperCase())}
        />
      </Field>
      <Field label={dashboardTexts.lines.hsCode} optional error={errors.hs_code}>
        <TextInput value={form.hsCode} onChange={set("hsCode")} maxLength={20} />
      </Field>
      <Field
        label={dashboardTexts.lines.serviceCode}
        optional
        error={errors.service_code}
        className="col-span-2"
      >
        <TextInput value={form.serviceCode} onChange={set("serviceCode")} maxLength={20} />
      </Field>
    </fieldset>
  );
}
