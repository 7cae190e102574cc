import { eventTypes } from "../../../service/src/contract/event-types.ts";
import { DateFilter, FilterBar, SelectFilter } from "../dashboard/filters.tsx";
import { useFilters } from "../dashboard/use-filters.ts";
import { usePages } from "../data/use-pages.ts";
import { texts } from "../texts/events.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { Column } from "../ui/table.tsx";
import { DateText } from "../ui/values.tsx";
import { type ActivityEvent, actorOf, subjectOf } from "./event-subject.ts";
import { EventTable } from "./event-table.tsx";

const columns: readonly Column<ActivityEvent>[] = [
  {
    id: "type",
    title: texts.type,
    cell: ({ type }) => <code className="font-mono text-sm">{type}</code>,
    onPhone: "title",
  },
  { id: "about", title: texts.object, cell: ({ data }) => subjectOf(data?.object) },
  { id: "by", title: texts.by, cell: (event) => actorOf(event) },
  { id: "when", title: texts.when, cell: ({ created_at }) => <DateText value={created_at} /> },
  {
    id: "sequence",
    title: texts.sequence,
    align: "right",
    cell: ({ sequence }) => sequence,
    onPhone: "none",
  },
];

export function EventList() {
  const { filters, change, clear } = useFilters(["type", "created_from"]);
  const pages = usePages<ActivityEvent>("/activity", "events", filters);
  const count = Object.keys(filters).length;
  return (
    <div className="flex flex-col gap-6">
      <FilterBar count={count} onClear={clear}>
        <SelectFilter
          label={texts.type}
          value={filters.type}
          onChange={(type) => change({ type })}
          options={eventTypes.map((type) => ({ value: type, label: type }))}
        />
        <DateFilter
          label={texts.since}
          value={filters.created_from}
          onChange={(created_from) => change({ created_from })}
        />
      </FilterBar>
      <EventTable
        pages={pages}
        caption={texts.caption}
        columns={columns}
        eventOf={(event) => event}
        onClear={count > 0 ? clear : undefined}
        empty={
          <EmptyState
            icon="events"
            title={texts.emptyTitle}
            action={<ButtonLink to="/app/invoices">{texts.toInvoices}</ButtonLink>}
          >
            {texts.empty}
          </EmptyState>
        }
      />
    </div>
  );
}
