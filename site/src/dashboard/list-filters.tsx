import type { ReactNode } from "react";
import { useResponse } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/lists.ts";
import { Field } from "../ui/field.tsx";
import { formatDate } from "../ui/format.ts";
import { Select } from "../ui/inputs.tsx";
import type { Column, Sorting } from "../ui/table.tsx";
import { useRegion } from "../ui/values.tsx";
import { type FilterField, type ListTab, optionLabel, tabNames, tabOf } from "./filter-fields.ts";
import { type Chip, CurrencyFilter, DateFilter, FilterBar, FilterChips, SelectFilter } from "./filters.tsx";
import { CustomerFilter } from "./pickers.tsx";
import type { Customer } from "./records.ts";
import { SavedViews } from "./saved-views.tsx";
import type { Filters } from "./use-filters.ts";

type Props<Row, Name extends string> = {
  /** Identifies the list among the saved views. */
  list: string;
  filters: Filters<Name>;
  change: (changes: Filters<Name>) => void;
  clear: () => void;
  tabs: readonly ListTab<Name>[];
  fields: readonly FilterField<Name>[];
  searchHint?: string;
  columns: readonly Column<Row>[];
  sorting: Sorting;
};

/** Search, filters and saved views of a list, and below them the filters that are set. */
export function ListFilters<Row, Name extends string>(props: Props<Row, Name>) {
  const { list, filters, change, clear, tabs, fields, searchHint, columns, sorting } = props;
  const chips = useChips(fields, tabs, filters);
  const value = (name: string) => (filters as Record<string, string | undefined>)[name];
  const set = (name: string, text: string) => change({ [name]: text } as Filters<Name>);
  return (
    <div className="flex flex-col gap-3">
      <FilterBar
        {...(searchHint !== undefined && {
          search: { value: value("q"), onChange: (q: string) => set("q", q), hint: searchHint },
        })}
        count={chips.length}
        onClear={clear}
        isOpenAtFirst={false}
        actions={<SavedViews list={list} />}
      >
        <SortSelect columns={columns} sorting={sorting} />
        {fields.map((field) => (
          <OneFilter
            key={field.name}
            field={field}
            value={value(field.name)}
            onChange={(text) => set(field.name, text)}
          />
        ))}
      </FilterBar>
      <FilterChips chips={chips} onRemove={(name) => set(name, "")} onClear={clear} />
    </div>
  );
}

type OneFilterProps = {
  field: FilterField;
  value: string | undefined;
  onChange: (value: string) => void;
};

function OneFilter({ field, value, onChange }: OneFilterProps): ReactNode {
  const { label } = field;
  if ("options" in field)
    return <SelectFilter label={label} value={value} onChange={onChange} options={field.options} />;
  if (field.kind === "date") return <DateFilter label={label} value={value} onChange={onChange} />;
  if (field.kind === "currency") return <CurrencyFilter label={label} value={value} onChange={onChange} />;
  return <CustomerFilter value={value} onChange={onChange} />;
}

/** Narrow screens show cards without headings, so that the order is chosen here. */
function SortSelect<Row>({ columns, sorting }: { columns: readonly Column<Row>[]; sorting: Sorting }) {
  const sortable = columns.filter(({ sort }) => sort !== undefined);
  if (sortable.length === 0) return null;
  return (
    <Field label={texts.sort} className="text-sm">
      <Select
        value={sorting.value ?? ""}
        onChange={sorting.onChange}
        options={[
          { value: "", label: texts.sortDefault },
          ...sortable.flatMap(({ sort, title }) => [
            { value: sort!, label: texts.ascending(title) },
            { value: `-${sort}`, label: texts.descending(title) },
          ]),
        ]}
      />
    </Field>
  );
}

/** What is set, except the search and what the open tab shows already. */
function useChips<Name extends string>(
  fields: readonly FilterField<Name>[],
  tabs: readonly ListTab<Name>[],
  filters: Filters<Name>,
): Chip[] {
  const region = useRegion();
  const byTab = tabOf(tabs, filters) ? tabNames(tabs) : [];
  const customerName = useCustomerName((filters as { customer_id?: string }).customer_id);
  return fields.flatMap((field) => {
    const value = filters[field.name];
    if (value === undefined || byTab.includes(field.name)) return [];
    const shown = () => {
      if ("options" in field) return optionLabel(field.options, value);
      if (field.kind === "date") return formatDate(value, region);
      return field.kind === "customer" ? (customerName ?? value) : value;
    };
    return [{ name: field.name, text: `${field.label}: ${shown()}` }];
  });
}

function useCustomerName(id: string | undefined): string | undefined {
  const can = useCan();
  const { data } = useResponse<{ customer: Customer }>(`/customers/${id}`, {
    enabled: id !== undefined && can("customers:read", "catalog"),
  });
  return data?.customer.name;
}
