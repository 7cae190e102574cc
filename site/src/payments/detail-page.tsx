import { useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ExplainedMoney } from "../dashboard/explained-money.tsx";
import { LoadingPage } from "../dashboard/placeholder-pages.tsx";
import { CustomerLink, InvoiceLink } from "../dashboard/record-links.tsx";
import { RecordMails } from "../dashboard/record-mails.tsx";
import type { Invoice, InvoiceRow, Payment, PaymentRow } from "../dashboard/records.ts";
import { SendDocumentDialog } from "../dashboard/send-document-dialog.tsx";
import { downloadUrl } from "../data/api.ts";
import { useResponse } from "../data/use-response.ts";
import { invoiceName } from "../invoices/invoice-columns.tsx";
import { InvoiceBadge, methodName } from "../invoices/labels.tsx";
import { useCan, useSession } from "../session.tsx";
import { texts } from "../texts/payments.ts";
import { texts as sendingTexts } from "../texts/sending.ts";
import { texts as withholdingTexts } from "../texts/withholding.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { Button, ButtonAnchor, ButtonLink } from "../ui/button.tsx";
import { formatMoney } from "../ui/format.ts";
import { Card, Facts, Page } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { DateText, Money, useRegion } from "../ui/values.tsx";
import { AllocateDialog } from "./allocate-dialog.tsx";
import { CertificateDialog, hasCertificate } from "./certificate-dialog.tsx";
import { PaymentMarks } from "./payment-columns.tsx";
import { paymentTimeline } from "./payment-timeline.ts";
import { RefundDialog } from "./refund-dialog.tsx";
import { isReversible, refundable } from "./refundable.ts";
import { ReverseDialog } from "./reverse-dialog.tsx";

const back = { to: "/app/payments", label: texts.title } as const;

type PaymentData = { payment: Payment; row: PaymentRow; invoice: InvoiceRow | null };

export function PaymentPage() {
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useResponse<PaymentData>(`/lists/payments/${id}`);
  const region = useRegion();
  if (!data)
    return <LoadingPage title={texts.payment} back={back} error={error} onRetry={() => void refetch()} />;
  const { payment, row, invoice } = data;
  return (
    <Page
      title={formatMoney(payment.amount, payment.currency, region)}
      intro={
        <>
          {texts.name(payment.id)} · <DateText value={payment.paid_at} />
        </>
      }
      badge={<PaymentMarks payment={payment} />}
      back={back}
      actions={<Actions payment={payment} />}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <InvoiceCard invoice={invoice} />
          {payment.allocations.length > 1 && <Allocations payment={payment} />}
          <Card title={texts.details}>
            <Facts facts={factsOf(payment, row)} />
          </Card>
          {payment.refunds.length > 0 && <Refunds payment={payment} />}
          <RecordMails about={`payment/${payment.id}`} />
        </div>
        <Timeline payment={payment} row={row} />
      </div>
    </Page>
  );
}

