import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { texts } from "../texts/dashboard.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
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
  children: ReactNode;
};

/** The search is always visible; the filters expand on demand, and are open while one of them is set. */
export function FilterBar({ search, count, onClear, actions, children }: FilterBarProps) {
  const [isOpen, setOpen] = useState(count > 0);
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
    <Field label={uiTexts.search} hideLabel className="min-w-40 flex-1">
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
  return (
    <Field label={label} className="text-sm">
      <Select value={value} onChange={onChange} options={[{ value: "", label: texts.any }, ...options]} />
    </Field>
  );
}

export function DateFilter({ label, value = "", onChange }: FilterProps) {
  return (
    <Field label={label} className="text-sm">
      <TextInput type="date" value={value} onChange={onChange} />
    </Field>
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
        label={texts.from}
        value={filters.created_from}
        onChange={(created_from) => onChange({ created_from })}
      />
      <DateFilter
        label={texts.to}
        value={filters.created_to}
        onChange={(created_to) => onChange({ created_to })}
      />
    </>
  );
}
