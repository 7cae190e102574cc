import { texts } from "../../texts/adjustments.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DecimalInput, Select, TextInput } from "../../ui/inputs.tsx";
import { type AdjustmentForm, adjustmentsMax, emptyAdjustment, nameOf } from "./adjustment-form.ts";

type Props = {
  rows: readonly AdjustmentForm[];
  onChange: (rows: AdjustmentForm[]) => void;
  currency: string;
  /** By API name, below the line or the document: `discounts[0].percent`. */
  errorOf: (name: string) => string | undefined;
};

const kinds = ["discount", "charge"] as const;

/** The discounts and charges of a line or of the whole document. */
export function AdjustmentEditor({ rows, onChange, currency, errorOf }: Props) {
  const change = (index: number, changes: Partial<AdjustmentForm>) =>
    onChange(rows.map((row, place) => (place === index ? { ...row, ...changes } : row)));
  const units = [
    { value: "percent", label: "%" },
    { value: "amount", label: currency },
  ];
  return (
    <div className="flex flex-col gap-2">
      {rows.map((row, index) => {
        const label = texts.row(texts.kinds[row.kind], index + 1);
        const errors = errorsOf(nameOf(rows, index), errorOf);
        return (
          <fieldset key={row.key} aria-label={label} className="flex min-w-0 flex-col gap-1">
            <div className="grid grid-cols-[1fr_6.5rem_auto] items-center gap-2 @xl:grid-cols-[6rem_6rem_6.5rem_1fr_auto]">
              <span className="text-sm font-medium @max-xl:col-span-3">{texts.kinds[row.kind]}</span>
              <DecimalInput
                aria-label={texts.value(label)}
                aria-invalid={errors.length > 0 ? true : undefined}
                value={row.value}
                onChange={(value) => change(index, { value })}
              />
              <Select
                aria-label={texts.unit(label)}
                value={row.unit}
                onChange={(unit) => change(index, { unit: unit as AdjustmentForm["unit"] })}
                options={units}
              />
              <TextInput
                aria-label={texts.reason(label)}
                placeholder={texts.reasonHint}
                value={row.reason}
                maxLength={200}
                onChange={(reason) => change(index, { reason })}
                className="@max-xl:order-last @max-xl:col-span-3"
              />
              <IconButton
                icon="trash"
                label={texts.remove(label)}
                onClick={() => onChange(rows.filter((_, place) => place !== index))}
                className="size-9!"
              />
            </div>
            {errors.map((error) => (
              <p key={error} className="text-sm font-medium text-bad">
                {error}
              </p>
            ))}
          </fieldset>
        );
      })}
      <div className="flex flex-wrap gap-3">
        {kinds.map(
          (kind) =>
            rows.filter((row) => row.kind === kind).length < adjustmentsMax && (
              <Button
                key={kind}
                icon="plus"
                size="small"
                onClick={() => onChange([...rows, emptyAdjustment(kind)])}
              >
                {texts.add[kind]}
              </Button>
            ),
        )}
      </div>
    </div>
  );
}

function errorsOf(name: string | undefined, errorOf: Props["errorOf"]): string[] {
  if (name === undefined) return [];
  const names = [name, `${name}.percent`, `${name}.amount`, `${name}.reason`];
  return names.map(errorOf).filter((error) => error !== undefined);
}
