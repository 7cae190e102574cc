import { createdColumn, customerColumn, numberColumn, totalColumn } from "../dashboard/documents/columns.tsx";
import { InvoiceLink } from "../dashboard/record-links.tsx";
import type { SaleRow } from "../dashboard/records.ts";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/sales.ts";
import { Badge, toneOf } from "../ui/badge.tsx";
import type { Column } from "../ui/table.tsx";

export function SaleBadge({ status }: { status: SaleRow["status"] }) {
  return <Badge tone={toneOf(status)}>{texts.statuses[status]}</Badge>;
}

export const saleColumns: readonly Column<SaleRow>[] = [
  numberColumn(texts.number),
  customerColumn(texts.customer, dashboardTexts.walkIn),
  createdColumn(texts.made),
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
  totalColumn(texts.total),
];
