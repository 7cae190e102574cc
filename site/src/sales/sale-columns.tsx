import { CustomerLink, InvoiceLink } from "../dashboard/record-links.tsx";
import type { SaleRow } from "../dashboard/records.ts";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/sales.ts";
import { Badge, toneOf } from "../ui/badge.tsx";
import type { Column } from "../ui/table.tsx";
import { DayText, Money } from "../ui/values.tsx";

export function SaleBadge({ status }: { status: SaleRow["status"] }) {
  return <Badge tone={toneOf(status)}>{texts.statuses[status]}</Badge>;
}

export const saleColumns: readonly Column<SaleRow>[] = [
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
    cell: ({ customer_id, customer_name }) => (
      <CustomerLink id={customer_id} name={customer_name} none={dashboardTexts.walkIn} />
    ),
  },
  {
    id: "made",
    title: texts.made,
    sort: "created_at",
    sortFirst: "descending",
    cell: ({ created_at }) => <DayText value={created_at} />,
  },
  {
    id: "source",
    title: texts.source,
    cell: ({ source }) => texts.sources[source],
    onPhone: "none",
  },
  {
    id: "invoice",
    title: texts.invoice,
    isEmpty: ({ invoice_id }) => invoice_id === null,
    cell: ({ invoice_id, invoice_number }) => (
      <InvoiceLink id={invoice_id} number={invoice_number} draft={texts.draftInvoice} none="–" />
    ),
  },
  {
    id: "status",
    title: texts.status,
    cell: ({ status }) => <SaleBadge status={status} />,
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
