import { useState } from "react";
import { ListPage, useList } from "../dashboard/list-page.tsx";
import type { InvoiceRow } from "../dashboard/records.ts";
import { lazyPart } from "../data/lazy-part.tsx";
import { useCan } from "../session.tsx";
import { texts } from "../texts/invoice-list.ts";
import { texts as invoiceTexts } from "../texts/invoices.ts";
import { texts as listTexts } from "../texts/lists.ts";
import { ButtonLink } from "../ui/button.tsx";
import type { BulkAction } from "./bulk-run.ts";
import { invoiceColumns, invoiceName } from "./invoice-columns.tsx";

const BulkDialog = lazyPart(async () => (await import("./bulk-dialog.tsx")).BulkDialog);
const BulkActions = lazyPart(async () => (await import("./bulk-actions.tsx")).BulkActions);

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const { overdue: _overdue, ...statuses } = invoiceTexts.statuses;

export const invoiceList = {
  list: "invoices",
  tabsLabel: texts.tabs.label,
  tabs: [
    { count: "all", label: texts.tabs.all, filters: {} },
    { count: "draft", label: texts.tabs.draft, filters: { status: "draft" } },
    { count: "open", label: texts.tabs.open, filters: { status: "open" } },
    { count: "overdue", label: texts.tabs.overdue, filters: { due: "overdue" } },
    { count: "partially_paid", label: texts.tabs.partially_paid, filters: { status: "partially_paid" } },
    { count: "paid", label: texts.tabs.paid, filters: { status: "paid" } },
    { count: "void", label: texts.tabs.void, filters: { status: "void" } },
    { count: "uncollectible", label: texts.tabs.uncollectible, filters: { status: "uncollectible" } },
  ],
  fields: [
    { name: "status", label: texts.status, options: optionsOf(statuses) },
    { name: "due", label: texts.filters.due, options: optionsOf(texts.filters.dueOptions) },
    { name: "fiscal_status", label: texts.registration, options: optionsOf(invoiceTexts.fiscalStatuses) },
    { name: "currency", label: listTexts.currency, kind: "currency" },
    { name: "customer_id", label: listTexts.customer, kind: "customer" },
    { name: "invoiced_from", label: texts.filters.invoicedFrom, kind: "date" },
    { name: "invoiced_to", label: texts.filters.invoicedTo, kind: "date" },
    { name: "due_from", label: texts.filters.dueFrom, kind: "date" },
    { name: "due_to", label: texts.filters.dueTo, kind: "date" },
    { name: "created_from", label: listTexts.createdFrom, kind: "date" },
    { name: "created_to", label: listTexts.createdTo, kind: "date" },
  ],
  searchHint: texts.search,
  sums: [
    { name: "total", label: texts.total },
    { name: "amount_due", label: texts.totalDue, isHiddenIfZero: true },
  ],
  countLabel: texts.count,
} as const;

type Bulk = { action: BulkAction; invoices: readonly InvoiceRow[]; leftCount: number };

export function InvoicesPage() {
  const can = useCan();
  const state = useList<InvoiceRow>("invoices");
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  // Apart from the selection: changed invoices may leave the list before their result is read.
  const [bulk, setBulk] = useState<Bulk>();
  const rows = state.pages.rows?.filter(({ id }) => selected.has(id)) ?? [];
  const closeBulk = (isChanged: boolean) => {
    setBulk(undefined);
    if (isChanged) setSelected(new Set());
  };
  return (
    <ListPage<InvoiceRow, "invoices">
      {...invoiceList}
      state={state}
      texts={texts}
      icon="invoices"
      exported="invoices"
      caption={texts.caption}
      columns={invoiceColumns}
      width="full"
      rowLink={({ id }) => ({ to: "/app/invoices/$id", params: { id: String(id) } })}
      selection={{ keys: selected, onChange: setSelected, nameOf: invoiceName }}
      create={
        can("invoices:write", "invoicing") && (
          <ButtonLink kind="primary" icon="plus" to="/app/invoices/new">
            {texts.create}
          </ButtonLink>
        )
      }
    >
      {rows.length > 0 && (
        <BulkActions
          rows={rows}
          onAct={(action, invoices) =>
            setBulk({ action, invoices, leftCount: rows.length - invoices.length })
          }
          onClear={() => setSelected(new Set())}
        />
      )}
      {bulk && <BulkDialog {...bulk} onClose={closeBulk} />}
    </ListPage>
  );
}
