import { type ListState, RecordTable } from "../dashboard/list-page.tsx";
import type { PaymentRow } from "../dashboard/records.ts";
import { texts as listTexts } from "../texts/lists.ts";
import { texts } from "../texts/payments.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { columnsFor } from "./payment-columns.tsx";

const { label: tabsLabel, all, ...states } = texts.statusTabs;
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const paymentList = {
  list: "payments",
  tabsLabel,
  tabs: [
    { count: "all", label: all, filters: {} },
    ...optionsOf(states).map(({ value, label }) => ({ count: value, label, filters: { status: value } })),
  ],
  fields: [
    { name: "status", label: texts.status, options: optionsOf(states) },
    { name: "source", label: texts.source, options: optionsOf(texts.sources) },
    { name: "currency", label: listTexts.currency, kind: "currency" },
    { name: "customer_id", label: listTexts.customer, kind: "customer" },
    { name: "paid_from", label: texts.filters.paidFrom, kind: "date" },
    { name: "paid_to", label: texts.filters.paidTo, kind: "date" },
  ],
  searchHint: texts.search,
  sums: [
    { name: "amount", label: texts.total },
    { name: "amount_refunded", label: texts.totalRefunded, isHiddenIfZero: true },
  ],
  countLabel: texts.count,
} as const;

export function PaymentList({ state }: { state: ListState<PaymentRow> }) {
  return (
    <RecordTable<PaymentRow, "payments">
      {...paymentList}
      isNested
      state={state}
      caption={texts.caption}
      columns={columnsFor(state.pages.rows)}
      width="widest"
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: "/app/payments/$id", params: { id: String(id) } })}
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
  );
}
