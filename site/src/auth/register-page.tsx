import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { defaultsOf } from "../../../service/src/platform/values/country-defaults.ts";
import { call } from "../data/api.ts";
import { useSend } from "../data/use-send.ts";
import { texts } from "../texts/auth.ts";
import { Button } from "../ui/button.tsx";
import { countries } from "../ui/countries.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Select, TextInput } from "../ui/inputs.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { SendAgain } from "./confirmation-mail.tsx";
import { likelyCountry } from "./likely-country.ts";
import { LocalMail } from "./local-mail.tsx";

const blank = { companyName: "", taxId: "", name: "", email: "" };

export function RegisterPage() {
  const [values, setValues] = useState({ ...blank, country: likelyCountry() });
  const register = useSend({ mutationFn: () => call("POST", "/app/registrations", bodyOf(values)) });
  if (register.isSuccess) return <Registered email={values.email.trim()} />;
  const below = (
    <>
      {texts.register.have}{" "}
      <Link to="/sign-in" className="font-semibold text-accent">
        {texts.register.signIn}
      </Link>
    </>
  );
  return (
    <AuthLayout title={texts.register.title} intro={texts.register.intro} below={below}>
      <Form onSubmit={() => register.mutate()} error={register.error}>
        <Inputs
          values={values}
          errors={fieldErrors(register.error)}
          onChange={(changed) => setValues({ ...values, ...changed })}
        />
        <Button type="submit" kind="primary" busy={register.isPending}>
          {texts.register.submit}
        </Button>
      </Form>
    </AuthLayout>
  );
}

type Values = typeof blank & { country: string };
type InputsProps = {
  values: Values;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (changed: Partial<Values>) => void;
};

function Inputs({ values, errors, onChange }: InputsProps) {
  const options = useMemo(
    () => [{ value: "", label: texts.register.chooseCountry, disabled: true }, ...countries()],
    [],
  );
  const start = defaultsOf(values.country);
  return (
    <>
      <fieldset className="flex flex-col gap-5">
        <legend className="mb-3 w-full border-b border-line pb-1 text-lg font-semibold">
          {texts.register.company}
        </legend>
        <Field label={texts.register.companyName} error={errors["company.name"]}>
          <TextInput
            required
            maxLength={200}
            autoComplete="organization"
            value={values.companyName}
            onChange={(companyName) => onChange({ companyName })}
          />
        </Field>
        <Field
          label={texts.register.country}
          hint={start && texts.register.countryHint(start.currency, start.timeZone.replaceAll("_", " "))}
          error={errors["company.country"]}
        >
          <Select
            required
            autoComplete="country"
            options={options}
            value={values.country}
            onChange={(country) => onChange({ country })}
          />
        </Field>
        <Field
          label={texts.register.taxId}
          hint={texts.register.taxIdHint}
          optional
          error={errors["company.tax_id"]}
        >
          <TextInput
            maxLength={50}
            autoComplete="off"
            value={values.taxId}
            onChange={(taxId) => onChange({ taxId })}
          />
        </Field>
      </fieldset>
      <fieldset className="flex flex-col gap-5">
        <legend className="mb-3 w-full border-b border-line pb-1 text-lg font-semibold">
          {texts.register.you}
        </legend>
        <Field label={texts.register.name} error={errors["user.name"]}>
          <TextInput
            required
            maxLength={200}
            autoComplete="name"
            value={values.name}
            onChange={(name) => onChange({ name })}
          />
        </Field>
        <Field label={texts.email} error={errors["user.email"]}>
          <TextInput
            type="email"
            required
            autoComplete="username"
            value={values.email}
            onChange={(email) => onChange({ email })}
          />
        </Field>
      </fieldset>
    </>
  );
}

function bodyOf({ companyName, country, taxId, name, email }: Values) {
  return {
    company: { name: companyName.trim(), country, ...(taxId.trim() && { tax_id: taxId.trim() }) },
    user: { name: name.trim(), email: email.trim() },
  };
}

function Registered({ email }: { email: string }) {
  return (
    <AuthLayout title={texts.register.doneTitle} intro={texts.register.done(email)}>
      <p className="text-muted">{texts.register.notThere}</p>
      <div className="flex flex-wrap gap-3">
        <SendAgain email={email} />
        <LocalMail />
      </div>
    </AuthLayout>
  );
}
