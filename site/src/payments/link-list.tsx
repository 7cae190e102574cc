import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CreatedFilters, FilterBar, SelectFilter } from "../dashboard/filters.tsx";
import { RecordList } from "../dashboard/record-list.tsx";
import type { PaymentLink } from "../dashboard/records.ts";
import { useFilters } from "../dashboard/use-filters.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { usePages } from "../data/use-pages.ts";
import { useResponse } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/payments.ts";
import { Badge, toneOf } from "../ui/badge.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Column } from "../ui/table.tsx";
import { DateText, Money } from "../ui/values.tsx";
import { LinkView } from "./link-view.tsx";

const statuses = Object.entries(texts.linkStatuses).map(([value, label]) => ({ value, label }));

const columns: readonly Column<PaymentLink>[] = [
  {
    id: "made",
    title: texts.made,
    cell: ({ created_at }) => <DateText value={created_at} />,
    onPhone: "title",
  },
  { id: "for", title: texts.label, cell: ({ label, purpose, email }) => label ?? purpose ?? email },
  { id: "invoice", title: texts.invoice, cell: ({ invoice_id }) => <ToInvoice id={invoice_id} /> },
  { id: "expires", title: texts.expires, cell: ({ expires_at }) => <DateText value={expires_at} /> },
  {
    id: "status",
    title: texts.status,
    onPhone: "aside",
    cell: ({ status }) => <Badge tone={toneOf(status)}>{texts.linkStatuses[status]}</Badge>,
  },
  {
    id: "amount",
    title: texts.amount,
    align: "right",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} className="font-medium" />,
  },
];

export function ToInvoice({ id }: { id: number | null }) {
  if (id === null) return <span className="text-muted">{texts.noInvoice}</span>;
  return (
    <Link to="/app/invoices/$id" params={{ id: String(id) }} className="text-accent">
      {texts.seeInvoice}
    </Link>
  );
}

export function LinkList() {
  const { filters, change, clear } = useFilters(["status", "created_from", "created_to"]);
  const pages = usePages<PaymentLink>("/payments/links", "payment_links", filters);
  const [shown, setShown] = useState<string>();
  const [cancelling, setCancelling] = useState<string>();
  const cancel = useChange((reference: string) => callOnce(`/payments/links/${reference}/cancel`), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.cancel.done,
  });
  const count = Object.keys(filters).length;
  return (
    <div className="flex flex-col gap-6">
      <FilterBar count={count} onClear={clear}>
        <SelectFilter
          label={texts.status}
          value={filters.status}
          onChange={(status) => change({ status })}
          options={statuses}
        />
        <CreatedFilters filters={filters} onChange={change} />
      </FilterBar>
      <RecordList
        pages={pages}
        caption={texts.linksCaption}
        width="wide"
        columns={columns}
        rowKey={({ reference }) => reference}
        rowActions={(link) => <LinkActions link={link} onShow={setShown} onCancel={setCancelling} />}
        onClear={count > 0 ? clear : undefined}
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
    </div>
  );
}

type LinkActionsProps = {
  link: PaymentLink;
  onShow: (reference: string) => void;
  onCancel: (reference: string) => void;
};

function LinkActions({ link: { reference, status }, onShow, onCancel }: LinkActionsProps) {
  const can = useCan();
  return (
    <span className="inline-flex gap-2">
      <Button size="small" onClick={() => onShow(reference)}>
        {texts.show}
      </Button>
      {status === "active" && can("payments:write", "payments") && (
        <Button size="small" onClick={() => onCancel(reference)}>
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

function PaymentLinkDialog({ reference, onClose }: { reference: string; onClose: () => void }) {
  const { data, error } = useResponse<{ payment_link: PaymentLink }>(`/payments/links/${reference}`);
  return (
    <Dialog open onClose={onClose} title={texts.link}>
      {error && <ErrorNote error={error} />}
      {data ? <LinkView link={data.payment_link} /> : !error && <Skeleton className="h-64 w-full" />}
    </Dialog>
  );
}
