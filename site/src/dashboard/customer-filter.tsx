import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/dashboard.ts";
import { Field } from "../ui/field.tsx";
import { useCan } from "./permissions.tsx";
import { CustomerPicker, customerChoice } from "./pickers.tsx";
import type { Customer } from "./records.ts";

type Props = { value: string | undefined; onChange: (id: string) => void };

/** The address contains only the id; the name has to be looked up. */
export function CustomerFilter({ value, onChange }: Props) {
  const can = useCan();
  const isReadable = can("customers:read", "catalog");
  const { data } = useResponse<{ customer: Customer }>(`/customers/${value}`, {
    enabled: isReadable && value !== undefined,
  });
  if (!isReadable) return null;
  const chosen = value === undefined || !data ? null : customerChoice(data.customer);
  return (
    <Field label={texts.customer} className="text-sm">
      <CustomerPicker value={chosen} onChange={(choice) => onChange(choice?.value ?? "")} />
    </Field>
  );
}
