import { texts } from "../texts/withholding.ts";
import { Field } from "../ui/field.tsx";
import { DecimalInput, TextInput } from "../ui/inputs.tsx";
import type { WithholdingForm } from "./withholding-form.ts";

type Props = {
  form: WithholdingForm;
  /** What applies now: typed, or the customer's. */
  rate: string;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (changed: { withholdingRate: string; withholdingReason?: string }) => void;
};

/** What the buyer deducts, and why. */
export function WithholdingFields({ form, rate, errors, onChange }: Props) {
  return (
    <>
      <Field
        label={texts.rate}
        optional
        hint={texts.rateHint}
        error={errors["withholding.rate"] ?? errors.withholding}
      >
        <DecimalInput value={rate} onChange={(withholdingRate) => onChange({ withholdingRate })} />
      </Field>
      {rate !== "" && (
        <Field label={texts.reason} optional error={errors["withholding.reason"]}>
          <TextInput
            value={form.withholdingReason ?? ""}
            // The reason is sent with the rate, so that the rate is no longer the customer's.
            onChange={(withholdingReason) => onChange({ withholdingRate: rate, withholdingReason })}
            maxLength={200}
          />
        </Field>
      )}
    </>
  );
}