function InvoiceCard({ invoice }: { invoice: InvoiceRow | null }) {
  if (!invoice)
    return (
      <Card title={texts.invoiceCard.title}>
        <p className="text-muted">{texts.invoiceCard.none}</p>
      </Card>
    );
  const { id, customer_id, customer_name, currency, total, amount_due } = invoice;
  return (
    <Card
      title={invoiceName(invoice)}
      actions={
        <ButtonLink size="small" to="/app/invoices/$id" params={{ id: String(id) }}>
          {texts.invoiceCard.open}
        </ButtonLink>
      }
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-[2fr_1fr_1fr_1fr]">
        {(
          [
            [texts.customer, <CustomerLink key="name" id={customer_id} name={customer_name} none="" />],
            [texts.status, <InvoiceBadge key="status" invoice={invoice} />],
            [texts.invoiceCard.total, <Money key="total" amount={total} currency={currency} />],
            [texts.invoiceCard.due, <Money key="due" amount={amount_due} currency={currency} />],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="min-w-0 max-sm:first:col-span-2">
            <dt className="text-sm text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function factsOf(payment: Payment, { payer, customer_id }: PaymentRow): (readonly [string, ReactNode])[] {
  const { currency } = payment;
  const money = (field: "amount" | "amount_refunded" | "unallocated_amount") => (
    <ExplainedMoney
      key="money"
      path={`/payments/${payment.id}`}
      field={field}
      amount={payment[field]}
      currency={currency}
    />
  );
  const facts: (readonly [string, ReactNode])[] = [
    [texts.amount, money("amount")],
    [texts.customer, <CustomerLink key="payer" id={customer_id} name={payer} none={texts.unknownPayer} />],
    [texts.paidAt, <DateText key="paid" value={payment.paid_at} />],
    [texts.method, methodName(payment.method)],
    [texts.source, texts.sources[payment.source]],
  ];
  const optional = [
    [texts.reference, payment.reference],
    [withholdingTexts.certificate, payment.certificate_number],
    [texts.gateway, payment.gateway],
    [texts.gatewayReference, payment.gateway_reference],
    [texts.link, payment.payment_link_reference],
    [texts.quantity, payment.quantity],
    [texts.note, payment.note],
    [texts.late, payment.late ? texts.lateHint : null],
    [texts.refunded, payment.amount_refunded > 0 ? money("amount_refunded") : null],
    [texts.disputes.open, payment.dispute_reason],
    [texts.reversed, payment.reversal_reason],
    [texts.receiptSent, payment.sent_at && <DateText key="sent" value={payment.sent_at} />],
    [texts.unallocated, payment.unallocated_amount > 0 ? money("unallocated_amount") : null],
  ] as const;
  return [...facts, ...optional].filter(([, value]) => value !== null && value !== "");
}

const dots = { good: "bg-accent", bad: "bg-bad", plain: "bg-edge" } as const;

/** The history of the payment, newest first. */
function Timeline({ payment, row }: { payment: Payment; row: PaymentRow }) {
  const region = useRegion();
  const entries = paymentTimeline(payment, row.invoice_number, (amount) =>
    formatMoney(amount, payment.currency, region),
  );
  return (
    <Card title={texts.timeline}>
      <ol className="flex flex-col">
        {entries.map(({ at, text, detail, tone }) => (
          <li
            key={`${at} ${text}`}
            className="relative border-s-2 border-line ps-5 pb-4 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden="true"
              className={`absolute -start-[7px] top-1.5 size-3 rounded-full border-2 border-raised ${dots[tone]}`}
            />
            <p className="font-medium">{text}</p>
            {detail && <p className="text-sm text-muted">{detail}</p>}
            <p className="text-sm text-muted">
              <DateText value={at} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Each invoice is read by itself, because a payment rarely pays more than a few. */
function Allocations({ payment }: { payment: Payment }) {
  return (
    <Card title={texts.allocations.title}>
      <Table
        caption={texts.allocations.title}
        rows={payment.allocations}
        rowKey={({ invoice_id }) => invoice_id}
        columns={[
          {
            id: "invoice",
            title: texts.allocations.invoice,
            cell: ({ invoice_id }) => <AllocatedInvoice id={invoice_id} />,
            onPhone: "title",
          },
          {
            id: "amount",
            title: texts.allocations.amount,
            align: "right",
            cell: ({ amount }) => <Money amount={amount} currency={payment.currency} />,
            onPhone: "aside",
          },
        ]}
      />
    </Card>
  );
}

function AllocatedInvoice({ id }: { id: number }) {
  const isReadable = useCan()("invoices:read", "invoicing");
  const { data } = useResponse<{ invoice: Invoice }>(`/invoices/${id}`, { enabled: isReadable });
  return <InvoiceLink id={id} number={data?.invoice.number ?? null} draft={texts.invoice} none="" />;
}

function Refunds({ payment }: { payment: Payment }) {
  return (
    <Card title={texts.refunds}>
      <Table
        caption={texts.refundCaption}
        rows={payment.refunds}
        rowKey={({ id }) => id}
        columns={[
          { id: "made", title: texts.made, cell: ({ created_at }) => <DateText value={created_at} /> },
          { id: "reason", title: texts.reason, cell: ({ reason, failure }) => failure ?? reason },
          {
            id: "status",
            title: texts.status,
            cell: ({ status }) => <StatusBadge status={status} />,
            onPhone: "aside",
          },
          {
            id: "amount",
            title: texts.amount,
            align: "right",
            cell: ({ amount }) => <Money amount={amount} currency={payment.currency} />,
          },
        ]}
      />
    </Card>
  );
}

function Actions({ payment }: { payment: Payment }) {
  const [open, setOpen] = useState<"refund" | "allocate" | "reverse" | "certificate" | "send">();
  const can = useCan();
  const close = () => setOpen(undefined);
  const isWriter = can("payments:write", "payments");
  return (
    <>
      {isWriter && payment.unallocated_amount > 0 && payment.reversed_at === null && (
        <Button kind="primary" onClick={() => setOpen("allocate")}>
          {texts.allocate.action}
        </Button>
      )}
      {isWriter && hasCertificate(payment) && (
        <Button onClick={() => setOpen("certificate")}>
          {payment.certificate_number === null ? withholdingTexts.add.action : withholdingTexts.add.change}
        </Button>
      )}
      <Receipt payment={payment} />
      {isWriter && payment.reversed_at === null && (
        <Button icon="send" onClick={() => setOpen("send")}>
          {sendingTexts.receipt.action}
        </Button>
      )}
      {isWriter && payment.reversed_at === null && Number(refundable(payment)) > 0 && (
        <Button onClick={() => setOpen("refund")}>{texts.refund.action}</Button>
      )}
      {isWriter && isReversible(payment) && (
        <Button onClick={() => setOpen("reverse")}>{texts.reverse.action}</Button>
      )}
      {open === "send" && (
        <SendDocumentDialog
          path={`/payments/${payment.id}`}
          title={sendingTexts.receipt.title}
          intro={sendingTexts.receipt.intro}
          done={(addresses) => sendingTexts.receipt.done(addresses ?? "")}
          onClose={close}
        />
      )}
      {open === "refund" && <RefundDialog payment={payment} onClose={close} />}
      {open === "reverse" && <ReverseDialog payment={payment} onClose={close} />}
      {open === "certificate" && <CertificateDialog payment={payment} onClose={close} />}
      {open === "allocate" && <AllocateDialog payment={payment} onClose={close} />}
    </>
  );
}

/** A payment that was made through a link has the receipt that the buyer saw; every other one a PDF. */
function Receipt({ payment }: { payment: Payment }) {
  const { id, payment_link_reference: reference, late, reversed_at } = payment;
  const { site_url } = useSession();
  if (reversed_at !== null) return null;
  if (!reference || late)
    return (
      <ButtonAnchor icon="download" newTab href={downloadUrl(`/payments/${id}.pdf`)}>
        {texts.receipt}
      </ButtonAnchor>
    );
  return (
    <ButtonAnchor icon="external" newTab href={`${site_url}/checkout/${reference}/receipt`}>
      {texts.receipt}
    </ButtonAnchor>
  );
}
