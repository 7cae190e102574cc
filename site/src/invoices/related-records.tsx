import { useState } from "react";
import type { CreditNote, Invoice, Payment, PaymentLink } from "../dashboard/records.ts";
import { callOnce, downloadUrl } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/invoices.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Card } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { DateText, Money } from "../ui/values.tsx";
import { FiscalBadge, methodName } from "./labels.tsx";
import { LinkDialog } from "./link-dialog.tsx";

export type RelatedRecords = {
  payments: readonly Payment[];
  links: readonly PaymentLink[];
  creditNotes: readonly CreditNote[];
};

/** The payments, links and credit notes of an invoice: the newest hundred of each, which is almost always all of them. */
export function useRelatedRecords(invoiceId: number): RelatedRecords {
  const can = useCan();
  const canReadPayments = can("payments:read", "payments");
  const filter = `invoice_id=${invoiceId}&limit=100`;
  const payments = useResponse<{ payments: Payment[] }>(`/payments?${filter}`, { enabled: canReadPayments });
  const links = useResponse<{ payment_links: PaymentLink[] }>(`/payments/links?${filter}`, {
    enabled: canReadPayments,
  });
  const notes = useResponse<{ credit_notes: CreditNote[] }>(`/credit_notes?${filter}`);
  return {
    payments: payments.data?.payments ?? [],
    links: links.data?.payment_links ?? [],
    creditNotes: notes.data?.credit_notes ?? [],
  };
}

/** Payments, payment links and credit notes. Empty kinds are left out. */
export function RelatedRecordsCards({ invoice, related }: { invoice: Invoice; related: RelatedRecords }) {
  const { payments, links, creditNotes } = related;
  return (
    <>
      {payments.length > 0 && <Payments payments={payments} />}
      {links.length > 0 && <Links invoice={invoice} links={links} />}
      {creditNotes.length > 0 && <CreditNotes notes={creditNotes} />}
    </>
  );
}

function Payments({ payments }: { payments: readonly Payment[] }) {
  return (
    <Card title={texts.money.payments}>
      <Table
        caption={texts.money.payments}
        rows={payments}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/app/payments/$id", params: { id: String(id) } })}
        columns={[
          {
            id: "method",
            title: texts.pay.method,
            cell: ({ method }) => methodName(method) || texts.money.payment,
          },
          { id: "date", title: texts.date, cell: ({ paid_at }) => <DateText value={paid_at} /> },
          {
            id: "amount",
            title: texts.pay.amount,
            align: "right",
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
            onPhone: "aside",
          },
        ]}
      />
    </Card>
  );
}

function Links({ invoice, links }: { invoice: Invoice; links: readonly PaymentLink[] }) {
  const [shown, setShown] = useState<string>();
  return (
    <Card title={texts.money.links}>
      <Table
        caption={texts.money.links}
        rows={links}
        rowKey={({ reference }) => reference}
        columns={[
          { id: "made", title: texts.date, cell: ({ created_at }) => <DateText value={created_at} /> },
          {
            id: "status",
            title: texts.status,
            cell: ({ status }) => <StatusBadge status={status} />,
            onPhone: "aside",
          },
          {
            id: "amount",
            title: texts.link.amount,
            align: "right",
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
        ]}
        rowActions={({ reference, status }) =>
          status === "active" && (
            <Button size="small" onClick={() => setShown(reference)}>
              {texts.link.show}
            </Button>
          )
        }
      />
      {shown && <LinkDialog invoice={invoice} reference={shown} onClose={() => setShown(undefined)} />}
    </Card>
  );
}

function CreditNotes({ notes }: { notes: readonly CreditNote[] }) {
  return (
    <Card title={texts.money.creditNotes}>
      <Table
        caption={texts.money.creditNotes}
        rows={notes}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "number",
            title: texts.number,
            cell: ({ number }) => <span className="whitespace-nowrap">{number}</span>,
          },
          { id: "date", title: texts.date, cell: ({ issued_at }) => <DateText value={issued_at} /> },
          {
            id: "fiscal",
            title: texts.fiscal,
            cell: (note) => <FiscalBadge status={note.fiscal_status} />,
            onPhone: "aside",
          },
          {
            id: "total",
            title: texts.total,
            align: "right",
            cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
          },
        ]}
        rowActions={(note) => (
          <span className="inline-flex flex-col items-end gap-1">
            <ButtonAnchor
              size="small"
              icon="download"
              href={downloadUrl(`/credit_notes/${note.id}.xml`)}
              download
            >
              {texts.page.xml}
            </ButtonAnchor>
            <CreditNoteActions note={note} />
          </span>
        )}
      />
    </Card>
  );
}

/** A credit note is registered like its invoice. */
function CreditNoteActions({ note }: { note: CreditNote }) {
  const [isConfirming, setConfirming] = useState(false);
  const can = useCan();
  const register = useChange(() => callOnce(`/credit_notes/${note.id}/register`), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.register.done,
  });
  const isOpen = note.fiscal_status === "none" || note.fiscal_status === "rejected";
  if (!isOpen || !can("integrations", "einvoicing")) return null;
  return (
    <>
      <Button size="small" onClick={() => setConfirming(true)}>
        {texts.register.action}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={texts.register.title}
        confirm={texts.register.action}
        kind="primary"
        onConfirm={() => register.mutateAsync()}
      >
        {texts.register.body}
      </ConfirmDialog>
    </>
  );
}
