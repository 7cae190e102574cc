import type { InvoiceEntry } from "../desk/records.ts";
import { texts } from "../texts/invoices.ts";
import type { Column } from "../ui/table.tsx";
import { DateText, Money } from "../ui/values.tsx";
import { FiscalBadge, InvoiceBadge } from "./badges.tsx";

export const invoiceName = ({ id, number }: Pick<InvoiceEntry, "id" | "number">): string =>
  number ?? texts.draft(id);

export const invoiceColumns: readonly Column<InvoiceEntry>[] = [
  { id: "number", title: texts.number, cell: invoiceName, onPhone: "title" },
  { id: "customer", title: texts.customer, cell: ({ customer }) => customer.name },
  { id: "date", title: texts.date, cell: (row) => <DateText value={row.invoice_date} />, onPhone: "none" },
  { id: "due", title: texts.due, cell: ({ due_date }) => <DateText value={due_date} /> },
  { id: "status", title: texts.status, cell: (row) => <InvoiceBadge invoice={row} />, onPhone: "aside" },
  {
    id: "fiscal",
    title: texts.fiscal,
    cell: (row) => <FiscalBadge status={row.fiscal_status} />,
    onPhone: "none",
  },
  {
    id: "total",
    title: texts.total,
    align: "right",
    cell: ({ total, currency }) => <Money amount={total} currency={currency} className="font-medium" />,
  },
];
