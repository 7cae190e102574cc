import { useState } from "react";
import { currencyCodes } from "../../../service/src/platform/values/currency.ts";
import { query } from "../data/api.ts";
import { useResponse } from "../data/use-response.ts";
import { useCan, useCompany } from "../session.tsx";
import { texts } from "../texts/dashboard.ts";
import { type Choice, Combobox } from "../ui/combobox.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/inputs.tsx";
import type { Customer, Product } from "./records.ts";
import { useDebounced } from "./use-debounced.ts";

type CustomerPickerProps = { value: Choice | null; onChange: (choice: Choice | null) => void };

/** A searchable select of customers. Use it inside a `Field`. */
export function CustomerPicker({ value, onChange }: CustomerPickerProps) {
  const { found, isLoading, setText } = useMatches<Customer>("/customers", "customers", value?.label, {});
  return (
    <Combobox
      value={value}
      onChange={onChange}
      choices={found.map(customerChoice)}
      onSearch={setText}
      loading={isLoading}
      placeholder={texts.findCustomer}
    />
  );
}

export function customerChoice({ id, name, email }: Pick<Customer, "id" | "name" | "email">): Choice {
  return { value: String(id), label: name, ...(email && { detail: email }) };
}

type ProductPickerProps = { value: Choice | null; onChange: (product: Product | null) => void };

/** A searchable select of active products. */
export function ProductPicker({ value, onChange }: ProductPickerProps) {
  const { found, isLoading, setText } = useMatches<Product>("/products", "products", value?.label, {
    active: "true",
  });
  return (
    <Combobox
      value={value}
      onChange={(choice) => onChange(found.find(({ id }) => String(id) === choice?.value) ?? null)}
      choices={found.map(productChoice)}
      onSearch={setText}
      loading={isLoading}
      placeholder={texts.findProduct}
    />
  );
}

export function productChoice({ id, name, sku }: Pick<Product, "id" | "name" | "sku">): Choice {
  return { value: String(id), label: name, ...(sku && { detail: sku }) };
}

/** Matches for the text. The field also shows the name of the current choice, which is not a search. */
function useMatches<Found>(
  path: string,
  member: string,
  chosen: string | undefined,
  filters: Record<string, string>,
) {
  const [text, setText] = useState("");
  const q = useDebounced(text === chosen ? "" : text);
  const address = `${path}${query({ ...filters, q, limit: 20 })}`;
  const { data, isFetching } = useResponse<Record<string, Found[]>>(address);
  return { found: data?.[member] ?? [], isLoading: isFetching, setText };
}

const currencyNames = new Intl.DisplayNames("en", { type: "currency" });

/** The company's own currency comes first; the others are sorted by code. */
export function CurrencySelect({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const { currency } = useCompany();
  const codes = [currency, ...currencyCodes.filter((code) => code !== currency)];
  return (
    <Select
      value={value}
      onChange={onChange}
      options={codes.map((code) => ({ value: code, label: `${code} · ${currencyNames.of(code) ?? code}` }))}
    />
  );
}

type CustomerFilterProps = { value: string | undefined; onChange: (id: string) => void };

/** The URL contains only the id, so the name is loaded. */
export function CustomerFilter({ value, onChange }: CustomerFilterProps) {
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
