import type { InvoiceEntry } from "../dashboard/records.ts";
import { texts } from "../texts/invoices.ts";
import type { Column } from "../ui/table.tsx";
import { DateText, Money } from "../ui/values.tsx";
import { FiscalBadge, InvoiceBadge } from "./labels.tsx";

export const invoiceName = ({ id, number }: Pick<InvoiceEntry, "id" | "number">): string =>
  number ?? texts.draft(id);

/** Few columns, so that all fit on a tablet in portrait orientation. */
export const invoiceColumns: readonly Column<InvoiceEntry>[] = [
  {
    id: "number",
    title: texts.number,
    cell: (row) => <span className="whitespace-nowrap">{invoiceName(row)}</span>,
    onPhone: "title",
  },
  { id: "customer", title: texts.customer, cell: ({ customer }) => customer.name },
  {
    id: "due",
    title: texts.dateAndDue,
    cell: ({ invoice_date, due_date }) => (
      <>
        <DateText value={invoice_date} />
        <span className="block text-sm text-muted">
          {texts.due} <DateText value={due_date} />
        </span>
      </>
    ),
  },
  {
    id: "status",
    title: texts.status,
    onPhone: "aside",
    cell: (row) => (
      <span className="flex flex-col items-end gap-1 md:items-start">
        <InvoiceBadge invoice={row} />
        {row.fiscal_status !== "none" && <FiscalBadge status={row.fiscal_status} />}
      </span>
    ),
  },
  {
    id: "total",
    title: texts.total,
    align: "right",
    cell: ({ total, currency }) => <Money amount={total} currency={currency} className="font-medium" />,
  },
];
