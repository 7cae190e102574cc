import { customerColumn, totalColumn } from "../dashboard/documents/columns.tsx";
import type { RecurringRow } from "../dashboard/records.ts";
import { texts } from "../texts/recurring.ts";
import { Badge, toneOf } from "../ui/badge.tsx";
import type { Column } from "../ui/table.tsx";
import { DateText } from "../ui/values.tsx";

export function RecurringBadge({ status }: Pick<RecurringRow, "status">) {
  return <Badge tone={toneOf(status)}>{texts.statuses[status]}</Badge>;
}

export const recurringColumns: readonly Column<RecurringRow>[] = [
  {
    ...customerColumn(texts.customer),
    // The link that covers the row is on this text, so that it has none of its own.
    cell: ({ customer_name }) => <span className="line-clamp-2">{customer_name}</span>,
    onPhone: "title",
  },
  {
    id: "interval",
    title: texts.interval,
    cell: ({ interval, interval_count }) => (
      <span className="whitespace-nowrap">{texts.every(interval_count, interval)}</span>
    ),
  },
  {
    id: "next",
    title: texts.nextDate,
    sort: "next_date",
    isEmpty: ({ next_date }) => next_date === null,
    cell: ({ next_date }) => <DateText value={next_date} />,
  },
  {
    id: "status",
    title: texts.status,
    cell: ({ status, failed }) => (
      <span className="flex flex-col items-end gap-1 in-[td]:items-start">
        <RecurringBadge status={status} />
        {failed && <Badge tone="bad">{texts.failed}</Badge>}
      </span>
    ),
    onPhone: "aside",
  },
  totalColumn(texts.total),
];
