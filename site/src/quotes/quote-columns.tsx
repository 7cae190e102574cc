import { createdColumn, customerColumn, numberColumn, totalColumn } from "../dashboard/documents/columns.tsx";
import type { QuoteRow } from "../dashboard/records.ts";
import { texts } from "../texts/quotes.ts";
import { Badge, toneOf } from "../ui/badge.tsx";
import type { Column } from "../ui/table.tsx";
import { DayText } from "../ui/values.tsx";

export function QuoteBadge({ status }: { status: QuoteRow["status"] }) {
  return <Badge tone={toneOf(status)}>{texts.statuses[status]}</Badge>;
}

export const quoteColumns: readonly Column<QuoteRow>[] = [
  numberColumn(texts.number),
  customerColumn(texts.customer),
  createdColumn(texts.made),
  {
    id: "validUntil",
    title: texts.validUntil,
    sort: "valid_until",
    cell: ({ valid_until }) => <DayText value={valid_until} />,
  },
  {
    id: "status",
    title: texts.status,
    cell: ({ status }) => <QuoteBadge status={status} />,
    onPhone: "aside",
  },
  totalColumn(texts.total),
];
