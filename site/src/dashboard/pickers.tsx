import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { currencyCodes } from "../../../service/src/platform/values/currency.ts";
import { query } from "../data/api.ts";
import { useResponse } from "../data/use-response.ts";
import { useCan, useCompany } from "../session.tsx";
import { texts } from "../texts/dashboard.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { type Choice, Combobox } from "../ui/combobox.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/inputs.tsx";
import { folded, rankByMatch } from "../ui/match.ts";
import type { Customer } from "./records.ts";
import { useDebounced } from "./use-debounced.ts";

type CustomerPickerProps = {
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  /** Called with the typed text to create a customer; without it, only existing ones are offered. */
  onCreate?: ((name: string) => void) | undefined;
};

/** A searchable select of customers. Use it inside a `Field`. */
export function CustomerPicker({ value, onChange, onCreate }: CustomerPickerProps) {
  const [text, setText] = useState("");
  const { found, isLoading } = useMatches<Customer>("customers", {
    text: text === value?.label ? "" : text,
    textsOf: ({ name, email }) => [name, email],
  });
  return (
    <Combobox
      value={value}
      onChange={onChange}
      choices={found.map(customerChoice)}
      onSearch={setText}
      loading={isLoading}
      placeholder={texts.findCustomer}
      create={onCreate && !isLoading ? { label: texts.createCustomer, onCreate } : undefined}
    />
  );
}

export function customerChoice({ id, name, email }: Pick<Customer, "id" | "name" | "email">): Choice {
  return { value: String(id), label: name, ...(email && { detail: email }) };
}

type MatchOptions<Found> = {
  /** The typed text; empty for the newest records. */
  text: string;
  /** What the text is compared with until the service has answered, the most important first. */
  textsOf: (found: Found) => readonly (string | null)[];
  isEnabled?: boolean;
};

const queryLengthMax = 100;

/**
 * The records that match a text, best first. Until the service has answered for what is typed, only those of its last
 * answer that match are offered, so that Enter can't choose one that doesn't.
 */
export function useMatches<Found>(
  kind: "customers" | "products",
  { text, textsOf, isEnabled = true }: MatchOptions<Found>,
): { found: readonly Found[]; isLoading: boolean } {
  const wanted = text.trim().slice(0, queryLengthMax);
  const q = useDebounced(wanted);
  const address = `/search/${kind}${query({ q })}`;
  const { data, isFetching, isPlaceholderData } = useResponse<Record<string, Found[]>>(address, {
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  const last = data?.[kind] ?? [];
  if (q === wanted && !isPlaceholderData) return { found: last, isLoading: isFetching };
  const matching = last.filter((one) =>
    textsOf(one).some((each) => folded(each ?? "").includes(folded(wanted))),
  );
  return { found: rankByMatch(matching, wanted, textsOf), isLoading: true };
}

const currencyNames = new Intl.DisplayNames(uiTexts.language, { type: "currency" });

/** The company's own currency comes first; the others are sorted by code. */
type CurrencySelectProps = {
  value: string;
  onChange: (code: string) => void;
  /** Default: all, the company's own first. */
  codes?: readonly string[];
};

export function CurrencySelect({ value, onChange, codes: given }: CurrencySelectProps) {
  const { currency } = useCompany();
  const codes = given ?? [currency, ...currencyCodes.filter((code) => code !== currency)];
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
