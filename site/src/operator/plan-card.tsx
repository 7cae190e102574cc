import { type FormEvent, useState } from "react";
import type { Feature } from "../../../service/src/contract/access.ts";
import { FormError, formErrors } from "../dashboard/form-errors.tsx";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { texts } from "../texts/operator.ts";
import { Button } from "../ui/button.tsx";
import { Field, FieldGroup } from "../ui/field.tsx";
import { Checkbox, TextInput } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";
import type { Plan } from "./company.ts";

const features = Object.keys(texts.plan.featureNames) as Feature[];
const shown = (limit: number | null) => (limit === null ? "" : String(limit));
/** Text that is not a number is sent as typed, for the service to report. */
const meant = (text: string) => (text.trim() === "" ? null : /^\d+$/.test(text.trim()) ? Number(text) : text);

export function PlanCard({ companyId, plan }: { companyId: number; plan: Plan }) {
  const [disabled, setDisabled] = useState<ReadonlySet<Feature>>(new Set(plan.disabled_features));
  const [limits, setLimits] = useState<LimitsForm>({
    invoices: shown(plan.quotas.invoices),
    links: shown(plan.quotas.payment_links),
    rate: shown(plan.post_rate),
    companyRate: shown(plan.company_post_rate),
    readRate: shown(plan.read_rate),
  });
  const save = useChange(
    (input: object) => call("PATCH", `/operator/api/companies/${companyId}/plan`, input),
    { invalidates: ["/operator/api", "/usage"], successMessage: texts.plan.saved },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({
      disabled_features: [...disabled],
      quotas: { invoices: meant(limits.invoices), payment_links: meant(limits.links) },
      post_rate: meant(limits.rate),
      company_post_rate: meant(limits.companyRate),
      read_rate: meant(limits.readRate),
    });
  };
  return (
    <Card title={texts.plan.title} intro={texts.plan.intro}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Features disabled={disabled} onChange={setDisabled} />
        <Limits limits={limits} onChange={setLimits} errors={formErrors(save.error)} />
        <FormError error={save.error} />
        <Button type="submit" kind="primary" busy={save.isPending} className="self-start">
          {texts.plan.save}
        </Button>
      </form>
    </Card>
  );
}

type FeaturesProps = { disabled: ReadonlySet<Feature>; onChange: (disabled: ReadonlySet<Feature>) => void };

function Features({ disabled, onChange }: FeaturesProps) {
  const turn = (feature: Feature, isOn: boolean) =>
    onChange(new Set(features.filter((each) => (each === feature ? !isOn : disabled.has(each)))));
  return (
    <FieldGroup label={texts.plan.features}>
      <div className="grid sm:grid-cols-2">
        {features.map((feature) => (
          <Checkbox
            key={feature}
            label={texts.plan.featureNames[feature]}
            checked={!disabled.has(feature)}
            onChange={(isOn) => turn(feature, isOn)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

type LimitsForm = Record<"invoices" | "links" | "rate" | "companyRate" | "readRate", string>;
type LimitsProps = {
  limits: LimitsForm;
  onChange: (limits: LimitsForm) => void;
  errors: Readonly<Record<string, string | undefined>>;
};

function Limits({ limits, onChange, errors }: LimitsProps) {
  const fields = [
    ["invoices", texts.plan.invoices, texts.plan.noLimit, errors["quotas.invoices"]],
    ["links", texts.plan.links, texts.plan.noLimit, errors["quotas.payment_links"]],
    ["rate", texts.plan.rate, texts.plan.standard, errors.post_rate],
    ["companyRate", texts.plan.companyRate, texts.plan.standard, errors.company_post_rate],
    ["readRate", texts.plan.readRate, texts.plan.standard, errors.read_rate],
  ] as const;
  return (
    // A label may take two lines: the inputs of a row stay in line.
    <div className="grid items-end gap-4 sm:grid-cols-2">
      {fields.map(([name, label, without, error]) => (
        <Field key={name} label={label} optional error={error}>
          <TextInput
            inputMode="numeric"
            value={limits[name]}
            onChange={(value) => onChange({ ...limits, [name]: value })}
            placeholder={without}
          />
        </Field>
      ))}
    </div>
  );
}
