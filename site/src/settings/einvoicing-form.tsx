import { useState } from "react";
import type { SettingName } from "../../../service/src/domains/fiscal/authorities/port.ts";
import { callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useSession } from "../session.tsx";
import { texts } from "../texts/settings/einvoicing.ts";
import { Button } from "../ui/button.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field, FieldGroup } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordInput, Radio, TextArea, TextInput } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";
import { type AdapterName, adaptersIn, fieldsOf, isLong, isSecret } from "./adapters.ts";
import type { Integration } from "./einvoicing-page.tsx";

type Values = Partial<Record<SettingName, string>>;

export function EinvoicingForm({ integration }: { integration: Integration | undefined }) {
  const offered = adaptersIn(useSession().environment);
  const [adapter, setAdapter] = useState<AdapterName>(integration?.adapter ?? offered[0] ?? "document_only");
  const [values, setValues] = useState<Values>(() => knownOf(integration));
  const fields = fieldsOf(adapter);
  const save = useChange(() => callOnce("/einvoicing/integration", bodyOf(adapter, fields, values)), {
    invalidates: ["/einvoicing", "/checklist"],
    successMessage: texts.saved,
  });
  const errors = fieldErrors(save.error);
  return (
    <Card title={texts.change} intro={texts.changeIntro}>
      <Form onSubmit={() => save.mutate()} error={save.error}>
        <FieldGroup label={texts.adapter} error={errors.adapter}>
          {offered.map((name) => (
            <Radio
              key={name}
              name="adapter"
              label={texts.adapters[name].title}
              hint={texts.adapters[name].description}
              checked={name === adapter}
              onChange={() => setAdapter(name)}
            />
          ))}
        </FieldGroup>
        {fields.length > 0 && (
          <div className="grid gap-5 border-t border-line pt-5 sm:grid-cols-2">
            {fields.map((field) => (
              <SettingField
                key={field}
                field={field}
                value={values[field] ?? ""}
                error={errors[field]}
                onChange={(value) => setValues({ ...values, [field]: value })}
              />
            ))}
          </div>
        )}
        <div>
          <Button type="submit" kind="primary" busy={save.isPending}>
            {texts.save}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

type SettingFieldProps = {
  field: SettingName;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function SettingField({ field, value, error, onChange }: SettingFieldProps) {
  const common = { value, onChange, required: true, autoComplete: "off" } as const;
  return (
    <Field label={texts.fields[field]} error={error} className={isLong(field) ? "sm:col-span-2" : ""}>
      {isLong(field) ? (
        <TextArea {...common} spellCheck={false} rows={4} className="font-mono text-sm" />
      ) : isSecret(field) ? (
        <PasswordInput {...common} autoComplete="new-password" />
      ) : (
        <TextInput {...common} type={field === "base_url" ? "url" : "text"} />
      )}
    </Field>
  );
}

/** The service returns the settings that are not secret, so they are prefilled. */
function knownOf(integration: Integration | undefined): Values {
  const { base_url, business_id, service_id } = integration ?? {};
  return { base_url: base_url ?? "", business_id: business_id ?? "", service_id: service_id ?? "" };
}

function bodyOf(adapter: AdapterName, fields: readonly SettingName[], values: Values) {
  return { adapter, ...Object.fromEntries(fields.map((field) => [field, values[field]?.trim()])) };
}
