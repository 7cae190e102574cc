import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { isCalendarDate } from "../../../service/src/platform/values/clock.ts";
import { currencyCodes } from "../../../service/src/platform/values/currency.ts";
import { useCompany } from "../session.tsx";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/lists.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { DateInput } from "../ui/date-input.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { type Option, Select, TextInput } from "../ui/inputs.tsx";
import { useDebounced } from "./use-debounced.ts";

type FilterBarProps = {
  /** The search text and its placeholder. Lists without a search leave it out. */
  search?: { value: string | undefined; onChange: (text: string) => void; hint: string };
  /** The number of active filters, not counting the search. */
  count: number;
  onClear: () => void;
  /** Further buttons beside the filter button. */
  actions?: ReactNode;
  /** Whether the filters are expanded at first: where nothing else shows what is set. */
  isOpenAtFirst?: boolean;
  children: ReactNode;
};

/** The search is always visible; the filters expand on demand. */
export function FilterBar({
  search,
  count,
  onClear,
  actions,
  isOpenAtFirst = count > 0,
  children,
}: FilterBarProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        {search && <SearchFilter {...search} />}
        <Button icon="filter" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {count > 0 ? texts.filtersSet(count) : texts.filters}
        </Button>
        {actions}
      </div>
      <div
        id={id}
        hidden={!isOpen}
        className="grid grid-cols-2 items-end gap-3 rounded-card border border-line bg-raised p-4 not-[[hidden]]:grid sm:grid-cols-3 lg:grid-cols-4"
      >
        {children}
        {count > 0 && (
          <Button kind="quiet" onClick={onClear} className="justify-self-start">
            {texts.clear}
          </Button>
        )}
      </div>
    </div>
  );
}

type SearchFilterProps = NonNullable<FilterBarProps["search"]>;

export function SearchFilter({ value = "", onChange, hint }: SearchFilterProps) {
  const [text, setText] = useState(value);
  const settled = useDebounced(text);
  const reported = useRef(value);
  // The URL also changes when the filters are cleared or the user navigates back.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: onChange is called only when the text has settled
  useEffect(() => {
    if (settled === reported.current) return;
    reported.current = settled;
    onChange(settled);
  }, [settled]);
  return (
    <Field label={uiTexts.search} hideLabel className="min-w-40 flex-1 max-sm:basis-full">
      <TextInput type="search" value={text} onChange={setText} placeholder={hint} maxLength={100} />
    </Field>
  );
}

type FilterProps = { label: string; value: string | undefined; onChange: (value: string) => void };

export function SelectFilter({
  label,
  value = "",
  onChange,
  options,
}: FilterProps & { options: readonly Option[] }) {
  // Several values come from a link; choosing one replaces them.
  const isListed = value === "" || options.some((option) => option.value === value);
  const several = isListed ? [] : [{ value, label: value.replaceAll(",", ", ").replaceAll("_", " ") }];
  return (
    <Field label={label} className="text-sm">
      <Select
        value={value}
        onChange={onChange}
        options={[{ value: "", label: texts.any }, ...several, ...options]}
      />
    </Field>
  );
}

export function DateFilter({
  label,
  value = "",
  onChange,
  placeholder = "",
}: FilterProps & { placeholder?: string }) {
  return (
    <Field label={label} className="text-sm">
      <DateInput
        value={value}
        onChange={(date) => (date === "" || isCalendarDate(date)) && onChange(date)}
        placeholder={placeholder}
      />
    </Field>
  );
}

/** The company's own currency comes first. */
export function CurrencyFilter({ label, value, onChange }: FilterProps) {
  const { currency } = useCompany();
  const codes = [currency, ...currencyCodes.filter((code) => code !== currency)];
  return (
    <SelectFilter
      label={label}
      value={value}
      onChange={onChange}
      options={codes.map((code) => ({ value: code, label: code }))}
    />
  );
}

type CreatedRange = { readonly created_from?: string; readonly created_to?: string };

/** Filters by creation date, from and to, both days inclusive. */
export function CreatedFilters({
  filters,
  onChange,
}: {
  filters: CreatedRange;
  onChange: (range: CreatedRange) => void;
}) {
  return (
    <>
      <DateFilter
        label={dashboardTexts.from}
        value={filters.created_from}
        onChange={(created_from) => onChange({ created_from })}
      />
      <DateFilter
        label={dashboardTexts.to}
        value={filters.created_to}
        onChange={(created_to) => onChange({ created_to })}
      />
    </>
  );
}

export type Chip = { name: string; text: string };

type ChipsProps = { chips: readonly Chip[]; onRemove: (name: string) => void; onClear: () => void };

/** The filters that are set, each with a button to remove it. */
export function FilterChips({ chips, onRemove, onClear }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul className="flex flex-wrap items-center gap-2 text-sm">
      {chips.map(({ name, text }) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => onRemove(name)}
            aria-label={texts.remove(text)}
            className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-raised ps-3 pe-2 hover:bg-sunken"
          >
            {text}
            <Icon name="close" className="size-4 text-muted" />
          </button>
        </li>
      ))}
      <li>
        <Button kind="quiet" size="small" onClick={onClear}>
          {texts.clear}
        </Button>
      </li>
    </ul>
  );
}
