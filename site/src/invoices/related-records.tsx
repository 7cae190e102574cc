import { useState } from "react";
import { ExplainedMoney } from "../dashboard/explained-money.tsx";
import { RecordMails } from "../dashboard/record-mails.tsx";
import type { CreditNote, Invoice, Payment, PaymentLink } from "../dashboard/records.ts";
import { SendDocumentDialog } from "../dashboard/send-document-dialog.tsx";
import { callOnce, downloadUrl } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/invoice-detail.ts";
import { texts as listTexts } from "../texts/invoices.ts";
import { texts as sendingTexts } from "../texts/sending.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { formatMoney } from "../ui/format.ts";
import { Card } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { DateText, Money, useRegion } from "../ui/values.tsx";
import { ApplyCreditDialog, isApplicable } from "./apply-credit-dialog.tsx";
import { FiscalBadge, methodName } from "./labels.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { type Author, partOn, type TimelineRecords } from "./timeline.ts";

export type RelatedRecords = Omit<TimelineRecords, "invoice">;

type History = {
  payments: Payment[];
  payment_links: PaymentLink[];
  credit_notes: CreditNote[];
  authors: Author[];
};

/** The payments, links and credit notes of an invoice: the newest hundred of each, which is almost always all of them. */
export function useRelatedRecords(invoiceId: number | string | undefined): RelatedRecords {
  const { data } = useResponse<History>(`/invoices/${invoiceId}/history`);
  return {
    payments: data?.payments ?? [],
    links: data?.payment_links ?? [],
    creditNotes: data?.credit_notes ?? [],
    authors: data?.authors ?? [],
  };
}

/** Payments, payment links and credit notes. Empty kinds are left out. */
export function RelatedRecordsCards({ invoice, related }: { invoice: Invoice; related: RelatedRecords }) {
  const { payments, links, creditNotes } = related;
  return (
    <>
      {payments.length > 0 && <Payments invoice={invoice} payments={payments} />}
      {links.length > 0 && <Links invoice={invoice} links={links} />}
      {creditNotes.length > 0 && <CreditNotes invoice={invoice} notes={creditNotes} />}
      <RecordMails about={`invoice/${invoice.id}`} />
      {creditNotes.slice(0, notesWithMails).map(({ id }) => (
        <RecordMails key={id} about={`credit_note/${id}`} />
      ))}
    </>
  );
}

/** Each is a request of its own; more credit notes of one invoice are rare. */
const notesWithMails = 5;

function Payments({ invoice, payments }: { invoice: Invoice; payments: readonly Payment[] }) {
  const region = useRegion();
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
          { id: "date", title: listTexts.date, cell: ({ paid_at }) => <DateText value={paid_at} /> },
          {
            id: "amount",
            title: texts.pay.amount,
            align: "right",
            cell: (payment) => {
              const { amount, currency } = payment;
              const part = partOn(payment, invoice.id);
              return (
                <>
                  <Money amount={part} currency={currency} />
                  {part !== amount && (
                    <span className="block text-sm text-muted">
                      {texts.timeline.partOf(formatMoney(amount, currency, region))}
                    </span>
                  )}
                </>
              );
            },
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
          { id: "made", title: listTexts.date, cell: ({ created_at }) => <DateText value={created_at} /> },
          {
            id: "status",
            title: listTexts.status,
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

function CreditNotes({ invoice, notes }: { invoice: Invoice; notes: readonly CreditNote[] }) {
  const [applied, setApplied] = useState<CreditNote>();
  const [sent, setSent] = useState<CreditNote>();
  const can = useCan();
  const close = () => setApplied(undefined);
  return (
    <Card title={texts.money.creditNotes}>
      <Table
        caption={texts.money.creditNotes}
        rows={notes}
        width="full"
        rowKey={({ id }) => id}
        columns={[
          {
            id: "number",
            title: listTexts.number,
            cell: ({ number }) => <span className="whitespace-nowrap">{number}</span>,
          },
          { id: "date", title: listTexts.date, cell: ({ issued_at }) => <DateText value={issued_at} /> },
          {
            id: "fiscal",
            title: listTexts.fiscal,
            cell: (note) => <FiscalBadge status={note.fiscal_status} />,
            onPhone: "aside",
          },
          {
            id: "total",
            title: listTexts.total,
            align: "right",
            cell: ({ id, total, currency }) => (
              <ExplainedMoney path={`/credit_notes/${id}`} field="total" amount={total} currency={currency} />
            ),
          },
        ]}
        rowActions={(note) => (
          <span className="flex flex-wrap justify-end gap-2">
            <ButtonAnchor
              size="small"
              icon="download"
              href={downloadUrl(`/credit_notes/${note.id}.pdf`)}
              newTab
            >
              {texts.page.pdf}
            </ButtonAnchor>
            <ButtonAnchor
              size="small"
              icon="download"
              href={downloadUrl(`/credit_notes/${note.id}.xml`)}
              download
            >
              {texts.page.xmlShort}
            </ButtonAnchor>
            {can("invoices:write", "invoicing") && (
              <Button size="small" icon="send" onClick={() => setSent(note)}>
                {sendingTexts.creditNote.action}
              </Button>
            )}
            {isApplicable(note, invoice) && can("invoices:write", "invoicing") && (
              <Button size="small" onClick={() => setApplied(note)}>
                {texts.apply.action}
              </Button>
            )}
            <CreditNoteActions note={note} />
          </span>
        )}
      />
      {applied && <ApplyCreditDialog note={applied} invoice={invoice} onClose={close} />}
      {sent && (
        <SendDocumentDialog
          path={`/credit_notes/${sent.id}`}
          title={sendingTexts.creditNote.title(sent.number)}
          intro={sendingTexts.creditNote.intro}
          done={(addresses) => sendingTexts.creditNote.done(addresses ?? "")}
          onClose={() => setSent(undefined)}
        />
      )}
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
