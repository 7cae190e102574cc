import { CustomerLink } from "../dashboard/record-links.tsx";
import type { QuoteRow } from "../dashboard/records.ts";
import { texts } from "../texts/quotes.ts";
import { Badge, toneOf } from "../ui/badge.tsx";
import type { Column } from "../ui/table.tsx";
import { DayText, Money } from "../ui/values.tsx";

export function QuoteBadge({ status }: { status: QuoteRow["status"] }) {
  return <Badge tone={toneOf(status)}>{texts.statuses[status]}</Badge>;
}

export const quoteColumns: readonly Column<QuoteRow>[] = [
  {
    id: "number",
    title: texts.number,
    cell: ({ number }) => <span className="whitespace-nowrap">{number}</span>,
    onPhone: "title",
  },
  {
    id: "customer",
    title: texts.customer,
    sort: "customer",
    cell: ({ customer_id, customer_name }) => <CustomerLink id={customer_id} name={customer_name} none="" />,
  },
  {
    id: "made",
    title: texts.made,
    sort: "created_at",
    sortFirst: "descending",
    cell: ({ created_at }) => <DayText value={created_at} />,
  },
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
  {
    id: "total",
    title: texts.total,
    align: "right",
    sort: "total",
    sortFirst: "descending",
    cell: ({ total, currency }) => <Money amount={total} currency={currency} className="font-medium" />,
  },
];
