import { useState } from "react";
import { dateIn } from "../../../service/src/platform/values/clock.ts";
import { currencyCodes } from "../../../service/src/platform/values/currency.ts";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { formErrors } from "../dashboard/form-errors.tsx";
import { CurrencySelect } from "../dashboard/pickers.tsx";
import { callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/exchange-rates.ts";
import { DateInput } from "../ui/date-input.tsx";
import { plain } from "../ui/decimals.ts";
import { Field } from "../ui/field.tsx";
import { DecimalInput } from "../ui/inputs.tsx";

/** Sets the rate of a day, which replaces the one that the day had. */
export function ExchangeRateDialog({ onClose }: { onClose: () => void }) {
  const { currency: own, time_zone } = useCompany();
  const [currency, setCurrency] = useState(own === "USD" ? "EUR" : "USD");
  const [date, setDate] = useState(() => dateIn(time_zone, new Date()));
  const [rate, setRate] = useState("");
  const save = useChange(
    () => callOnce("/exchange_rates", { currency, date: date || null, rate: plain(rate) }),
    { invalidates: ["/exchange_rates"], successMessage: texts.saved, onDone: onClose },
  );
  const errors = formErrors(save.error);
  return (
    <FormDialog
      title={texts.addTitle}
      save={texts.add}
      isBusy={save.isPending}
      error={save.error}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={texts.currency} error={errors.currency}>
        <CurrencySelect
          value={currency}
          onChange={setCurrency}
          codes={currencyCodes.filter((code) => code !== own)}
        />
      </Field>
      <Field label={texts.date} error={errors.date}>
        <DateInput value={date} onChange={setDate} />
      </Field>
      <Field label={texts.perUnit(own)} error={errors.rate}>
        <DecimalInput value={rate} onChange={setRate} />
      </Field>
    </FormDialog>
  );
}
