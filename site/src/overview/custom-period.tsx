import { type FormEvent, useState } from "react";
import { texts } from "../texts/overview.ts";
import { Button } from "../ui/button.tsx";
import { DateInput } from "../ui/date-input.tsx";
import { Field } from "../ui/field.tsx";
import type { Days } from "./overview.ts";
import { periodFault } from "./period.ts";

type Props = Days & { onApply: (days: Days) => void };

export function CustomPeriod({ from, to, onApply }: Props) {
  const [days, setDays] = useState<Days>({ from, to });
  const [fault, setFault] = useState<ReturnType<typeof periodFault>>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = periodFault(days.from, days.to);
    setFault(found);
    if (!found) onApply(days);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-3">
      <Field label={texts.custom.from} className="w-40 text-sm">
        <DateInput value={days.from} onChange={(next) => setDays({ ...days, from: next })} />
      </Field>
      <Field label={texts.custom.to} className="w-40 text-sm">
        <DateInput value={days.to} onChange={(next) => setDays({ ...days, to: next })} />
      </Field>
      <Button type="submit">{texts.custom.apply}</Button>
      {fault && (
        <p role="alert" className="basis-full text-sm font-medium text-bad">
          {texts.custom[fault]}
        </p>
      )}
    </form>
  );
}
