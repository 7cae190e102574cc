import { useState } from "react";
import { RecordTable, useList } from "../dashboard/list-page.tsx";
import type { LinkRow, PaymentLink } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts as listTexts } from "../texts/lists.ts";
import { texts as linkTexts } from "../texts/payment-links.ts";
import { texts } from "../texts/payments.ts";
import { Badge, toneOf } from "../ui/badge.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Column } from "../ui/table.tsx";
import { DayText, Money } from "../ui/values.tsx";
import { LinkView } from "./link-view.tsx";
import { invoiceColumn, payerColumn } from "./payment-columns.tsx";

const statuses = Object.entries(texts.linkStatuses).map(([value, label]) => ({ value, label }));

const linkList = {
  list: "payment_links",
  tabsLabel: texts.statusTabs.label,
  tabs: [
    { count: "all", label: texts.linkAll, filters: {} },
    ...Object.entries(texts.linkTabs).map(([status, label]) => ({
      count: status,
      label,
      filters: { status },
    })),
  ],
  fields: [
    { name: "status", label: texts.status, options: statuses },
    { name: "currency", label: listTexts.currency, kind: "currency" },
    { name: "created_from", label: listTexts.createdFrom, kind: "date" },
    { name: "created_to", label: listTexts.createdTo, kind: "date" },
  ],
  sums: [{ name: "amount", label: texts.linkTotal }],
  countLabel: texts.linkCount,
} as const;

const columns: readonly Column<LinkRow>[] = [
  { ...payerColumn, id: "for", title: texts.label, onPhone: "title" },
  invoiceColumn,
  {
    id: "made",
    title: texts.made,
    sort: "created_at",
    sortFirst: "descending",
    cell: ({ created_at }) => <DayText value={created_at} />,
  },
  {
    id: "expires",
    title: texts.expires,
    sort: "expires_at",
    cell: ({ expires_at }) => <DayText value={expires_at} />,
  },
  {
    id: "status",
    title: texts.status,
    onPhone: "aside",
    cell: ({ status, reusable }) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <Badge tone={toneOf(status)}>{texts.linkStatuses[status]}</Badge>
        {reusable && <Badge>{linkTexts.reusableBadge}</Badge>}
      </span>
    ),
  },
  {
    id: "amount",
    title: texts.amount,
    align: "right",
    sort: "amount",
    sortFirst: "descending",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} className="font-medium" />,
  },
];

export function LinkList() {
  const state = useList<LinkRow>("payment_links");
  const [shown, setShown] = useState<string>();
  const [cancelling, setCancelling] = useState<string>();
  const cancel = useChange((reference: string) => callOnce(`/payments/links/${reference}/cancel`), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.cancel.done,
  });
  return (
    <>
      <RecordTable<LinkRow, "payment_links">
        {...linkList}
        isNested
        state={state}
        caption={texts.linksCaption}
        width="widest"
        columns={columns}
        rowKey={({ reference }) => reference}
        rowActions={(link) => <LinkActions link={link} onShow={setShown} onCancel={setCancelling} />}
        empty={<NoLinks />}
      />
      {shown && <PaymentLinkDialog reference={shown} onClose={() => setShown(undefined)} />}
      <ConfirmDialog
        open={cancelling !== undefined}
        onClose={() => setCancelling(undefined)}
        title={texts.cancel.title}
        confirm={texts.cancel.confirm}
        onConfirm={() => cancel.mutateAsync(cancelling!)}
      >
        {texts.cancel.body}
      </ConfirmDialog>
    </>
  );
}

type LinkActionsProps = {
  link: LinkRow;
  onShow: (reference: string) => void;
  onCancel: (reference: string) => void;
};

function LinkActions({ link: { reference, status, payer }, onShow, onCancel }: LinkActionsProps) {
  const can = useCan();
  const name = payer ?? texts.unknownPayer;
  return (
    <span className="inline-flex gap-2">
      <Button size="small" onClick={() => onShow(reference)} aria-label={texts.showFor(name)}>
        {texts.show}
      </Button>
      {status === "active" && can("payments:write", "payments") && (
        <Button size="small" onClick={() => onCancel(reference)} aria-label={texts.cancelFor(name)}>
          {texts.cancel.action}
        </Button>
      )}
    </span>
  );
}

function NoLinks() {
  return (
    <EmptyState
      icon="link"
      title={texts.linksEmptyTitle}
      action={<ButtonLink to="/app/invoices">{texts.toInvoices}</ButtonLink>}
    >
      {texts.linksEmpty}
    </EmptyState>
  );
}

/** A payment link that exists, with its code. */
export function PaymentLinkDialog({ reference, onClose }: { reference: string; onClose: () => void }) {
  const { data, error } = useResponse<{ payment_link: PaymentLink }>(`/payments/links/${reference}`);
  return (
    <Dialog open onClose={onClose} title={texts.link}>
      {error && <ErrorNote error={error} />}
      {data ? <LinkView link={data.payment_link} /> : !error && <Skeleton className="h-64 w-full" />}
    </Dialog>
  );
}
