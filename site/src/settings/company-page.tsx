import { useMemo, useState } from "react";
import { currencyCodes } from "../../../service/src/platform/values/currency.ts";
import { useDebounced } from "../dashboard/use-debounced.ts";
import { call, query } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { refreshSession, useHasScope } from "../session.tsx";
import { texts } from "../texts/settings/company.ts";
import { countries } from "../ui/countries.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Form, SaveButton } from "../ui/form.tsx";
import { Select, TextInput } from "../ui/inputs.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Card, Page } from "../ui/page.tsx";
import { CheckpointMailsCard } from "./checkpoint-mails.tsx";
import {
  type CompanyProfile,
  changesOf,
  fieldOf,
  isSeries,
  type ProfileForm,
  profileForm,
} from "./company-profile.ts";

export function CompanyPage() {
  const response = useResponse<{ company: CompanyProfile }>("/company");
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Loaded response={response}>
        {({ company }) => (
          <>
            <Profile key={company.id} company={company} />
            <CheckpointMailsCard key={`checkpoints ${company.id}`} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Profile({ company }: { company: CompanyProfile }) {
  const hasScope = useHasScope();
  const mayChange = hasScope("site:settings");
  const [stored, setStored] = useState(() => profileForm(company));
  const [form, setForm] = useState(stored);
  const save = useChange(() => call("PATCH", "/company", changesOf(stored, form)), {
    invalidates: ["/company", "/invoices", "/numbering"],
    successMessage: texts.saved,
    onDone: () => {
      setStored(form);
      // The session contains the company's name, currency and time zone.
      refreshSession();
    },
  });
  const inputs: InputsProps = {
    form,
    errors: fieldErrors(save.error),
    disabled: !mayChange,
    onChange: (changed) => setForm({ ...form, ...changed }),
  };
  return (
    <Form onSubmit={() => save.mutate()} error={save.error}>
      {!mayChange && <p className="text-muted">{texts.readOnly}</p>}
      <Identity {...inputs} mayChangeLegal={hasScope("site:legal")} />
      <Address {...inputs} />
      <Invoicing {...inputs} />
      {mayChange && <SaveButton busy={save.isPending} />}
    </Form>
  );
}

type InputsProps = {
  form: ProfileForm;
  errors: Readonly<Record<string, string | undefined>>;
  disabled: boolean;
  onChange: (changed: Partial<ProfileForm>) => void;
};

const inTwo = "grid items-end gap-5 sm:grid-cols-2";

type TextFieldProps = InputsProps & {
  name: keyof ProfileForm;
  label: string;
  hint?: string;
  max?: number;
  required?: boolean;
};

function TextField({
  form,
  errors,
  disabled,
  onChange,
  name,
  label,
  hint,
  max = 200,
  required,
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={errors[fieldOf(name)]} optional={!required}>
      <TextInput
        maxLength={max}
        required={required}
        disabled={disabled}
        value={form[name]}
        onChange={(value) => onChange({ [name]: value })}
      />
    </Field>
  );
}

function Identity({ mayChangeLegal, ...props }: InputsProps & { mayChangeLegal: boolean }) {
  const legal = { ...props, disabled: props.disabled || !mayChangeLegal };
  const isPartly = !props.disabled && !mayChangeLegal;
  return (
    <Card title={texts.identity} intro={isPartly ? texts.legalReadOnly : undefined}>
      <div className={inTwo}>
        <TextField {...legal} name="name" label={texts.name} required />
        <TextField {...props} name="email" label={texts.email} hint={texts.emailHint} max={254} required />
        <TextField {...props} name="phone" label={texts.phone} max={50} />
        <TextField {...legal} name="tax_id" label={texts.taxId} max={50} />
        <TextField {...legal} name="registration_number" label={texts.registrationNumber} max={50} />
      </div>
    </Card>
  );
}

function Address(props: InputsProps) {
  const options = useMemo(
    () => [{ value: "", label: texts.chooseCountry, disabled: true }, ...countries()],
    [],
  );
  const { form, errors, disabled, onChange } = props;
  return (
    <Card title={texts.address}>
      <div className={inTwo}>
        <TextField {...props} name="line1" label={texts.line1} />
        <TextField {...props} name="line2" label={texts.line2} />
        <TextField {...props} name="city" label={texts.city} max={100} />
        <TextField {...props} name="region" label={texts.region} max={100} />
        <TextField {...props} name="postal_code" label={texts.postalCode} max={20} />
        <Field label={texts.country} error={errors.country}>
          <Select
            options={options}
            disabled={disabled}
            value={form.country}
            onChange={(country) => onChange({ country })}
          />
        </Field>
      </div>
    </Card>
  );
}

const languages = Object.entries(texts.languages).map(([value, label]) => ({ value, label }));

function Invoicing(props: InputsProps) {
  const { form, errors, disabled, onChange } = props;
  const currencies = useMemo(() => currencyCodes.map((code) => ({ value: code, label: code })), []);
  const zones = useMemo(() => zonesWith(form.time_zone), [form.time_zone]);
  return (
    <Card title={texts.invoicing} intro={texts.invoicingIntro}>
      <div className={inTwo}>
        <Field label={texts.currency} hint={texts.currencyHint} error={errors.currency}>
          <Select
            options={currencies}
            disabled={disabled}
            value={form.currency}
            onChange={(currency) => onChange({ currency })}
          />
        </Field>
        <Field label={texts.timeZone} hint={texts.timeZoneHint} error={errors.time_zone}>
          <Select
            options={zones}
            disabled={disabled}
            value={form.time_zone}
            onChange={(time_zone) => onChange({ time_zone })}
          />
        </Field>
        <Field label={texts.language} hint={texts.languageHint} error={errors.language}>
          <Select
            options={languages}
            disabled={disabled}
            value={form.language}
            onChange={(language) => onChange({ language })}
          />
        </Field>
        <Field label={texts.paymentTerms} hint={texts.paymentTermsHint} error={errors.payment_terms_days}>
          <TextInput
            type="number"
            min={0}
            max={365}
            required
            disabled={disabled}
            value={form.payment_terms_days}
            onChange={(payment_terms_days) => onChange({ payment_terms_days })}
          />
        </Field>
        <Field label={texts.prices} hint={texts.pricesHint} error={errors.prices_include_tax}>
          <Select
            options={[
              { value: "false", label: texts.pricesWithoutTax },
              { value: "true", label: texts.pricesWithTax },
            ]}
            disabled={disabled}
            value={form.prices_include_tax}
            onChange={(prices_include_tax) => onChange({ prices_include_tax })}
          />
        </Field>
        <div className="flex flex-col gap-1.5">
          <TextField
            {...props}
            name="invoice_series"
            label={texts.series}
            hint={texts.seriesHint}
            max={20}
            required
          />
          <NextNumber series={form.invoice_series.trim()} />
        </div>
      </div>
    </Card>
  );
}

/** The number of the next invoice, with the prefix that is being typed. */
function NextNumber({ series }: { series: string }) {
  const asked = useDebounced(series);
  const { data } = useResponse<{ next_number: string }>(`/numbering${query({ series: asked })}`, {
    enabled: isSeries(asked),
  });
  if (!data || !isSeries(series)) return null;
  return (
    <p role="status" className="text-sm text-muted">
      {texts.nextNumber} <span className="font-mono text-foreground">{data.next_number}</span>
    </p>
  );
}

/** Browsers do not list every time zone that they support, so the current one is added. */
function zonesWith(current: string) {
  const known = Intl.supportedValuesOf("timeZone");
  const all = known.includes(current) ? known : [current, ...known];
  return all.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}
