import { texts } from "../texts/dashboard.ts";
import { DateFilter } from "./filters.tsx";

type Range = { readonly created_from?: string; readonly created_to?: string };

/** Filters by creation date, from and to, both days inclusive. */
export function CreatedFilters({ filters, onChange }: { filters: Range; onChange: (range: Range) => void }) {
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
