import type { InvoiceRow, PreviewedInvoice, RecurringInvoice } from "../dashboard/records.ts";
import { invoiceName } from "../invoices/invoice-columns.tsx";
import { InvoiceBadge } from "../invoices/labels.tsx";
import { texts } from "../texts/recurring.ts";
import { formatDate } from "../ui/format.ts";
import { Card } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { DateText, Money, useRegion } from "../ui/values.tsx";

type PreviewProps = { preview: readonly PreviewedInvoice[]; status: RecurringInvoice["status"] };

/** The dates of the invoices to come. */
export function PreviewCard({ preview, status }: PreviewProps) {
  const region = useRegion();
  const { title, paused, none, range } = texts.preview;
  const day = (date: string) => formatDate(date, region);
  return (
    <Card title={title} {...(status === "paused" && preview.length > 0 && { intro: paused })}>
      {preview.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <Table
          caption={title}
          rows={preview}
          rowKey={({ invoice_date }) => invoice_date}
          columns={[
            {
              id: "date",
              title: texts.preview.date,
              cell: ({ invoice_date }) => <DateText value={invoice_date} />,
              onPhone: "title",
            },
            {
              id: "period",
              title: texts.preview.period,
              cell: ({ period_start, period_end }) => (
                <span className="tabular-nums">{range(day(period_start), day(period_end))}</span>
              ),
            },
            {
              id: "due",
              title: texts.preview.due,
              cell: ({ due_date }) => <DateText value={due_date} />,
            },
          ]}
        />
      )}
    </Card>
  );
}

type MadeProps = { invoices: readonly InvoiceRow[]; periodsDone: number };

/** The invoices that it made, newest first. */
export function MadeCard({ invoices, periodsDone }: MadeProps) {
  const { title, none, latest } = texts.invoices;
  return (
    <Card
      title={title}
      {...(periodsDone > invoices.length && invoices.length > 0 && { intro: latest(invoices.length) })}
    >
      {invoices.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <Table
          caption={title}
          rows={invoices}
          rowKey={({ id }) => id}
          rowLink={({ id }) => ({ to: "/app/invoices/$id", params: { id: String(id) } })}
          columns={[
            {
              id: "number",
              title: texts.invoices.number,
              cell: (row) => <span className="whitespace-nowrap">{invoiceName(row)}</span>,
              onPhone: "title",
            },
            {
              id: "date",
              title: texts.invoices.date,
              cell: ({ invoice_date }) => <DateText value={invoice_date} />,
            },
            {
              id: "status",
              title: texts.invoices.status,
              cell: (row) => <InvoiceBadge invoice={row} />,
              onPhone: "aside",
            },
            {
              id: "total",
              title: texts.total,
              align: "right",
              cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
            },
          ]}
        />
      )}
    </Card>
  );
}
