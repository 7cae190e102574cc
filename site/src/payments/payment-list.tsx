import { CreatedFilters, FilterBar } from "../dashboard/filters.tsx";
import { RecordList } from "../dashboard/record-list.tsx";
import type { Payment } from "../dashboard/records.ts";
import { useFilters } from "../dashboard/use-filters.ts";
import { usePages } from "../data/use-pages.ts";
import { methodName } from "../invoices/labels.tsx";
import { texts } from "../texts/payments.ts";
import { Badge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { Column } from "../ui/table.tsx";
import { DateText, Money } from "../ui/values.tsx";

const columns: readonly Column<Payment>[] = [
  { id: "paid", title: texts.paidAt, cell: ({ paid_at }) => <DateText value={paid_at} />, onPhone: "title" },
  { id: "method", title: texts.method, cell: ({ method }) => methodName(method) },
  { id: "source", title: texts.source, cell: ({ source }) => texts.sources[source] },
  { id: "reference", title: texts.reference, cell: ({ reference }) => reference, onPhone: "none" },
  { id: "state", title: texts.status, cell: (payment) => <PaymentMarks payment={payment} /> },
  {
    id: "amount",
    title: texts.amount,
    align: "right",
    onPhone: "aside",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} className="font-medium" />,
  },
];

/** Badges for payments that may need attention. */
export function PaymentMarks({ payment }: { payment: Payment }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5 md:justify-start">
      {payment.unallocated_amount > 0 && <Badge tone="warn">{texts.unallocated}</Badge>}
      {payment.late && <Badge tone="note">{texts.late}</Badge>}
      {payment.amount_refunded > 0 && <Badge>{texts.refunded}</Badge>}
    </span>
  );
}

export function PaymentList() {
  const { filters, change, clear } = useFilters(["created_from", "created_to"]);
  const pages = usePages<Payment>("/payments", "payments", filters);
  const count = Object.keys(filters).length;
  return (
    <div className="flex flex-col gap-6">
      <FilterBar count={count} onClear={clear}>
        <CreatedFilters filters={filters} onChange={change} />
      </FilterBar>
      <RecordList
        pages={pages}
        caption={texts.caption}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/app/payments/$id", params: { id: String(id) } })}
        onClear={count > 0 ? clear : undefined}
        empty={
          <EmptyState
            icon="payments"
            title={texts.emptyTitle}
            action={
              <ButtonLink kind="primary" to="/app/invoices">
                {texts.toInvoices}
              </ButtonLink>
            }
          >
            {texts.empty}
          </EmptyState>
        }
      />
    </div>
  );
}
