import type { InvoiceEntry, InvoiceRow } from "../dashboard/records.ts";
import { texts as listTexts } from "../texts/invoice-list.ts";
import { texts } from "../texts/invoices.ts";
import type { Column } from "../ui/table.tsx";
import { DateText, Money } from "../ui/values.tsx";
import { DueDate } from "./due-date.tsx";
import { FiscalBadge, InvoiceBadge } from "./labels.tsx";

export const invoiceName = ({ id, number }: Pick<InvoiceEntry, "id" | "number">): string =>
  number ?? texts.draft(id);

/** Draft and void invoices are owed by nobody. */
export const isOwed = ({ status }: Pick<InvoiceRow, "status">) =>
  status === "open" || status === "partially_paid";

export const invoiceColumns: readonly Column<InvoiceRow>[] = [
  {
    id: "number",
    title: listTexts.number,
    sort: "number",
    sortFirst: "descending",
    cell: (row) => <span className="whitespace-nowrap">{invoiceName(row)}</span>,
    onPhone: "title",
  },
  {
    id: "customer",
    title: listTexts.customer,
    sort: "customer",
    cell: ({ customer_name }) => (
      <span className="line-clamp-2 min-w-28" title={customer_name}>
        {customer_name}
      </span>
    ),
  },
  {
    id: "date",
    title: listTexts.date,
    sort: "invoice_date",
    sortFirst: "descending",
    onPhone: "none",
    cell: ({ invoice_date }) => <DateText value={invoice_date} />,
  },
  {
    id: "due",
    title: listTexts.due,
    sort: "due_date",
    cell: (row) => <DueDate invoice={row} />,
  },
  {
    id: "status",
    title: listTexts.status,
    onPhone: "aside",
    cell: (row) => (
      <span className="flex flex-col items-end gap-1 in-[td]:items-start">
        <InvoiceBadge invoice={row} />
        {row.fiscal_status !== "none" && <FiscalBadge status={row.fiscal_status} />}
      </span>
    ),
  },
  {
    id: "total",
    title: listTexts.amount,
    align: "right",
    sort: "total",
    sortFirst: "descending",
    cell: ({ total, currency }) => <Money amount={total} currency={currency} className="font-medium" />,
  },
  {
    id: "amount_due",
    title: listTexts.amountDue,
    align: "right",
    sort: "amount_due",
    sortFirst: "descending",
    isEmpty: (row) => !isOwed(row),
    cell: (row) => <Money amount={isOwed(row) ? row.amount_due : null} currency={row.currency} />,
  },
];
