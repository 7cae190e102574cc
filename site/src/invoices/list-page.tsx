import { CreatedFilters } from "../desk/created-filters.tsx";
import { CustomerFilter } from "../desk/customer-filter.tsx";
import { ExportButton } from "../desk/export-button.tsx";
import { FilterBar, SelectFilter } from "../desk/filter-bar.tsx";
import { RecordList } from "../desk/record-list.tsx";
import type { InvoiceEntry } from "../desk/records.ts";
import { type Filters, useFilters } from "../desk/use-filters.ts";
import { useOffer } from "../desk/use-offer.ts";
import { texts } from "../texts/invoices.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";
import { usePages } from "../ui/pager.tsx";
import { invoiceColumns } from "./invoice-columns.tsx";

const names = ["q", "status", "fiscal_status", "customer_id", "created_from", "created_to"] as const;
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export function InvoicesPage() {
  const { filters, change, clear } = useFilters(names);
  const pages = usePages<InvoiceEntry>("/invoices", "invoices", filters);
  const offers = useOffer();
  const set = Object.keys(filters);
  const create = offers("invoices:write", "invoicing") && (
    <ButtonLink kind="primary" icon="plus" to="/app/invoices/new">
      {texts.create}
    </ButtonLink>
  );
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <>
          {create}
          <ExportButton of="invoices" filters={filters} />
        </>
      }
    >
      <FilterBar
        search={{ value: filters.q, onChange: (q) => change({ q }), hint: texts.search }}
        count={set.filter((name) => name !== "q").length}
        onClear={clear}
      >
        <InvoiceFilters filters={filters} onChange={change} />
      </FilterBar>
      <RecordList
        pages={pages}
        caption={texts.caption}
        columns={invoiceColumns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/app/invoices/$id", params: { id: String(id) } })}
        onClear={set.length > 0 ? clear : undefined}
        empty={
          <EmptyState icon="invoices" title={texts.emptyTitle} action={create}>
            {texts.empty}
          </EmptyState>
        }
      />
    </Page>
  );
}

type Given = Filters<(typeof names)[number]>;

function InvoiceFilters({ filters, onChange }: { filters: Given; onChange: (changes: Given) => void }) {
  return (
    <>
      <SelectFilter
        label={texts.status}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        options={optionsOf(texts.statuses)}
      />
      <SelectFilter
        label={texts.fiscal}
        value={filters.fiscal_status}
        onChange={(fiscal_status) => onChange({ fiscal_status })}
        options={optionsOf(texts.fiscalStatuses)}
      />
      <CustomerFilter value={filters.customer_id} onChange={(customer_id) => onChange({ customer_id })} />
      <CreatedFilters filters={filters} onChange={onChange} />
    </>
  );
}
