import type { InvoiceRow, PreviewedInvoice, RecurringInvoice } from "../dashboard/records.ts";
import { invoiceName } from "../invoices/invoice-columns.tsx";
import { InvoiceBadge } from "../invoices/labels.tsx";
import { texts } from "../texts/recurring.ts";
import { Card } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { DateText, Money } from "../ui/values.tsx";

type PreviewProps = { preview: readonly PreviewedInvoice[]; status: RecurringInvoice["status"] };

/** The dates of the invoices to come; short enough to stay a table on phones, where twelve cards would be long. */
export function PreviewCard({ preview, status }: PreviewProps) {
  const { title, paused, none, date, until, due } = texts.preview;
  if (preview.length === 0)
    return (
      <Card title={title}>
        <p className="text-muted">{none}</p>
      </Card>
    );
  return (
    <Card title={title} {...(status === "paused" && { intro: paused })}>
      <table className="w-full text-start text-sm sm:text-base">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            {[date, until, due].map((head) => (
              <th key={head} scope="col" className="py-2 pe-2 text-start font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map(({ invoice_date, period_end, due_date }) => (
            <tr key={invoice_date} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 pe-2 text-start font-medium">
                <DateText value={invoice_date} />
              </th>
              <td className="py-2 pe-2">
                <DateText value={period_end} />
              </td>
              <td className="py-2">
                <DateText value={due_date} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
