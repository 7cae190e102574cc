import { Link } from "@tanstack/react-router";
import { boundedRows } from "../data/use-pages.ts";
import { texts } from "../texts/lists.ts";
import { formatNumber } from "../ui/format.ts";
import { useRegion } from "../ui/values.tsx";
import { type ListTab, tabNames, tabOf } from "./filter-fields.ts";
import type { Filters } from "./use-filters.ts";

type Props<Name extends string> = {
  label: string;
  tabs: readonly ListTab<Name>[];
  filters: Filters<Name>;
  counts: Readonly<Record<string, number>> | undefined;
  /** Whether the counts may leave out some. */
  isPartial: boolean;
  /** For tabs below other tabs: a different look tells the two rows apart. */
  isNested?: boolean;
};

const looks = {
  tabs: {
    list: "-mb-2 border-b border-line",
    tab: "-mb-px border-b-2",
    current: "border-accent text-foreground",
    other: "border-transparent text-muted hover:text-foreground",
  },
  pills: {
    list: "-my-1",
    tab: "rounded-full border",
    current: "border-accent bg-tint text-accent",
    other: "border-line bg-raised text-muted hover:text-foreground",
  },
} as const;

/** The states of the records, each with its number. A tab is a link, so it can be opened in another window. */
export function StatusTabs<Name extends string>(props: Props<Name>) {
  const { label, tabs, filters, counts, isPartial, isNested = false } = props;
  const look = looks[isNested ? "pills" : "tabs"];
  const current = tabOf(tabs, filters);
  const names = tabNames(tabs);
  const isFiltered = Object.keys(filters).some((name) => !names.includes(name as Name));
  const without = Object.fromEntries(names.map((name) => [name, undefined]));
  return (
    <nav aria-label={label} className={`overflow-x-auto ${look.list}`}>
      <ul className={`flex ${isNested ? "gap-2 py-1" : "gap-1"}`}>
        {tabs.map((tab) => (
          <li key={tab.count}>
            <Link
              to="."
              replace
              search={(search: object) => ({ ...search, ...without, ...tab.filters })}
              // Otherwise "All", which has no filter, would count as current on every tab.
              activeOptions={{ exact: true }}
              aria-current={tab === current ? "page" : undefined}
              className={`flex min-h-11 items-center gap-2 px-3 font-medium whitespace-nowrap no-underline ${look.tab} ${
                tab === current ? look.current : look.other
              }`}
            >
              {tab.label}
              <Count counts={counts} name={tab.count} isFiltered={isFiltered} isPartial={isPartial} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type CountProps = { counts: Props<string>["counts"]; name: string; isFiltered: boolean; isPartial: boolean };

function Count({ counts, name, isFiltered, isPartial }: CountProps) {
  const region = useRegion();
  const count = counts?.[name];
  if (count === undefined) return null;
  // With filters, the tabs are counted among the rows that were looked at.
  const isLowerBound = isPartial || count > boundedRows || (isFiltered && counts!.all! > boundedRows);
  const shown = formatNumber(Math.min(count, boundedRows), region);
  return (
    <span className="rounded-full bg-sunken px-2 text-sm text-muted tabular-nums">
      {isLowerBound ? texts.more(shown) : shown}
    </span>
  );
}
