import { CustomerLink, InvoiceLink } from "../dashboard/record-links.tsx";
import type { PaymentRow } from "../dashboard/records.ts";
import { methodName } from "../invoices/labels.tsx";
import { texts } from "../texts/payments.ts";
import { texts as withholdingTexts } from "../texts/withholding.ts";
import { Badge } from "../ui/badge.tsx";
import type { Column } from "../ui/table.tsx";
import { DayText, Money } from "../ui/values.tsx";
import { hasCertificate } from "./certificate-dialog.tsx";

type Marked = Pick<
  PaymentRow,
  | "unallocated_amount"
  | "late"
  | "amount_refunded"
  | "dispute_status"
  | "reversed_at"
  | "method"
  | "certificate_number"
>;

const lacksCertificate = (payment: Marked) => hasCertificate(payment) && payment.certificate_number === null;

export const isMarked = (payment: Marked) =>
  payment.unallocated_amount > 0 ||
  payment.late ||
  payment.amount_refunded > 0 ||
  payment.dispute_status !== null ||
  payment.reversed_at !== null ||
  lacksCertificate(payment);

const disputeTones = { open: "warn", won: "note", lost: "bad" } as const;

/** Badges for payments that may need attention. */
export function PaymentMarks({ payment }: { payment: Marked }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5 in-[td]:justify-start">
      {payment.unallocated_amount > 0 && payment.reversed_at === null && (
        <Badge tone="warn">{texts.unallocated}</Badge>
      )}
      {lacksCertificate(payment) && <Badge tone="warn">{withholdingTexts.missing}</Badge>}
      {payment.late && <Badge tone="note">{texts.late}</Badge>}
      {payment.amount_refunded > 0 && <Badge>{texts.refunded}</Badge>}
      {payment.dispute_status !== null && (
        <Badge tone={disputeTones[payment.dispute_status]}>{texts.disputes[payment.dispute_status]}</Badge>
      )}
      {payment.reversed_at !== null && <Badge tone="bad">{texts.reversed}</Badge>}
    </span>
  );
}

type Paid = Pick<PaymentRow, "customer_id" | "payer" | "invoice_id" | "invoice_number">;

// Payments and payment links share these two.
export const payerColumn: Column<Paid> = {
  id: "payer",
  title: texts.customer,
  sort: "payer",
  cell: ({ customer_id, payer }) => <CustomerLink id={customer_id} name={payer} none={texts.unknownPayer} />,
};

export const invoiceColumn: Column<Paid> = {
  id: "invoice",
  title: texts.invoice,
  cell: ({ invoice_id, invoice_number }) => (
    <InvoiceLink id={invoice_id} number={invoice_number} draft={texts.draftInvoice} none={texts.noInvoice} />
  ),
};

const paymentColumns: readonly Column<PaymentRow>[] = [
  {
    id: "paid",
    title: texts.paidAt,
    sort: "paid_at",
    sortFirst: "descending",
    // The name of the customer is a link of its own, and no link may be inside another.
    onPhone: "title",
    cell: ({ paid_at }) => <DayText value={paid_at} />,
  },
  payerColumn,
  invoiceColumn,
  {
    id: "method",
    title: texts.method,
    isEmpty: ({ method, reference }) => !method && !reference,
    cell: ({ method, reference }) => (
      <>
        <span className="whitespace-nowrap">{methodName(method)}</span>
        {reference && (
          <span className="line-clamp-1 text-sm text-muted" title={reference}>
            {reference}
          </span>
        )}
      </>
    ),
  },
  {
    id: "state",
    title: texts.status,
    isEmpty: (payment) => !isMarked(payment),
    cell: (payment) => <PaymentMarks payment={payment} />,
  },
  {
    id: "amount",
    title: texts.amount,
    align: "right",
    sort: "amount",
    sortFirst: "descending",
    onPhone: "aside",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} className="font-medium" />,
  },
];

/** A column in which no row has anything to say is left out. */
export const columnsFor = (rows: readonly PaymentRow[] | undefined): readonly Column<PaymentRow>[] =>
  rows?.some(isMarked) ? paymentColumns : paymentColumns.filter(({ id }) => id !== "state");
