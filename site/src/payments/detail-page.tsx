import { useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { LoadingPage } from "../dashboard/placeholder-pages.tsx";
import type { Payment } from "../dashboard/records.ts";
import { useRecord } from "../data/use-response.ts";
import { methodName } from "../invoices/labels.tsx";
import { useCan } from "../session.tsx";
import { texts } from "../texts/payments.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, Facts, Page } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { DateText, Money } from "../ui/values.tsx";
import { AllocateDialog } from "./allocate-dialog.tsx";
import { ToInvoice } from "./link-list.tsx";
import { PaymentMarks } from "./payment-list.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { refundable } from "./refundable.ts";

const back = { to: "/app/payments", label: texts.title } as const;

export function PaymentPage() {
  const { id } = useParams({ strict: false });
  const { record, error, refetch } = useRecord<Payment>(`/payments/${id}`, "payment");
  if (!record)
    return <LoadingPage title={texts.payment} back={back} error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      title={texts.name(record.id)}
      badge={<PaymentMarks payment={record} />}
      back={back}
      actions={<Actions payment={record} />}
    >
      <Card title={texts.details}>
        <Facts facts={factsOf(record)} />
      </Card>
      {record.refunds.length > 0 && <Refunds payment={record} />}
    </Page>
  );
}

function factsOf(payment: Payment): (readonly [string, ReactNode])[] {
  const { currency } = payment;
  const money = (amount: number) => <Money key="money" amount={amount} currency={currency} />;
  const facts: (readonly [string, ReactNode])[] = [
    [texts.amount, money(payment.amount)],
    [texts.paidAt, <DateText key="paid" value={payment.paid_at} />],
    [texts.method, methodName(payment.method)],
    [texts.source, texts.sources[payment.source]],
    [texts.invoice, <ToInvoice key="invoice" id={payment.invoice_id} />],
  ];
  const optional = [
    [texts.reference, payment.reference],
    [texts.gateway, payment.gateway],
    [texts.gatewayReference, payment.gateway_reference],
    [texts.link, payment.payment_link_reference],
    [texts.note, payment.note],
    [texts.late, payment.late ? texts.lateHint : null],
    [texts.refunded, payment.amount_refunded > 0 ? money(payment.amount_refunded) : null],
    [texts.unallocated, payment.unallocated_amount > 0 ? money(payment.unallocated_amount) : null],
  ] as const;
  return [...facts, ...optional.filter(([, value]) => value !== null && value !== "")];
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
  const [open, setOpen] = useState<"refund" | "allocate">();
  const can = useCan();
  if (!can("payments:write", "payments")) return null;
  const close = () => setOpen(undefined);
  return (
    <>
      {payment.unallocated_amount > 0 && (
        <Button kind="primary" onClick={() => setOpen("allocate")}>
          {texts.allocate.action}
        </Button>
      )}
      {Number(refundable(payment)) > 0 && (
        <Button onClick={() => setOpen("refund")}>{texts.refund.action}</Button>
      )}
      {open === "refund" && <RefundDialog payment={payment} onClose={close} />}
      {open === "allocate" && <AllocateDialog payment={payment} onClose={close} />}
    </>
  );
}
